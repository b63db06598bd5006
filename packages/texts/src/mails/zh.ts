import type { MailTexts } from './en.ts'

export const zh: MailTexts = {
  fileCount: (_, formatted) => `${formatted} 个文件`,
  filesAndSize: (files, size) => `${files}，共 ${size}`,
  moreFiles: (_, formatted) => `以及另外 ${formatted} 个文件`,
  morePeople: (_, formatted) => `以及另外 ${formatted} 人`,
  quoted: (text) => `“${text}”`,
  nameOfCompany: (name, company) => `${name}（${company}）`,
  messageLabel: '留言',
  sentWith: (product) => `由 ${product} 发送`,

  code: {
    subject: (code, product) => `${code} 是您的 ${product} 验证码`,
    preheader: (life) => `请在要求验证的页面上输入，${life}内有效。`,
    title: '验证您的邮箱地址',
    intro: '请在要求验证的页面上输入此验证码：',
    life: (life) => `验证码在${life}内有效，只能使用一次，且仅限于请求它的浏览器。`,
    ignore: '如果不是您本人请求的，请忽略此邮件。没有验证码，任何内容都不会以您的名义发送。',
  },

  recipient: {
    subject: (sender, what) => `${sender} 向您发送了${what}`,
    preheader: (what, until) => `${what}。${until}`,
    title: (sender) => `${sender} 向您发送了文件`,
    titleOne: (sender) => `${sender} 向您发送了一个文件`,
    until: (date) => `有效期至 ${date}`,
    forever: '此链接不会过期',
    button: '获取文件',
    buttonOne: '获取文件',
    linkLabel: '您的链接：',
    personal: '此链接仅供您本人使用。您下载后，发件人会收到通知。',
    unknownSender: (email) => `如果您不认识 ${email}，请不要打开此链接。`,
  },

  confirmation: {
    subject: (to, others, formatted) => `您的文件正在发送给 ${to}${others ? ` 和另外 ${formatted} 人` : ''}`,
    title: '您的文件正在发送',
    intro: '以下每位收件人都会收到一封带有链接的邮件：',
    introOne: '以下收件人会收到一封带有链接的邮件：',
    until: (date) => `可下载至 ${date}。`,
    notice: '有人下载时，我们会写信告诉您。',
    yourMessage: '您的留言',
    notYou: '如果您没有发送任何内容，则有人使用您的邮箱确认了此次传输，请检查邮箱的安全。',
  },

  download: {
    subject: (who, what) => `${who} 下载了${what}`,
    someone: '拥有链接的人',
    someoneWithin: '拥有链接的人',
    all: (count, formatted) => (count === 1 ? '您的文件' : `全部 ${formatted} 个文件`),
    title: '您的文件已被下载',
    titleOne: '您的文件已被下载',
    who: '下载者：',
    what: '内容：',
    when: '时间：',
    transfer: '传输：',
  },

  outbox: {
    title: '发件箱',
    intro: '未设置邮件服务器，因此邮件保存在这里，不会发出。',
    empty: '还没有邮件。服务写好邮件后会立即显示在这里。',
    from: '发件人',
    to: '收件人',
    replyTo: '回复至',
    subject: '主题',
    date: '日期',
    text: '纯文本',
    download: '下载 .eml',
    back: '所有邮件',
    newest: (count) => `仅列出最新的 ${count} 封。`,
  },
}
