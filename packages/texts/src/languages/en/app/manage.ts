/** The page by which a sender without an account looks after a transfer; loaded with it. */
export const manage = {
  title: 'Your transfer',
  loading: 'Opening your transfer',
  sentBy: 'Sent by {{sender}}',
  sentOn: 'sent on {{date}}',
  openUntil: 'open until {{date}}',
  totalFiles_one: '{{number}} file, {{size}}',
  totalFiles_other: '{{number}} files, {{size}}',
  message: 'Your message',

  status_uploading: 'Still uploading',
  status_active: 'Links open',
  status_expired: 'Expired',
  status_disabled: 'Closed',
  status_limitReached: 'Limit reached',
  status_takenDown: 'Taken down',

  people: 'Sent to',
  mailQueued: 'The mail is on its way',
  mailWaiting: 'Waiting: this mailbox gets many mails, so it comes together with others within the hour',
  mailRefused: 'This person wants no mails. The link works: pass it on yourself.',
  mailSent: 'Mailed on {{date}}',
  mailBounced: 'The mail came back. Is the address right?',
  opened: 'Looked at the page on {{date}}',
  downloaded: 'Downloaded on {{date}}',
  waitsForUpload: 'Gets a mail once everything is uploaded',
  sendAgain: 'Mail again',
  correct: 'Correct address',
  copyLink: 'Copy link',
  actionOf: '{{action}}: {{email}}',
  newAddress: 'Right address',
  correctHint: 'The link mailed to {{email}} stops working at once. The new address gets a mail with a link of its own.',
  sameAddress: 'This is the address that it went to. Enter the right one.',
  saveAddress: 'Mail the new address',
  cancel: 'Cancel',

  mailedAgain: 'A mail is on its way to {{email}}.',
  corrected: '{{before}} can no longer open the files. A mail is on its way to {{email}}.',
  linkCopied: 'Link Copied!',
  personalLink: 'Whoever opens it counts as {{email}}.',
  copyByHand: 'Copy the link yourself:',

  downloads: 'Downloads',
  nobodyYet: 'Nobody has downloaded yet',
  nobodyYetText: 'As soon as somebody does, you see here who, when and where. The page renews itself.',
  someone: 'Someone with the link',
  gotFiles_one: '{{number}} file',
  gotFiles_other: '{{number}} files',
  count_one: '{{number}} download in all',
  count_other: '{{number}} downloads in all',

  files: 'Files',

  saveTitle: 'Save it to an account',
  saveText:
    'Sign up with {{email}}: this and everything else that was sent from there is then in your dashboard, and this link leads there.',
  save: 'Sign up',

  keepSecret: 'Whoever has the address of this page can do all this. Keep it to yourself.',
  remove: 'Delete this transfer',
  removeSure: 'Really delete? Nobody can open it then',
  deletedTitle: 'Deleted',
  deletedText_one:
    'Nobody can open the files any more. You can take it back for {{count}} second; then they are erased for good.',
  deletedText_other:
    'Nobody can open the files any more. You can take it back for {{count}} seconds; then they are erased for good.',
  undo: 'Undo',
  goneTitle: 'Erased',
  goneText: 'The files and everything about this transfer are gone.',

  inAccountTitle: 'Saved to your account',
  inAccountText: 'This transfer is in the account of {{email}}. Log in to see it.',
  inYourAccountText: 'This transfer is in the account of {{email}}.',
  inOtherAccountText:
    'This transfer was sent as {{email}}, and you are logged in as {{other}}. If it is not in this account, log out and open this link again.',
  openInAccount: 'Open it there',
  logIn: 'Log in',

  stale: 'The server does not answer: this may be out of date.',
  tryAgain: 'Try again',
  close: 'Close',
}
