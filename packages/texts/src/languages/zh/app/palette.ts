import type { palette as english } from '../../en/app/palette.ts'
import type { Translation } from '../../translation.ts'

export const palette: Translation<typeof english> = {
  title: '搜索或跳转',
  hint: '页面、操作、传输、文件请求或联系人',
  results: '结果',
  pages: '页面',
  actions: '操作',
  transfers: '传输',
  requests: '文件请求',
  untitledRequest: '未命名的请求',
  people: '收件人',
  nothing: '没有名为“{{typed}}”的内容。',
  searching: '正在搜索您的传输…',
  failed: '暂时无法搜索您的传输。',
  count_other: '{{number}} 个结果',
  keysMove: '移动',
  keysChoose: '选择',
  keysClose: '关闭',
  close: '关闭',

  sharedTransfers: '与我共享的传输',
  sharedRequests: '与我共享的文件请求',
  newLink: '创建链接',
  copyLast: '复制“{{name}}”的链接',
  copied: '链接已复制',
  copyFailed: '无法复制链接：{{link}}',
  themeLight: '浅色主题',
  themeDark: '深色主题',
  themeSystem: '跟随系统主题',
}
