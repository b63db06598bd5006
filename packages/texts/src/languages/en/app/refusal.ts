/** `/unsubscribe/{token}`: mail that its reader does not want. */
export const refusal = {
  loading: 'Looking at your choice',
  title: 'Mails to you',
  text: 'Choose which mails about files you no longer want. The links that you have stay open, and codes that you ask for still come.',
  fromSender: 'Mails from {{sender}}',
  fromAll: 'Mails from everybody who sends here',
  wanted: 'You get them.',
  refused: 'You get none any more.',
  stop: 'Stop them',
  allow: 'Allow them again',
  deadTitle: 'This link is not whole',
  deadText: 'Please open it from the mail again.',
}
