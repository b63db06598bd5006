import type { shell as english } from '../en/shell.ts'
import type { Translation } from '../translation.ts'

export const shell: Translation<typeof english> = {
  name: 'Sampan',
  home: 'Sampan 首页',
  skip: '跳到正文',
  theme: '主题',
  themeLight: '浅色',
  themeSystem: '跟随系统',
  themeDark: '深色',
  crashTitle: '页面出了问题。',
  crashText: '这是我们的问题，请重新加载页面。',
  reload: '重新加载',
}
