import type { scopeNames as en } from '../en/scope-names.ts'

export const scopeNames: typeof en = {
  send: '发送文件',
  read: '查看传输',
  requests: '收集文件',
  contacts: '使用联系人',
  account: '更改设置和团队',
}
