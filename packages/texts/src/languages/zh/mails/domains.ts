import type { domains as english } from '../../en/mails/domains.ts'

export const domains: typeof english = {
  broken: {
    subject: (host) => `${host} 上的链接已停用`,
    title: '您的域名不再指向这里',
    intro: (host) => `${host} 的 DNS 记录不再符合要求，可能被人修改，或域名已过期。`,
    meanwhile: '在记录恢复正确之前，新链接使用我们的地址；您已发出的该域名链接暂时无法打开。',
    button: '查看问题',
    linkLabel: '在此查看问题：',
    footer: '我们每小时检查一次记录，恢复正确后会立即重新使用您的域名。',
  },
  senderBroken: {
    subject: (host) => `邮件不再以 ${host} 发出`,
    title: '您的邮件改由我们的地址发出',
    intro: (host) => `${host} 用于邮件签名的 DNS 记录已不存在或被修改。`,
    meanwhile: '发给收件人的邮件照常发送，只是改用我们的地址，不会丢失。',
    button: '查看问题',
    linkLabel: '在此查看问题：',
    footer: '我们每小时检查一次记录，恢复正确后会立即重新使用您的域名。',
  },
}
