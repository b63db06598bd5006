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
  handover: {
    subject: (who, team) => `${who} 将团队 ${team} 移交给您`,
    title: (team) => `接管团队 ${team}`,
    intro: (who, team) =>
      `${who} 希望您成为 ${team} 的所有者。届时由您决定方案并负责付款，团队的全部内容也由您掌管。${who} 继续担任管理员。`,
    own: '您自己账户的文件、密码和方案保持不变。',
    button: '查看并决定',
    linkLabel: '前往决定：',
    until: (date) => `有效期至 ${date}。在您用密码确认之前，不会有任何变化。`,
    ignore: '如果您不愿意，请忽略此邮件，不会发生任何事情。',
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
    ownsNow: (team, who) => `团队 ${team} 现由您所有，包括其方案、存储空间和付款。${who} 继续担任管理员。`,
    ownedBefore: (team, who) =>
      `团队 ${team} 现归 ${who} 所有，包括其方案、存储空间和付款。您继续担任管理员，您的账户另有自己的空间，使用免费方案。`,
    ending: (team, who) =>
      `团队 ${team} 将在七天后随其所有者 ${who} 的账户一同删除，${who} 仍可保留它。在此之前无法在团队中发送。如需其中的内容，请联系 ${who}；您自己的账户不受影响。`,
    goesOn: (team, who) => `团队 ${team} 将继续：${who} 保留了账户，一切照旧。`,
    ended: (team) => `团队 ${team} 及其中创建的内容已随所有者的账户一同删除。您自己的账户不受影响。`,
    button: '打开团队',
    linkLabel: '团队链接：',
    footer: '您收到此邮件是因为您的账户。',
  },
}
