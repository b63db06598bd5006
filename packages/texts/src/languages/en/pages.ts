/** The pages that the server writes itself: titles, link states, the plain list for visitors without scripts. */
import { extension } from './app/extension.ts'
import { manage } from './app/manage.ts'
import { refusal } from './app/refusal.ts'
import { link } from './link.ts'

export const pages = {
  ...link,
  homeText: 'Send big files and whole folders to anyone by email.',

  sentTitle_one: '{{sender}} sent you {{count}} file',
  sentTitle_other: '{{sender}} sent you {{count}} files',
  sendingTitle_one: '{{sender}} is sending you {{count}} file',
  sendingTitle_other: '{{sender}} is sending you {{count}} files',
  total_one: '{{count}} file, {{size}}',
  total_other: '{{count}} files, {{size}}',
  expires: 'Expires in {{wait}}, on {{date}} UTC',
  downloadAll: 'Download all',
  downloadFile: 'Download',
  downloadChosen: 'Download the chosen files',
  downloadsLeft_one: 'The sender allows {{count}} more download.',
  downloadsLeft_other: 'The sender allows {{count}} more downloads.',
  more: 'These are the first {{shown}} of {{count}} files. "Download all" brings every one of them.',

  shareTitle: 'Shared files',
  moreArriving: 'These are the first {{shown}} of {{count}} files.',
  silence: 'nothing has come for {{wait}}',
  uploadingText: 'What is ready can be downloaded now. Load this page again to see what else has come.',
  arriving: 'arriving, {{percent}} %',
  loadAgain: 'Load again',
  expiredText: 'The time of this link is over.',
  expiredForGood: 'The files cannot be downloaded any more. Ask the sender to send them again.',

  requestSent: 'Your request is on its way to the sender. We write to you as soon as the link is open again.',
  requestWrong: 'Please check the email address and the note, which may have up to 280 characters.',

  reportSent: 'Thank you. Your report has reached the operator.',
  reportWrong: 'The report was not sent: please check the email address.',

  heldText: 'These files are being checked for viruses. Load this page again in a moment.',
  infectedText: 'A virus was found. What has it is blocked; the other files can be downloaded below.',
  infectedAllText: 'A virus was found, and what has it is blocked: there is nothing left here to download.',

  refusalTitle: refusal.title,
  refusalText: refusal.text,
  refusalFromSender: refusal.fromSender,
  refusalFromAll: refusal.fromAll,
  refusalWanted: refusal.wanted,
  refusalRefused: refusal.refused,
  refusalStop: refusal.stop,
  refusalAllow: refusal.allow,
  refusalDeadTitle: refusal.deadTitle,
  refusalDeadText: refusal.deadText,
  extensionTitle: extension.title,
  extensionAsk: extension.ask,
  extensionAskMany: '{{email}} would like to download {{title}} and more, {{count}} files in all, but the link has expired.',
  extensionNote: 'Their note:',
  extensionPress: extension.press,
  extensionDone: extension.done,
  extensionExpiry: extension.expiry,
  extensionNotified: extension.notified,
  extensionAccount: extension.account,
  extensionDead: extension.deadTitle,
  extensionDeadText: extension.deadText,

  manageTitle: manage.title,
  manageTo: manage.people,
  manageState_uploading: manage.status_uploading,
  manageState_active: 'The links are open',
  manageState_expired: manage.status_expired,
  manageState_disabled: manage.status_disabled,
  manageState_limitReached: 'Download limit reached',
  manageState_takenDown: manage.status_takenDown,
  manageState_deleted: manage.deletedTitle,
  manageState_inAccount: manage.inAccountTitle,
  managePerson_queued: manage.mailQueued,
  managePerson_waiting: manage.mailWaiting,
  managePerson_refused: manage.mailRefused,
  managePerson_sent: 'Mail sent',
  managePerson_deferred: 'The mail is delayed and is tried again',
  managePerson_bounced: 'The mail came back',
  managePerson_opened: 'Page opened',
  managePerson_downloaded: 'Downloaded',
  manageNeedsScript:
    'Mailing again, correcting an address and deleting need JavaScript. Allow it in your browser, then load this page again.',

  thanksTitle: 'Thank you',
  welcomeTitle: 'Welcome Back!',
  pageNeedsScript: 'This page needs JavaScript. Allow it in your browser, then load it again.',
  resetTitle: 'Set a new password',
  resetNeedsScript: 'Setting a password needs JavaScript. Allow it in your browser, then load this page again.',

  dashTitle: 'Dashboard',
  dashLoading: 'Opening your dashboard',
  dashNeedsScript: 'The dashboard needs JavaScript. Allow it in your browser, then load this page again.',
}
export type PageTexts = typeof pages
