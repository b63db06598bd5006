import type { requestGrid as en } from '../en/request-grid.ts'

export const requestGrid: typeof en = {
  request: '文件请求',
  madeAt: (date) => `生成于 ${date}`,
  requester: '发起人',
  link: '链接',
  untitled: '未命名',
  someone: '拥有链接的人',
  other: '其他文件',
  states: { waiting: '等待中', uploading: '上传中', received: '已收到', accepted: '已接受', rejected: '已退回' },
  columns: {
    supplier: '供应方',
    email: '邮箱',
    company: '公司',
    document: '文件名目',
    state: '状态',
    file: '文件',
    bytes: '字节',
    receivedAt: '接收时间 (UTC)',
    decidedAt: '审核时间 (UTC)',
    reason: '原因',
  },
  nobody: '尚未向任何人索要文件。',
  leftOut: (_, number) => `另有 ${number} 人未列入本文件，完整名单请导出 CSV。`,
  page: (productName) => `由 ${productName} 根据其记录生成。时间均为 UTC。`,
}
