/** Sentences of mails and of the outbox page. Slots come formatted; the other languages are typed by this shape. */

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

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)

export const mails = {
  fileCount: (count: number, formatted: string): string => `${formatted} ${plural(count, 'file', 'files')}`,
  filesAndSize: (files: string, size: string): string => `${files}, ${size}`,
  recorded: { voice: 'Voice memo', video: 'Video message' },
  moreFiles: (count: number, formatted: string): string => `and ${formatted} more ${plural(count, 'file', 'files')}`,
  morePeople: (count: number, formatted: string): string => `and ${formatted} more ${plural(count, 'person', 'people')}`,
  quoted: (text: string): string => `“${text}”`,
  nameOfCompany: (name: string, company: string): string => `${name} (${company})`,
  nameAndAddress: (name: string, email: string): string => `${name}, ${email}`,
  ...senderLabels,
  sentWith: (product: string): string => `Sent with ${product}`,

  code: {
    subject: (code: string, product: string): string => `${code} is your ${product} code`,
    preheader: (life: string): string => `Enter it on the page that asked for it. It works for ${life}.`,
    title: 'Confirm your email address',
    intro: 'Enter this code on the page that asked for it:',
    life: (life: string): string => `It works for ${life}, once, and only in the browser that asked for it.`,
    ignore: 'If it was not you who asked for it, ignore this mail. Without the code nothing is sent in your name.',
    joint:
      'Codes for this address were asked for very often of late, so this one is good on every page that asks for it in the next minutes. If none of them is yours, ignore this mail: without the code nothing is done in your name.',
  },

  account: {
    ignoreCode: 'If it was not you who asked for it, ignore this mail. Without the code no account is made.',
    ignoreEmailCode: 'If it was not you who asked for it, ignore this mail. Without the code no account gets this address.',
    reset: {
      subject: (product: string): string => `Set a new password for ${product}`,
      title: 'Set a new password',
      intro: 'Somebody, probably you, asked for a link to set a new password for your account.',
      button: 'Set a new password',
      linkLabel: 'Your link:',
      life: (life: string): string =>
        `The link works once and for ${life}. If you asked more than once, only the newest one works.`,
      ignore: 'If it was not you, ignore this mail: your password stays as it is.',
    },
    passwordChanged: {
      subject: (product: string): string => `Your ${product} password was changed`,
      title: 'Your password was changed',
      intro: 'Your account has a new password. Every other device, terminal and API token was logged out.',
      introReset: 'A new password was set by a link from your mailbox. Every device, terminal and API token was logged out.',
      when: 'Changed:',
      yours: 'If it was you, there is nothing more to do.',
      notYours:
        'If it was not you, set a new password now: that logs out whoever is in your account. If somebody else reads your mailbox, secure that first.',
      button: 'Set a new password',
      linkLabel: 'Ask for a link here:',
    },
    emailChanged: {
      subject: (product: string): string => `The address of your ${product} account was changed`,
      title: 'Your account has another address now',
      intro: (to: string): string => `From now on the account is used with ${to}. This address no longer belongs to it.`,
      when: 'Changed:',
      yours: 'If it was you, there is nothing more to do.',
      notYours: (support: string | null): string =>
        `If it was not you, somebody has your password: ${support ? `write to ${support}` : 'write to whoever runs this service'} at once, from this address. The account can be given back to you.`,
    },
    there: {
      subject: (product: string): string => `You already have an account with ${product}`,
      title: 'You already have an account: log in',
      intro: 'Somebody, probably you, tried to sign up with this address. It has an account already, so no code was sent.',
      button: 'Log in',
      ignore: 'If it was not you, ignore this mail. Nothing was changed.',
    },
    sessionEnded: {
      subject: (product: string): string => `We logged a device out of your ${product} account`,
      title: 'A device was logged out',
      intro:
        'A key that keeps a browser logged in was used a second time, after it had been replaced. This may mean that somebody copied it, so neither copy works any more.',
      when: 'Logged in:',
      next: 'If this device is yours, just log in again.',
      button: 'Log in',
    },
    made: {
      subject: (product: string): string => `An account with ${product} was made with your address`,
      title: 'An account was made with your address',
      intro: 'This address had been confirmed in that browser before, so no code was mailed this time.',
      when: 'Made:',
      yours: 'If it was you, there is nothing more to do.',
      notYours: (support: string | null): string =>
        `If it was not you, ${support ? `write to ${support} and ask` : 'ask whoever runs this service'} to have the account closed. Whoever made it has its password and can see what was sent from this address.`,
      button: 'Log in',
    },
    device: 'Device:',
    address: 'Network address:',
    linkLabel: 'Log in here:',
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
    subject: (sender: string, what: string): string => `${sender} sent you ${what}`,
    preheader: (what: string, until: string): string => `${what}. ${until}`,
    title: (sender: string): string => `${sender} sent you files`,
    titleOne: (sender: string): string => `${sender} sent you a file`,
    /** Its sender asked for it: they have not been downloaded yet. */
    reminder: {
      subject: (sender: string, what: string): string => `Reminder: ${sender} sent you ${what}`,
      title: (sender: string): string => `Files from ${sender} are waiting for you`,
      titleOne: (sender: string): string => `A file from ${sender} is waiting for you`,
      intro: 'You have not downloaded them yet.',
      introOne: 'You have not downloaded it yet.',
    },
    /** Its sender asked for it: they have what was there before. */
    newVersion: {
      subject: (sender: string, what: string): string => `New version: ${sender} has changed ${what}`,
      title: (sender: string): string => `${sender} has changed the files that you have`,
      titleOne: (sender: string): string => `${sender} has changed the file that you have`,
      intro: 'What you downloaded is not the newest any more. Your link gives what is there now.',
      introOne: 'What you downloaded is not the newest any more. Your link gives what is there now.',
    },
    until: (date: string): string => `Available until ${date}`,
    forever: 'This link does not expire',
    button: 'Get your files',
    buttonOne: 'Get your file',
    linkLabel: 'Your link:',
    needsPassword: 'You need a password, which the sender gives you.',
    limited: (count: number, formatted: string): string =>
      `It can be downloaded ${count === 1 ? 'once' : `${formatted} times`} in all: everybody who got it counts together.`,
    personal: (isNotified: boolean): string =>
      `This link was made for you alone. ${isNotified ? 'The sender is told when you download.' : 'The sender can see when files were downloaded.'}`,
    unknownSender: (email: string): string => `If you do not know ${email}, do not open the link.`,
    refuse: 'Stop mails from this sender, or from everybody here',
  },

  joined,

  confirmation: {
    subject: (to: string, others: number, formatted: string): string =>
      `Your files are on their way to ${to}${others ? ` and ${formatted} ${plural(others, 'other', 'others')}` : ''}`,
    title: 'Your files are on their way',
    intro: 'A mail with a link goes to each of these people:',
    introOne: 'A mail with a link goes to:',
    until: (date: string): string => `They can download until ${date}.`,
    forever: 'The download does not expire.',
    linkSubject: (what: string): string => `Your link to ${what} is ready`,
    linkTitle: 'Your link is ready',
    linkButton: 'Open your link',
    linkLabel: 'Pass on this link:',
    linkUntil: (date: string): string => `It works until ${date}.`,
    notice: 'We write to you when somebody downloads.',
    manageButton: 'Look after this transfer',
    manageLabel: 'Look after this transfer here:',
    manage:
      'There you see who has downloaded, mail somebody again, correct an address or delete the files. Whoever has this link can do all that, so keep it to yourself.',
    manageOwn: 'There you see who has downloaded, mail somebody again, correct an address or change what you sent.',
    yourMessage: 'Your message',
    notYourAccount: 'If you sent nothing, somebody else may be using your account.',
    notYou: 'If you sent nothing, somebody used your mailbox to confirm this transfer. Secure it, please.',
  },

  download: {
    subject: (who: string, what: string): string => `${who} downloaded ${what}`,
    someone: 'Someone with the link',
    someoneWithin: 'someone with the link',
    all: (count: number, formatted: string): string => plural(count, 'your file', `all ${formatted} files`),
    title: 'Your files were downloaded',
    titleOne: 'Your file was downloaded',
    who: 'By:',
    what: 'What:',
    when: 'When:',
    where: 'Where:',
    transfer: 'Transfer:',
    button: 'See all downloads',
    linkLabel: 'All downloads of this transfer:',
  },

  digest,
  feedback,

  outbox: {
    title: 'Outbox',
    intro: 'No mail server is set, so mails are kept here instead of being sent.',
    empty: 'No mails yet. They appear here as soon as the service writes one.',
    from: 'From',
    to: 'To',
    replyTo: 'Reply to',
    subject: 'Subject',
    date: 'Date',
    text: 'As plain text',
    download: 'Download as .eml',
    back: 'All mails',
    newest: (count: string): string => `Only the newest ${count} are listed.`,
  },
}

export type MailTexts = typeof mails
