import type { MailTexts } from '../../en/mails/index.ts'

export const requests: MailTexts['requests'] = {
  asked: {
    subject: (who, what) => (what ? `${who} 向您索要文件：${what}` : `${who} 向您索要文件`),
    title: (who) => `${who} 向您索要文件`,
  },
  reminder: {
    subject: (who, what) => (what ? `提醒：${who} 正在等待“${what}”` : `提醒：${who} 正在等待您的文件`),
    title: (who) => `${who} 仍在等待您的文件`,
  },
  rejected: {
    subject: (who, what) => `${who} 退回了 ${what}`,
    title: '有文件被退回',
    intro: (who) => `${who} 无法接受您发送的文件，请重新发送：`,
    reason: '原因',
  },
  commented: {
    subject: (who) => `${who} 就您的文件给您留言`,
    title: (who) => `${who} 给您留言`,
  },
  documents: '所需文件：',
  optional: '（可选）',
  due: (date) => `请于 ${date} 前发送`,
  late: (date) => `截止日期为 ${date}`,
  ends: (date) => `链接有效期至 ${date}`,
  needsPassword: '打开链接需要密码，请向索要文件的人询问。',
  button: '发送文件',
  linkLabel: '您的链接：',
  noAccount: '您无需账户。此链接仅供您使用：您看不到他人发送的文件，他人也看不到您的文件。',
  unknown: (email) => `不认识 ${email}？请忽略此邮件。`,
  refuse: '不再接收此发件人的邮件',

  receipt: {
    subject: (who) => `您的文件已送达 ${who}`,
    title: '您的文件已送达',
    intro: (who, content, date) => `${who} 已于 ${date} 收到您发送的 ${content}。`,
    again: '打开您的链接即可查看处理结果，或继续发送：',
    button: '查看请求',
  },
  announce: {
    subject: (what, content) => `${what}：已收到 ${content}`,
    title: '您收到了文件',
    intro: (what) => `您的请求${what}已收到：`,
    someone: '拥有链接的人',
    more: (_, formatted) => `以及另外 ${formatted} 次发送`,
    button: '查看文件',
    linkLabel: '您的请求：',
  },
  written: {
    subject: (who, what) => `${who} 就${what}给您留言`,
    title: (who) => `${who} 给您留言`,
  },
  untitled: '您的请求',
}
