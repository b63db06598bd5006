import type { Translation } from '../app/translation.ts'
import type { PageTexts } from './en.ts'

export const zh: Translation<PageTexts> = {
  title: '{{title}} · {{product}}',
  homeText: '通过邮件把大文件和整个文件夹发送给任何人。',

  sentTitle_other: '{{sender}} 给您发送了 {{count}} 个文件',
  total_other: '{{count}} 个文件，共 {{size}}',
  expires: '{{wait}}后过期（UTC 时间 {{date}}）',
  files: '文件',
  downloadAll: '全部下载',
  downloadFile: '下载',
  downloadChosen: '下载所选文件',
  downloadsLeft_other: '发件人还允许下载 {{count}} 次。',
  notified: '您下载时，发件人会收到通知。',
  seen: '发件人可以看到文件的下载时间。',
  choose: '选择 {{name}}',
  more: '这里列出 {{count}} 个文件中的前 {{shown}} 个，“全部下载”包含所有文件。',

  uploadingTitle: '仍在上传',
  uploadingText: '这些文件仍在上传中，请稍后重新加载此页面。',
  passwordTitle: '需要密码',
  passwordText: '发件人为此传输设置了密码，请输入发件人提供的密码。',
  password: '密码',
  unlock: '打开',
  disabledTitle: '链接已关闭',
  disabledText: '发件人已关闭此链接，请联系发件人重新打开。',
  limitReachedTitle: '已达到下载次数上限',
  limitReachedText: '此链接的下载次数已达到发件人设定的上限，请联系发件人重新发送。',
  expiredTitle: '链接已过期',
  expiredText: '此链接的文件已不再提供，请联系发件人重新发送。',
  takenDownTitle: '已下架',
  takenDownText: '此传输违反了本服务的规定，已被下架。',
  unknownTitle: '这里没有内容',
  unknownText: '此链接没有内容，请检查是否复制完整。',

  dashTitle: '控制台',
  dashLoading: '正在打开您的控制台',
  dashNeedsScript: '控制台需要 JavaScript。请在浏览器中启用后重新加载此页面。',

  notFoundTitle: '找不到页面',
  failedTitle: '未能完成',
  toHome: '返回首页',
}
