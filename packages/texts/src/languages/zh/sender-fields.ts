import type { senderFields as englishFields, senderLabels as englishLabels } from '../en/sender-fields.ts'

export const senderLabels: typeof englishLabels = {
  titleLabel: '标题',
  messageLabel: '留言',
}

export const senderFields: typeof englishFields = {
  titleHint: '显示在邮件和页面中；留空则显示文件名。',
  changed_shareWith: '团队中谁可以看到',
  changed_title: '标题',
  changed_message: '留言',
  changed_expiry: '有效期',
  changed_password: '密码',
  changed_downloadLimit: '下载次数上限',
  changed_notifyOnDownload: '邮件通知',
  changed_isRestricted: '谁可以打开',
}
