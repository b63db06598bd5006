/** Mails about what should not be there: reports, the operator's decision, and viruses. */
import { link } from '../link.ts'

export const moderation = {
  reasons: {
    malware: link.malwareReason,
    phishing: link.phishingReason,
    copyright: link.copyrightReason,
    illegal: link.illegalReason,
    personal: link.personalReason,
    other: link.otherReason,
  },
  button: 'Look at the transfer',
  linkLabel: 'Your transfer:',
  reported: {
    subject: (slug: string, count: number): string => `Transfer ${slug} was reported${count > 1 ? ` (${count} times)` : ''}`,
    title: 'A transfer was reported',
    slug: 'Transfer:',
    sender: 'Sender:',
    files: 'Files:',
    noText: '(no words)',
    more: (count: number): string => `and ${count} more`,
    copies: 'The same files can also be had by other transfers:',
    act: 'On the server, these commands show the reports and decide:',
  },
  reportedRequest: {
    subject: (slug: string, count: number): string => `Request ${slug} was reported${count > 1 ? ` (${count} times)` : ''}`,
    title: 'A file request was reported',
    slug: 'Request:',
    sender: 'Asked by:',
    files: 'Title:',
  },
  ofRequest: {
    button: 'Look at the request',
    linkLabel: 'Your request:',
    takenDown: {
      subject: 'Your file request was taken down',
      title: 'Your file request was taken down',
      intro: (what: string): string =>
        `The operator of this service has taken down your request ${what}, because it breaks the rules of this service. Its link opens nothing any more, and nothing can be sent to it.`,
    },
    back: {
      subject: 'Your file request is available again',
      title: 'Your file request is available again',
      intro: (what: string): string => `Your request ${what} was looked at again. Its link works as before.`,
    },
  },
  takenDown: {
    subject: 'Your transfer was taken down',
    title: 'Your transfer was taken down',
    intro: (what: string): string =>
      `The operator of this service has taken down ${what}, because it breaks the rules of this service. Its link opens nothing any more.`,
    next: (support: string | null): string =>
      `If you think that this is a mistake, write to ${support ?? 'whoever runs this service'}.`,
  },
  back: {
    subject: 'Your transfer is available again',
    title: 'Your transfer is available again',
    intro: (what: string): string => `${what} was looked at again. Its link works as before.`,
  },
  infected: {
    subject: (count: number): string => (count === 1 ? 'A virus was found in your file' : 'Viruses were found in your files'),
    title: 'A virus was found',
    intro: (what: string): string =>
      `The virus scanner found something in your transfer ${what}. These files are blocked: nobody can download them.`,
    next: 'Check the computer that they came from, then send clean copies.',
    others: 'The other files can be downloaded as before.',
    warnSubject: 'A virus was found in a file that you downloaded',
    warnIntro: (sender: string): string => `The virus scanner found something in files that ${sender} sent you:`,
    warnNext: 'Do not open them. Delete them, and check your computer.',
  },
}
