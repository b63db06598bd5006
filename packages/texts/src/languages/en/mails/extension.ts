/** Mails about how long a link lives. */
export const extension = {
  andMore: (name: string, others: number, formatted: string): string =>
    `${name} and ${formatted} more ${others === 1 ? 'file' : 'files'}`,
  asked: {
    subject: (email: string): string => `${email} asks for more time`,
    title: 'Somebody asks for more time',
    intro: (email: string, what: string): string => `${email} would like to download ${what}, but the link has expired.`,
    expired: (date: string): string => `It expired on ${date}. The files are still here.`,
    button: 'Give more time',
    linkLabel: 'Your link:',
    once: (date: string): string =>
      `The link leads to a page with a button that extends it for 48 hours. It works once, until ${date}.`,
    ignore: 'If you do not want this, do nothing: the link stays closed.',
  },
  wanted: {
    moreDownloads: {
      subject: (email: string): string => `${email} asks for more downloads`,
      title: 'Somebody asks for more downloads',
      intro: (email: string, what: string): string =>
        `${email} would like to download ${what}, but the link has been used as often as you allowed.`,
      text: 'On the page of the transfer you can allow more downloads. The link stays the same.',
    },
    password: {
      subject: (email: string): string => `${email} asks for the password`,
      title: 'Somebody asks for the password',
      intro: (email: string, what: string): string => `${email} would like to open ${what}, but does not have the password.`,
      text: 'If you know who this is, tell them, best by telephone. On the page of the transfer you can also set another password.',
    },
    button: 'Open the transfer',
    linkLabel: 'Your transfer:',
    answer: 'An answer to this mail goes to whoever asks.',
    ignore: 'If you do not want this, do nothing: the link stays as it is.',
  },
  given: {
    moreTime: {
      subject: (sender: string): string => `${sender} gave you more time`,
      intro: (sender: string, what: string): string => `${sender} extended the link to ${what} for you.`,
    },
    moreDownloads: {
      subject: (sender: string): string => `${sender} allowed more downloads`,
      intro: (sender: string, what: string): string => `You can download ${what} again: ${sender} allowed it.`,
    },
    title: 'Your link works again',
    button: 'Get your files',
    linkLabel: 'Your link:',
    until: (date: string): string => `Available until ${date}`,
  },
  expiring: {
    subject: (isOne: boolean): string => `Nobody has downloaded your ${isOne ? 'file' : 'files'} yet`,
    title: 'Your link ends soon',
    intro: (what: string, date: string): string => `Nobody has downloaded ${what} so far. The link ends on ${date}.`,
    reminds: 'In its last day we remind those by mail who have not downloaded.',
    button: 'Look at the transfer',
    linkLabel: 'Your transfer:',
    turnOff: 'You can turn these mails off on your account page, under “Mails to you”.',
  },
  reminder: {
    subject: (sender: string): string => `Your files from ${sender} end soon`,
    title: 'Your files are still waiting',
    intro: (sender: string, what: string): string => `${sender} sent you ${what}. The link ends soon.`,
    button: 'Get your files',
    linkLabel: 'Your link:',
    until: (date: string): string => `Available until ${date}`,
  },
}
