/** Mails about who uses an account, its data and its end. */
export const person = {
  brought: {
    subject: (product: string): string => `Your files are on ${product} now`,
    title: 'Your account has moved',
    intro: (product: string): string =>
      `Whoever runs your file sharing has moved it to ${product}. You have an account there with this address, and with it what you have shared. Links that you gave out go on working.`,
    withPassword: {
      text: 'Log in with the password that you had.',
      button: 'Log in',
      linkLabel: 'Log in here:',
    },
    withoutPassword: {
      text: 'Your password could not be taken along. Choose one: we mail you a link for it.',
      button: 'Choose a password',
      linkLabel: 'Choose a password here:',
    },
    why: 'You get this mail because you had an account before. There is nothing else to do.',
  },
  newDevice: {
    subject: (product: string): string => `A new device is logged in to your ${product} account`,
    title: 'A new device is logged in',
    intro: 'Somebody has logged in to your account where it was not used before.',
    when: 'Logged in:',
    place: 'About where:',
    yours: 'If it was you, there is nothing to do.',
    notYours: 'If it was not you, somebody knows your password. Log that device out here; then we help you to a new password.',
    button: 'This was not me',
    linkLabel: 'Log that device out here:',
    resetIntro: 'You have logged out a device that you do not know. Whoever used it knows your password: set a new one now.',
    resetFooter: 'Until you do, they can log in again. If somebody else reads your mailbox, secure that first.',
  },
  secondFactor: {
    on: {
      subject: (product: string): string => `Logging in to ${product} now takes a code as well`,
      title: 'The second step is on',
      intro: 'From now on a log-in to your account asks for the password and a code from your authenticator app.',
    },
    off: {
      subject: (product: string): string => `Logging in to ${product} takes no code any more`,
      title: 'The second step is off',
      intro: 'From now on the password alone is enough to log in to your account.',
    },
    offByOperator: {
      subject: (product: string): string => `Logging in to ${product} takes no code any more`,
      title: 'The second step is off',
      intro:
        'Whoever runs this service has switched off the second step of your account: the password alone is enough to log in.',
    },
    when: 'Changed:',
    yours: 'If it was you, there is nothing to do.',
    notYours: 'If it was not you, somebody else is in your account. Set a new password here; that logs everybody out.',
    notAsked: (support: string | null): string =>
      `If you did not ask for it, ${support ? `write to ${support}` : 'tell whoever runs this service'}, and set a new password here.`,
    button: 'Set a new password',
    linkLabel: 'Set a new password here:',
  },
  passkey: {
    added: {
      subject: (product: string): string => `A passkey was added to your ${product} account`,
      title: 'A passkey was added',
      intro: 'It opens your account by itself: without a password, and without a code.',
      notYours:
        'If it was not you, somebody is in your account. Shut them out here, with every passkey that they have added; then we help you to a new password.',
      button: 'This was not me',
      linkLabel: 'Shut them out here:',
    },
    removed: {
      subject: (product: string): string => `A passkey was removed from your ${product} account`,
      title: 'A passkey was removed',
      intro: 'It opens your account no longer. Your password and your other passkeys do as before.',
    },
    copied: {
      subject: (product: string): string => `A passkey of your ${product} account may have been copied`,
      title: 'A passkey may have been copied',
      intro:
        'What keeps it counts how often it is used, and that number went back. We have not let it in, and it opens your account no longer; whoever it had logged in is logged out.',
      notYours:
        'Remove it under Security, and add a new one there. If you do not know what happened, set a new password as well; that logs everybody out.',
      yours: 'Your password and your other passkeys open your account as before.',
    },
    name: 'Passkey:',
    when: 'Changed:',
    tried: 'Tried:',
    yours: 'If it was you, there is nothing more to do.',
    notYours: 'If it was not you, somebody else is in your account. Set a new password here; that logs everybody out.',
    button: 'Set a new password',
    linkLabel: 'Set a new password here:',
  },
  provider: {
    connected: {
      subject: (product: string): string => `Your ${product} account was connected to a provider`,
      title: 'A provider was connected',
      intro: 'Whoever is logged in to this account at the provider opens your account as well, without its password.',
    },
    removed: {
      subject: (product: string): string => `A provider was disconnected from your ${product} account`,
      title: 'A provider was disconnected',
      intro: 'It opens your account no longer. Your other ways to log in do as before.',
    },
    disown: {
      notYours:
        'If it was not you, somebody is in your account. Shut them out here, with every provider that they have connected; then we help you to a new password.',
      button: 'This was not me',
      linkLabel: 'Shut them out here:',
    },
    name: 'Provider:',
    when: 'Changed:',
    yours: 'If it was you, there is nothing more to do.',
    notYours:
      'If it was not you, somebody else is in your account. Look under Security which devices are logged in, and log them out.',
    button: 'Go to Security',
    linkLabel: 'Look under Security:',
  },
  exported: {
    subject: (product: string): string => `The copy of your ${product} data is ready`,
    title: 'The copy of your data is ready',
    intro: (size: string): string => `You asked for a copy of everything that we keep of your account: a zip of ${size}.`,
    until: (date: string): string => `Log in to download it. It is there until ${date}, then it is deleted.`,
    button: 'Go to your account',
    ignore: 'If you did not ask for it, somebody else may be using your account. Change your password, please.',
  },
  leaving: {
    subject: (product: string): string => `Your ${product} account will be deleted`,
    title: 'Your account will be deleted in 7 days',
    intro: (at: string): string =>
      `As you wished: your links are closed, and on ${at} your account goes with everything in it, files included.`,
    keep: 'If you change your mind until then, log in and press “Keep my account”: your links open again as they were.',
    plan: 'Your plan ends with your account, and nothing more is charged for it from today on.',
    refund: (days: number, support: string | null): string =>
      `A payment of the last ${days} days you get back if you ask for it before your account goes: ${support ? `write to ${support}` : 'ask whoever runs this service'}. Other time that is left is not refunded.`,
    button: 'Log in',
    notYou: 'If you did not wish this, somebody knows your password: log in, keep your account, and change the password.',
  },
  kept: {
    subject: (product: string): string => `You keep your ${product} account`,
    title: 'Your account stays',
    intro: 'It will not be deleted. Your links are open again, and you can send as before.',
    stillSuspended:
      'It will not be deleted. It is still suspended: its links stay closed, and it cannot send. Log in to see why.',
    button: 'Log in',
    notYou: 'If it was not you who kept it, somebody knows your password. Change it, please.',
  },
  gone: {
    subject: (product: string): string => `Your ${product} account was deleted`,
    title: 'Your account is gone',
    intro: 'Your account was deleted with everything in it: transfers, files, and what we knew of you.',
    last: 'This is the last mail about it. You are welcome to come back at any time.',
  },
}
