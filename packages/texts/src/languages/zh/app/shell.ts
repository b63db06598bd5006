import type { shell as english } from '../../en/app/shell.ts'
import type { Translation } from '../../translation.ts'

export const shell: Translation<typeof english> = {
  name: '{{product}}',
  home: '{{product}} 首页',
  skip: '跳到正文',
  mainLinks: '主要链接',
  pricing: '价格',
  footLinks: '更多页面',
  consentChoices: 'Cookie 选择',
  logIn: '登录',
  signUp: '注册',
  dashboard: '控制台',
  theme: '主题',
  themeLight: '浅色',
  themeSystem: '跟随系统',
  themeDark: '深色',
  crashTitle: '页面出了问题。',
  crashText: '这是我们的问题，请重新加载页面。',
  troubleTitle: '连接出现问题，请刷新后重试',
  troubleText: '页面未能加载。您此前已发送或保存的内容不受影响。',
  shareTitle: '共享的文件',
  shareLost: '文件没有一起传来，请在下一页重新选择。',
  toSend: '发送文件',
  reload: '重新加载',
  noAnswerTitle: '服务器没有响应',
  noAnswerText: '无法加载您的账户。请检查网络连接，然后重新加载页面。',
}
