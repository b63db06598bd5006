import type { person as en } from '../../en/mails/person.ts'

export const person: typeof en = {
  brought: {
    subject: (product) => `您的文件已迁移到 ${product}`,
    title: '您的账户已迁移',
    intro: (product) =>
      `您所用文件分享服务的运营者已将其迁移到 ${product}。您在那里已有一个使用此邮箱的账户，您分享过的内容也都在其中。此前发出的链接仍可继续使用。`,
    withPassword: {
      text: '请用原来的密码登录。',
      button: '登录',
      linkLabel: '在此登录：',
    },
    withoutPassword: {
      text: '您的密码无法一并迁移。请重新设置一个，我们会把设置链接发到您的邮箱。',
      button: '设置密码',
      linkLabel: '在此设置密码：',
    },
    why: '您收到这封邮件，是因为您之前有过账户。除此之外无需任何操作。',
  },
  newDevice: {
    subject: (product) => `有新设备登录了您的 ${product} 账户`,
    title: '新设备登录提醒',
    intro: '有人在一台未曾使用过的设备上登录了您的账户。',
    when: '登录时间：',
    place: '大致地点：',
    yours: '如果是您本人，则无需任何操作。',
    notYours: '如果不是您本人，说明有人知道您的密码。请在此让该设备登出，随后我们会协助您设置新密码。',
    button: '不是我本人',
    linkLabel: '在此让该设备登出：',
    resetIntro: '您已让一台陌生设备登出。使用它的人知道您的密码，请立即设置新密码。',
    resetFooter: '在设置新密码之前，对方仍可再次登录。如果您的邮箱可能被他人查看，请先保护好邮箱。',
  },
  secondFactor: {
    on: {
      subject: (product) => `登录 ${product} 现在还需要动态码`,
      title: '两步验证已开启',
      intro: '从现在起，登录您的账户需要密码和身份验证器应用中的动态码。',
    },
    off: {
      subject: (product) => `登录 ${product} 不再需要动态码`,
      title: '两步验证已关闭',
      intro: '从现在起，仅凭密码即可登录您的账户。',
    },
    offByOperator: {
      subject: (product) => `登录 ${product} 不再需要动态码`,
      title: '两步验证已关闭',
      intro: '本服务的运营者关闭了您账户的两步验证：仅凭密码即可登录。',
    },
    when: '更改时间：',
    yours: '如果是您本人，则无需任何操作。',
    notYours: '如果不是您本人，说明有人进入了您的账户。请在此设置新密码，设置后其他人都会登出。',
    notAsked: (support) =>
      `如果您没有提出过这个要求，请${support ? `写信至 ${support}` : '告知本服务的运营者'}，并在此设置新密码。`,
    button: '设置新密码',
    linkLabel: '在此设置新密码：',
  },
  passkey: {
    added: {
      subject: (product) => `您的 ${product} 账户添加了通行密钥`,
      title: '已添加通行密钥',
      intro: '仅凭它即可登录您的账户，不需要密码，也不需要动态码。',
      notYours:
        '如果不是您本人，说明有人进入了您的账户。请在此将其登出，其添加的通行密钥也会一并移除；随后我们会帮您设置新密码。',
      button: '不是我本人',
      linkLabel: '在此将其登出：',
    },
    removed: {
      subject: (product) => `您的 ${product} 账户移除了通行密钥`,
      title: '已移除通行密钥',
      intro: '它不能再登录您的账户。您的密码和其他通行密钥不受影响。',
    },
    copied: {
      subject: (product) => `您 ${product} 账户的通行密钥可能已被复制`,
      title: '通行密钥可能已被复制',
      intro: '保存它的设备会记录使用次数，而这个数字倒退了。我们没有让其登录，它也不能再登录您的账户；凭它登录的设备均已登出。',
      notYours: '请在“安全”中移除它，并重新添加一个。如果您不清楚发生了什么，请同时设置新密码，所有设备都会登出。',
      yours: '您的密码和其他通行密钥仍可照常登录您的账户。',
    },
    name: '通行密钥：',
    when: '更改时间：',
    tried: '尝试时间：',
    yours: '如果是您本人，则无需其他操作。',
    notYours: '如果不是您本人，说明有人进入了您的账户。请在此设置新密码，所有设备都会登出。',
    button: '设置新密码',
    linkLabel: '在此设置新密码：',
  },
  provider: {
    connected: {
      subject: (product) => `您的 ${product} 账户已关联第三方账户`,
      title: '已关联第三方账户',
      intro: '今后用该第三方账户即可登录您的账户，无需密码。',
    },
    removed: {
      subject: (product) => `您的 ${product} 账户已解除第三方关联`,
      title: '已解除第三方关联',
      intro: '它不能再登录您的账户。其他登录方式不受影响。',
    },
    disown: {
      notYours:
        '如果不是您本人，说明有人进入了您的账户。请在此将其登出，其关联的第三方账户也会一并解除；随后我们会帮您设置新密码。',
      button: '不是我本人',
      linkLabel: '在此将其登出：',
    },
    name: '登录服务：',
    when: '更改时间：',
    yours: '如果是您本人，则无需其他操作。',
    notYours: '如果不是您本人，说明有人进入了您的账户。请在“安全”中查看已登录的设备，并将其登出。',
    button: '前往“安全”',
    linkLabel: '在“安全”中查看：',
  },
  exported: {
    subject: (product) => `您的 ${product} 数据副本已准备好`,
    title: '您的数据副本已准备好',
    intro: (size) => `您请求了一份我们所保存的账户数据副本：压缩包大小为 ${size}。`,
    until: (date) => `登录后即可下载。它将保留至${date}，之后会被删除。`,
    button: '前往您的账户',
    ignore: '如果不是您本人请求的，可能有人在使用您的账户，请更改密码。',
  },
  leaving: {
    subject: (product) => `您的 ${product} 账户即将删除`,
    title: '您的账户将在 7 天后删除',
    intro: (at) => `按您的要求：您的链接已关闭，账户及其中的全部内容（包括文件）将于 ${at} 删除。`,
    keep: '如果在此之前改变主意，请登录并点击“保留我的账户”，您的链接会恢复原样。',
    plan: '您的方案随账户一并终止，从今天起不会再扣款。',
    refund: (days, support) =>
      `最近 ${days} 天内的付款，只要在账户删除之前提出即可全额退还：${support ? `请写信至 ${support}` : '请联系本服务的运营者'}。其余剩余时间不予退款。`,
    button: '登录',
    notYou: '如果这不是您的意愿，说明有人知道您的密码：请登录、保留账户，并更改密码。',
  },
  kept: {
    subject: (product) => `您保留了 ${product} 账户`,
    title: '您的账户已保留',
    intro: '账户不会被删除。您的链接已重新开放，您可以像以前一样发送文件。',
    stillSuspended: '账户不会被删除，但仍处于暂停状态：链接保持关闭，也无法发送。登录后可查看原因。',
    button: '登录',
    notYou: '如果不是您本人保留的，说明有人知道您的密码，请更改密码。',
  },
  gone: {
    subject: (product) => `您的 ${product} 账户已删除`,
    title: '您的账户已删除',
    intro: '您的账户及其中的全部内容均已删除：传输、文件，以及我们所知道的关于您的信息。',
    last: '这是关于此账户的最后一封邮件。欢迎您随时回来。',
  },
}
