import type { notices as english } from '../../en/app/notices.ts'
import type { Translation } from '../../translation.ts'

export const notices: Translation<typeof english> = {
  loading: '正在查看此邮箱',
  title: '是否接收这些通知？',
  text: '{{by}} 在此向他人索要文件，并希望把收到文件的通知发送到 {{email}}。如不需要，关闭此页即可，不会发送任何通知。',
  confirm: '接收这些通知',
  done: '您将收到通知',
  doneText: '从现在起，{{by}} 的文件请求通知会发送到 {{email}}。每封通知邮件中都有停止接收的链接。',
}
