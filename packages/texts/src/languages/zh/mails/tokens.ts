import type { tokens as en } from '../../en/mails/tokens.ts'

export const tokens: typeof en = {
  made: {
    subject: (product) => `您的 ${product} 账户新建了一个 API 令牌`,
    title: '已新建 API 令牌',
    intro: '持有该令牌的人无需您的密码，即可在其权限范围内操作您的账户。',
    when: '创建时间：',
    yours: '如果是您本人，则无需其他操作。',
    notYours: '如果不是您本人，说明有人进入了您的账户。请在此撤销该令牌，并设置新密码，所有设备都会登出。',
  },
  ending: {
    subject: (name, date) => `您的 API 令牌“${name}”将于${date}到期`,
    title: 'API 令牌即将到期',
    intro: (date) => `自${date}起，该令牌将被拒绝，使用它的程序也会停止工作。`,
    next: '请新建一个令牌替换它。如果不再需要，则无需任何操作。',
    why: '此提醒只在到期前一周发送一次。',
  },
  name: '令牌：',
  may: '权限：',
  until: '到期：',
  never: '撤销前一直有效',
  lastUsed: '最近使用：',
  unused: '从未使用',
  button: '查看您的令牌',
  linkLabel: '您的令牌：',
}
