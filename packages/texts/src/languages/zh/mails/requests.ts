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
    bareSubject: (email) => `${email} 退回了文件`,
    bareIntro: (email) =>
      `有人发送文件时填写了此邮箱，其中有文件未被 ${email} 接受，需要重新发送。在发送文件时所用的浏览器中打开请求页面，即可查看具体文件和原因。`,
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
    bareSubject: (email) => `文件已送达 ${email}`,
    bareTitle: '文件已送达',
    bareIntro: (email) => `有人向 ${email} 的文件请求发送了文件，并填写了此邮箱：`,
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
    subjectMany: (formatted, what) => `${what}有 ${formatted} 条新留言`,
    titleMany: (formatted) => `您有 ${formatted} 条新留言`,
    more: (_, formatted) => `以及另外 ${formatted} 条留言`,
  },
  proof: {
    subject: (email) => `是否接收 ${email} 的文件请求通知？`,
    title: '是否接收这些通知？',
    intro: (email) => `${email} 在此向他人索要文件，并希望把收到文件的通知发送到此邮箱。只有在您确认后，我们才会发送。`,
    button: '确认此邮箱',
    linkLabel: '您的链接：',
    ignore: '如果不想接收，无需任何操作，您不会收到通知。',
  },
  bareNote: '尚未确认此邮箱属于文件的发送者，因此本邮件不列出文件名。如果不是您发送的，请忽略此邮件。',
  bareLinkLabel: '文件请求：',
  untitled: '您的请求',
}
