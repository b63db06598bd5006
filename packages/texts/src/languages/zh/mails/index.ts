import { closeUp } from '../../../close-up.ts'
import type { MailTexts } from '../../en/mails/index.ts'
import { senderLabels } from '../sender-fields.ts'
import { billing } from './billing.ts'
import { digest } from './digest.ts'
import { domains } from './domains.ts'
import { extension } from './extension.ts'
import { feedback } from './feedback.ts'
import { joined } from './joined.ts'
import { moderation } from './moderation.ts'
import { person } from './person.ts'
import { requests } from './requests.ts'
import { team } from './team.ts'
import { tokens } from './tokens.ts'
import { webhooks } from './webhooks.ts'

/** A number stands apart from the character before it; a quotation mark does not. */
const apart = (what: string): string => (/^\d/.test(what) ? ` ${what}` : what)

export const mails: MailTexts = closeUp({
  fileCount: (_, formatted) => `${formatted} 个文件`,
  filesAndSize: (files, size) => `${files}，共 ${size}`,
  recorded: { voice: '语音留言', video: '视频留言' },
  moreFiles: (_, formatted) => `以及另外 ${formatted} 个文件`,
  morePeople: (_, formatted) => `以及另外 ${formatted} 人`,
  quoted: (text) => `“${text}”`,
  nameOfCompany: (name, company) => `${name}（${company}）`,
  nameAndAddress: (name, email) => `${name}，${email}`,
  ...senderLabels,
  sentWith: (product) => `由 ${product} 发送`,

  code: {
    subject: (code, product) => `${code} 是您的 ${product} 验证码`,
    preheader: (life) => `请在要求验证的页面上输入，${life}内有效。`,
    title: '验证您的邮箱地址',
    intro: '请在要求验证的页面上输入此验证码：',
    life: (life) => `验证码在${life}内有效，只能使用一次，且仅限于请求它的浏览器。`,
    ignore: '如果不是您本人请求的，请忽略此邮件。没有验证码，任何内容都不会以您的名义发送。',
    joint:
      '近期有人频繁为此邮箱请求验证码，因此接下来几分钟内，所有请求验证的页面都使用这一个验证码。如果都不是您本人操作，请忽略此邮件：没有验证码，任何操作都不会以您的名义进行。',
  },

  account: {
    ignoreCode: '如果不是您本人请求的，请忽略此邮件。没有验证码就不会创建任何账户。',
    ignoreEmailCode: '如果不是您本人请求的，请忽略此邮件。没有验证码，任何账户都不会改用此邮箱。',
    reset: {
      subject: (product) => `重置您的 ${product} 密码`,
      title: '设置新密码',
      intro: '有人（可能就是您本人）请求了一个为您的账户设置新密码的链接。',
      button: '设置新密码',
      linkLabel: '您的链接：',
      life: (life) => `此链接只能使用一次，${life}内有效。如果您多次请求，只有最新的链接有效。`,
      ignore: '如果不是您本人，请忽略此邮件，您的密码不会改变。',
    },
    passwordChanged: {
      subject: (product) => `您的 ${product} 密码已更改`,
      title: '您的密码已更改',
      intro: '您的账户已启用新密码，其他所有设备、终端和 API 令牌均已登出。',
      introReset: '有人通过您邮箱中的链接设置了新密码，所有设备、终端和 API 令牌均已登出。',
      when: '更改时间：',
      yours: '如果是您本人，则无需任何操作。',
      notYours: '如果不是您本人，请立即设置新密码，这会让登录您账户的所有人登出。如果您的邮箱可能被他人查看，请先保护好邮箱。',
      button: '设置新密码',
      linkLabel: '在此请求链接：',
    },
    emailChanged: {
      subject: (product) => `您的 ${product} 账户邮箱已更改`,
      title: '您的账户已改用其他邮箱',
      intro: (to) => `从现在起，该账户使用 ${to}。此邮箱不再属于该账户。`,
      when: '更改时间：',
      yours: '如果是您本人，则无需任何操作。',
      notYours: (support) =>
        `如果不是您本人，说明有人知道您的密码：请立即用此邮箱${support ? `写信至 ${support}` : '联系此服务的运营者'}，账户可以恢复给您。`,
    },
    there: {
      subject: (product) => `您已经有 ${product} 账户了`,
      title: '您已经有账户了，请直接登录',
      intro: '有人（可能就是您本人）尝试用此邮箱注册。该邮箱已有账户，因此没有发送验证码。',
      button: '登录',
      ignore: '如果不是您本人，请忽略此邮件，您的账户没有任何改动。',
    },
    sessionEnded: {
      subject: (product) => `我们已将一台设备从您的 ${product} 账户登出`,
      title: '一台设备已被登出',
      intro: '用于保持浏览器登录状态的密钥在更换之后又被使用了一次。这可能意味着有人复制了它，因此两份密钥均已失效。',
      when: '登录时间：',
      next: '如果这是您的设备，重新登录即可。',
      button: '登录',
    },
    made: {
      subject: (product) => `有人用您的邮箱创建了 ${product} 账户`,
      title: '有人用您的邮箱创建了账户',
      intro: '此邮箱之前已在该浏览器中验证过，因此这次没有发送验证码。',
      when: '创建时间：',
      yours: '如果是您本人，则无需任何操作。',
      notYours: (support) =>
        `如果不是您本人，请${support ? `写信至 ${support}` : '联系此服务的运营者'}，要求关闭该账户。创建者掌握账户密码，并能看到从此邮箱发送过的内容。`,
      button: '登录',
    },
    device: '设备：',
    address: '网络地址：',
    linkLabel: '登录地址：',
  },

  billing,
  domains,
  webhooks,
  requests,
  team,
  tokens,
  person,
  extension,
  moderation,

  recipient: {
    subject: (sender, what) => `${sender} 向您发送了${apart(what)}`,
    preheader: (what, until) => `${what}。${until}`,
    title: (sender) => `${sender} 向您发送了文件`,
    titleOne: (sender) => `${sender} 向您发送了一个文件`,
    reminder: {
      subject: (sender, what) => `提醒：${sender} 向您发送了${apart(what)}`,
      title: (sender) => `${sender} 发送的文件正等待您下载`,
      titleOne: (sender) => `${sender} 发送的一个文件正等待您下载`,
      intro: '您尚未下载这些文件。',
      introOne: '您尚未下载此文件。',
    },
    newVersion: {
      subject: (sender, what) => `新版本：${sender} 更新了${what}`,
      title: (sender) => `${sender} 更新了您已下载的文件`,
      titleOne: (sender) => `${sender} 更新了您已下载的文件`,
      intro: '您下载的已不是最新版本。通过您的链接可获取最新文件。',
      introOne: '您下载的已不是最新版本。通过您的链接可获取最新文件。',
    },
    until: (date) => `有效期至 ${date}`,
    forever: '此链接不会过期',
    button: '获取文件',
    buttonOne: '获取文件',
    linkLabel: '您的链接：',
    needsPassword: '打开链接需要密码，密码由发件人提供。',
    limited: (_, formatted) => `所有收件人合计可下载 ${formatted} 次。`,
    personal: (isNotified) =>
      `此链接仅供您本人使用。${isNotified ? '您下载后，发件人会收到通知。' : '发件人可以看到文件的下载时间。'}`,
    unknownSender: (email) => `如果您不认识 ${email}，请不要打开此链接。`,
    refuse: '不再接收此发件人或此处所有人的邮件',
  },

  joined,

  confirmation: {
    subject: (to, others, formatted) => `您的文件正在发送给 ${to}${others ? ` 和另外 ${formatted} 人` : ''}`,
    title: '您的文件正在发送',
    intro: '以下每位收件人都会收到一封带有链接的邮件：',
    introOne: '以下收件人会收到一封带有链接的邮件：',
    until: (date) => `可下载至 ${date}。`,
    forever: '下载不会过期。',
    linkSubject: (what) => `您的链接已就绪（${what}）`,
    linkTitle: '您的链接已就绪',
    linkButton: '打开链接',
    linkLabel: '请转发此链接：',
    linkUntil: (date) => `有效期至 ${date}。`,
    notice: '有人下载时，我们会写信告诉您。',
    manageButton: '管理此次传输',
    manageLabel: '在这里管理此次传输：',
    manage: '您可以在那里查看谁已下载、重新发送邮件、更正地址或删除文件。任何持有此链接的人都能这样做，请勿转发。',
    manageOwn: '您可以在那里查看谁已下载、重新发送邮件、更正地址或修改所发内容。',
    yourMessage: '您的留言',
    notYourAccount: '如果您没有发送任何内容，可能有人正在使用您的账户。',
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
    where: '地点：',
    transfer: '传输：',
    button: '查看全部下载记录',
    linkLabel: '此次传输的全部下载记录：',
  },

  digest,
  feedback,

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
})
