import type { team as en } from '../../en/mails/team.ts'

export const team: typeof en = {
  invited: {
    subject: (who, team) => `${who} 邀请您加入团队 ${team}`,
    title: (team) => `加入团队 ${team}`,
    intro: (who, team) => `${who} 邀请您为 ${team} 收发文件，使用该团队的存储空间和额度。`,
    asMember: '您可以看到自己发送的内容以及与您共享的内容。您自己账户的文件、密码和方案仍只属于您。',
    asAdmin: '作为管理员，您可以看到团队的全部内容并邀请他人。您自己账户的文件、密码和方案仍只属于您。',
    button: '查看邀请',
    linkLabel: '邀请链接：',
    until: (date) => `有效期至 ${date}。仅查看不会接受邀请。`,
    ignore: '如果您不认识邀请人，请忽略此邮件，不会发生任何事情。',
  },
  news: {
    subject: (team) => `团队 ${team} 的消息`,
    title: '您的团队有变化',
    accepted: (team, who) => `${who} 已加入团队 ${team}。`,
    declined: (team, who) => `${who} 谢绝了加入团队 ${team} 的邀请，席位已释放。`,
    removed: (team) => `您已不在团队 ${team} 中。您在团队中创建的内容留在团队，您自己的账户照常使用。`,
    left: (team, who) => `${who} 已退出团队 ${team}，其在团队中创建的内容现由您负责。`,
    madeAdmin: (team) => `您现在是团队 ${team} 的管理员：可以看到全部内容并邀请他人。`,
    madeMember: (team) => `您现在是团队 ${team} 的成员：可以看到自己发送的内容以及与您共享的内容。`,
    button: '打开团队',
    linkLabel: '团队链接：',
    footer: '您收到此邮件是因为您的账户。',
  },
}
