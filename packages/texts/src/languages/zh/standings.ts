import type { standings as en } from '../en/standings.ts'

export const standings: typeof en = {
  transfer: {
    active: '有效',
    received: '已收到',
    pending: '尚未打开',
    seen: '已打开',
    partly: '部分已下载',
    downloaded: '已下载',
    bounced: '邮件被退回',
    refused: '对方不收邮件',
    expiring: '{{when}}过期',
    expired: '已过期',
    disabled: '已关闭',
    uploading: '上传中',
    stalled: '上传中断',
    limitReached: '已达下载上限',
    takenDown: '已下架',
  },
  request: {
    open: '进行中',
    closed: '已关闭',
    full: '已收满',
    expired: '已结束',
    takenDown: '已下架',
  },
}
