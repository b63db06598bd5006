/** The page on which a sender gives more time (X3). */
export const extension = {
  loading: 'Looking for the request',
  title: 'More time for your link',
  ask: '{{email}} would like to download {{title}}, but the link has expired.',
  askMany: '{{email}} would like to download {{title}} and more, {{number}} files in all, but the link has expired.',
  note: 'Their note',
  expired: 'It expired on {{date}}. The files are still here.',
  press: 'Extend for 48 hours',
  done: 'Link Extended for 48 hours',
  expiry: 'New expiry date',
  notified: 'The receiver, {{email}}, is notified.',
  account: 'My account',
  deadTitle: 'Link expired',
  deadText: 'Nothing to see here',
}
