import type { welcome as en } from '../../en/app/welcome.ts'
import type { Translation } from '../../translation.ts'

export const welcome: Translation<typeof en> = {
  title: '欢迎回来！',
  subtitle: '保存您的传输',
  text: '用此邮箱免费注册账户，您从该邮箱发送的一切都会保存在一处：谁下载了、链接有效多久，还可以随时删除。',
  verification: '我们会向该邮箱发送验证码，以确保没有其他人能拿走它们。',
  save: '保存我的传输',
  haveAccount: '我已有账户',
  noEmail: '请用您发送时所用的邮箱免费注册账户。',
  inAccount: '您已登录。从您的邮箱发送的内容已在列表中。',
  toList: '查看我的传输',
  prompt_other: '您从 {{email}} 发送了 {{count, number}} 个传输。注册免费账户即可为您保存。',
  notNow: '不用了，谢谢',
}
