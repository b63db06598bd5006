/** The pages that the server writes itself: titles, link states, the plain list for visitors without scripts. */
export const en = {
  title: '{{title}} · {{product}}',
  homeText: 'Send big files and whole folders to anyone by email.',

  sentTitle_one: '{{sender}} sent you {{count}} file',
  sentTitle_other: '{{sender}} sent you {{count}} files',
  total_one: '{{count}} file, {{size}}',
  total_other: '{{count}} files, {{size}}',
  expires: 'Expires in {{wait}}, on {{date}} UTC',
  files: 'Files',
  downloadAll: 'Download all',
  downloadFile: 'Download',
  downloadChosen: 'Download the chosen files',
  choose: 'Choose {{name}}',
  more: 'These are the first {{shown}} of {{count}} files. "Download all" brings every one of them.',

  uploadingTitle: 'Still on its way',
  uploadingText: 'These files are still being uploaded. Load this page again in a little while.',
  passwordTitle: 'Password needed',
  passwordText: 'The sender protected this transfer. Enter the password that you got from them.',
  password: 'Password',
  unlock: 'Open',
  disabledTitle: 'Link closed',
  disabledText: 'The sender has closed this link. Ask them to open it again.',
  limitReachedTitle: 'Download limit reached',
  limitReachedText: 'This link has been used as often as the sender allowed. Ask them to send the files again.',
  expiredTitle: 'Link expired',
  expiredText: 'The files of this link are no longer available. Ask the sender to send them again.',
  takenDownTitle: 'Taken down',
  takenDownText: 'This transfer was taken down because it broke the rules of this service.',
  unknownTitle: 'Nothing here',
  unknownText: 'There is nothing at this link. Check that it was copied whole.',

  dashTitle: 'Dashboard',
  dashLoading: 'Opening your dashboard',
  dashNeedsScript: 'The dashboard needs JavaScript. Allow it in your browser, then load this page again.',

  notFoundTitle: 'Page not found',
  failedTitle: 'That did not work',
  toHome: 'To the home page',
}
export type PageTexts = typeof en
