import type { account as english } from '../../en/app/account.ts'
import type { Translation } from '../../translation.ts'

export const account: Translation<typeof english> = {
  logInPage: '登录 · {{product}}',
  logInDescription: '登录后即可发送文件、生成链接，并查看所有传输。',
  signUpPage: '注册 · {{product}}',
  signUpDescription: '创建免费账户：通过邮件或链接发送，设置密码保护，集中管理所有传输。',

  email: '邮箱',
  password: '密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  slow: '暂时没有响应，我们正在继续尝试…',

  needsScript: '登录和注册需要 JavaScript。请在浏览器中启用后重新加载此页面。下载文件不需要 JavaScript。',

  logInTitle: '欢迎回来',
  logInText: '登录后查看您的传输。',
  logInNext: '登录后将继续您刚才的操作。',
  logIn: '登录',
  newHere: '第一次使用？',
  createOne: '创建免费账户',

  forgot: '忘记密码？',
  forgotPage: '忘记密码 · {{product}}',
  forgotText: '请输入您的邮箱，我们会发送一个设置新密码的链接。',
  forgotSend: '发送链接',
  sentTitle: '请查收邮件',
  sentText: '如果该邮箱已注册账户，请点击邮件中的链接重置密码。',
  sentHint: '邮件将发送至 {{email}}，其中的链接只能使用一次，一小时内有效。',
  sendAgain: '重新发送',
  sentAgain: '已重新发送，只有最新的链接有效。',
  backToLogIn: '返回登录',

  signUpTitle: '创建账户',
  signUpText: '免费，无需银行卡：可通过链接发送、设置密码，并集中管理所有传输。',
  signUpPlan: '{{role}}方案的免费试用周将随账户一同开始。无需银行卡，也不会自动扣款。',
  passwordHint: '至少 6 个字符',
  agreement: '继续即表示您接受[使用条款]和[隐私政策]。',
  goOn: '继续',
  haveOne: '已有账户？',
  signIn: '登录',
  close: '关闭',

  codeTitle: '请查收邮件',
  codeText: '我们已将 5 位验证码发送至 {{email}}。',
  code: '5 位验证码',
  create: '创建账户',
  back: '返回',
  resend: '重新发送验证码',
  resent: '新的验证码已发出，只有最新的有效。',
}
