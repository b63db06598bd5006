import type { extension as english } from '../../en/mails/extension.ts'

export const extension: typeof english = {
  andMore: (name, _others, formatted) => `${name}及另外 ${formatted} 个文件`,
  asked: {
    subject: (email) => `${email} 希望延长下载时间`,
    title: '有人希望延长下载时间',
    intro: (email, what) => `${email} 想下载${what}，但链接已过期。`,
    expired: (date) => `链接已于 ${date} 过期，文件仍然保留。`,
    button: '延长时间',
    linkLabel: '您的链接：',
    once: (date) => `链接会打开一个页面，按下其中的按钮即可延长 48 小时。仅可使用一次，有效期至 ${date}。`,
    ignore: '如果您不想延长，无需任何操作，链接会保持关闭。',
  },
  wanted: {
    moreDownloads: {
      subject: (email) => `${email} 希望增加下载次数`,
      title: '有人希望增加下载次数',
      intro: (email, what) => `${email} 想下载${what}，但链接的下载次数已达到您设定的上限。`,
      text: '您可以在传输页面增加下载次数，链接保持不变。',
    },
    password: {
      subject: (email) => `${email} 请求密码`,
      title: '有人请求密码',
      intro: (email, what) => `${email} 想打开${what}，但没有密码。`,
      text: '如果您认识对方，请告知密码，最好通过电话。您也可以在传输页面设置新的密码。',
    },
    button: '打开传输',
    linkLabel: '您的传输：',
    answer: '直接回复此邮件，对方即可收到。',
    ignore: '如果您不想处理，无需任何操作，链接会保持原样。',
  },
  given: {
    moreTime: {
      subject: (sender) => `${sender} 为您延长了下载时间`,
      intro: (sender, what) => `${sender} 为您延长了${what}的链接。`,
    },
    moreDownloads: {
      subject: (sender) => `${sender} 允许您再次下载`,
      intro: (sender, what) => `${sender} 已增加下载次数，您可以再次下载${what}。`,
    },
    title: '您的链接已恢复',
    button: '获取文件',
    linkLabel: '您的链接：',
    until: (date) => `有效期至 ${date}`,
  },
  expiring: {
    subject: () => '您发送的文件还没有人下载',
    title: '您的链接即将过期',
    intro: (what, date) => `${what}至今无人下载，链接将于 ${date} 过期。`,
    reminds: '在最后一天，我们会发邮件提醒尚未下载的收件人。',
    button: '查看传输',
    linkLabel: '您的传输：',
    turnOff: '您可以在账户页面的“发给您的邮件”中关闭此类邮件。',
  },
  reminder: {
    subject: (sender) => `${sender} 发给您的文件即将过期`,
    title: '您的文件还在等您',
    intro: (sender, what) => `${sender} 给您发送了${what}，链接即将过期。`,
    button: '获取文件',
    linkLabel: '您的链接：',
    until: (date) => `有效期至 ${date}`,
  },
}
