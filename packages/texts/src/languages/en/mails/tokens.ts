/** Mails about API tokens, to whoever owns the account. */
export const tokens = {
  made: {
    subject: (product: string): string => `An API token was made for your ${product} account`,
    title: 'An API token was made',
    intro: 'Whoever has it can do for your account what it was made for, without your password.',
    when: 'Made:',
    yours: 'If it was you, there is nothing more to do.',
    notYours:
      'If it was not you, somebody is in your account. Revoke the token here, and set a new password: that logs everybody out.',
  },
  ending: {
    subject: (name: string, date: string): string => `Your API token ${name} expires on ${date}`,
    title: 'An API token expires soon',
    intro: (date: string): string => `From ${date} on it is refused, and whatever uses it stops.`,
    next: 'Make a new one and put it where the old one is. A token that is no longer needed you can leave to itself.',
    why: 'This is told once, a week before.',
  },
  name: 'Token:',
  may: 'It may:',
  until: 'Expires:',
  never: 'not until it is revoked',
  lastUsed: 'Last used:',
  unused: 'never',
  button: 'Go to your tokens',
  linkLabel: 'Your tokens:',
}
