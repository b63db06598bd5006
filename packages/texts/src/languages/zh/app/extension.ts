import type { extension as english } from '../../en/app/extension.ts'
import type { Translation } from '../../translation.ts'

export const extension: Translation<typeof english> = {
  loading: '正在查找申请',
  title: '为您的链接延长时间',
  ask: '{{email}} 想下载 {{title}}，但链接已过期。',
  askMany: '{{email}} 想下载 {{title}} 等 {{number}} 个文件，但链接已过期。',
  note: '对方的留言',
  expired: '链接已于 {{date}}过期，文件仍然保留。',
  press: '延长 48 小时',
  done: '链接已延长 48 小时',
  expiry: '新的过期时间',
  notified: '我们会通知收件人 {{email}}。',
  account: '我的账户',
  deadTitle: '链接已过期',
  deadText: '这里没有内容',
}
