/** The words of what its sender sets of a transfer: what it is called, in the forms as in mails. */
export const senderLabels = {
  titleLabel: 'Title',
  messageLabel: 'Message',
}

/** What is said below it in a form, and what the timeline calls it once it was changed. */
export const senderFields = {
  titleHint: 'Shown in the mails and on the page. Left empty, the file’s name is shown.',
  changed_shareWith: 'who of the team sees it',
  changed_title: 'title',
  changed_message: 'message',
  changed_expiry: 'expiry',
  changed_password: 'password',
  changed_downloadLimit: 'download limit',
  changed_notifyOnDownload: 'mails to me',
  changed_isRestricted: 'who can open it',
}
