/** Mails about file requests: to whoever is asked, and to whoever asks. */
const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)

export const requests = {
  asked: {
    subject: (who: string, what: string): string => (what ? `${who} asks you for files: ${what}` : `${who} asks you for files`),
    title: (who: string): string => `${who} asks you for files`,
  },
  reminder: {
    subject: (who: string, what: string): string =>
      what ? `Reminder: ${who} is waiting for ${what}` : `Reminder: ${who} is waiting for your files`,
    title: (who: string): string => `${who} is still waiting for your files`,
  },
  rejected: {
    subject: (who: string, what: string, request: string): string =>
      request ? `${who} sent back ${what} for ${request}` : `${who} sent back ${what}`,
    title: 'A file was sent back to you',
    intro: (who: string, request: string): string =>
      `${who} could not accept what you sent${request && ` for ${request}`}, and asks for it again:`,
    reason: 'Reason',
    bareSubject: (email: string): string => `${email} sent files back`,
    bareIntro: (email: string): string =>
      `${email} could not accept files that were sent with this address, and asks for them again. The page of the request says which ones, and why, in the browser that sent them.`,
  },
  commented: {
    subject: (who: string): string => `${who} wrote to you about your files`,
    title: (who: string): string => `${who} wrote to you`,
  },
  documents: 'What is needed:',
  optional: '(optional)',
  stillNeeded: 'Still needed:',
  sentBack: '(sent back)',
  due: (date: string): string => `Please send it by ${date}`,
  late: (date: string): string => `It was due on ${date}`,
  ends: (date: string): string => `The link works until ${date}`,
  needsPassword: 'You need a password for it, which you get from whoever asks.',
  button: 'Send files',
  linkLabel: 'Your link:',
  noAccount: 'You need no account. The link is yours alone: you do not see what others send, and they do not see what you send.',
  unknown: (email: string): string => `You do not know ${email}? Then ignore this mail.`,
  refuse: 'Get no more mails from this sender',

  receipt: {
    subject: (who: string, request: string): string => `Your files${request && ` for ${request}`} have reached ${who}`,
    title: 'Your files have arrived',
    intro: (who: string, content: string, date: string): string => `${who} has received ${content} from you on ${date}.`,
    again: 'Behind your link you see what became of them, and can send more:',
    button: 'Look at the request',
    bareSubject: (email: string): string => `Files have reached ${email}`,
    bareTitle: 'Files have arrived',
    bareIntro: (email: string): string => `Somebody has sent files for the request of ${email}, and named this address:`,
  },
  announce: {
    subject: (what: string, content: string): string => `${content} received for ${what}`,
    title: 'You have received files',
    intro: (what: string): string => `For your request ${what} you have received:`,
    someone: 'Someone with the link',
    more: (count: number, formatted: string): string => `and ${formatted} more ${plural(count, 'sending', 'sendings')}`,
    button: 'Look at the files',
    linkLabel: 'Your request:',
  },
  written: {
    subject: (who: string, what: string): string => `${who} wrote about ${what}`,
    title: (who: string): string => `${who} wrote to you`,
    subjectMany: (formatted: string, what: string): string => `${formatted} messages about ${what}`,
    titleMany: (formatted: string): string => `You have ${formatted} new messages`,
    more: (count: number, formatted: string): string => `and ${formatted} more ${plural(count, 'message', 'messages')}`,
  },
  proof: {
    subject: (email: string): string => `Do you want notices about file requests of ${email}?`,
    title: 'Do you want these notices?',
    intro: (email: string): string =>
      `${email} asks others for files here, and wants notices of what comes in to go to this address. They are sent once you have confirmed it.`,
    button: 'Confirm this address',
    linkLabel: 'Your link:',
    ignore: 'If you do not want them, do nothing: none will come.',
  },
  bareNote:
    'Nobody has confirmed yet that this address belongs to whoever sent the files, so this mail names none of them. If it was not you, ignore it.',
  bareLinkLabel: 'The request:',
  untitled: 'your request',
}
