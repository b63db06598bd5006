import type { refusal as english } from '../../en/app/refusal.ts'
import type { Translation } from '../../translation.ts'

export const refusal: Translation<typeof english> = {
  loading: '正在查看您的选择',
  title: '发给您的邮件',
  text: '请选择您不再想接收哪些文件邮件。您已有的链接仍可打开，您索取的验证码仍会送达。',
  fromSender: '来自 {{sender}} 的邮件',
  fromAll: '来自此处所有发件人的邮件',
  wanted: '您会收到这些邮件。',
  refused: '您不会再收到这些邮件。',
  stop: '停止接收',
  allow: '重新接收',
  deadTitle: '此链接不完整',
  deadText: '请从邮件中重新打开。',
}
