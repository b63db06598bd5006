/**
 * Every kind of mail that there is. `own`: its reader has asked for it, or it tells of their own account, transfers and requests; it always
 * goes. `refusable`: somebody else causes it, so its reader may refuse it, and all of these together have a ceiling by mailbox (R41).
 */
export const mailKinds = {
  /** A code, a link to set a password, and what happened to an account, its plan and its data. */
  code: 'own',
  account: 'own',
  accountData: 'own',
  plan: 'own',
  /** To members of a team, and to who invites, of what became of somebody in it. */
  team: 'own',
  /** To whoever has a host that links no longer stand at. */
  domain: 'own',
  /** To whoever has a webhook that nothing more is sent to. */
  webhook: 'own',
  /** To the operator. */
  feedback: 'own',
  abuseReport: 'own',
  /** To a sender, of a transfer of theirs. */
  transferSent: 'own',
  transferDownloaded: 'own',
  downloadsOfDay: 'own',
  transferEnding: 'own',
  transferInfected: 'own',
  reportDecided: 'own',
  /** To whoever asks for files, at the address of their account. */
  requestNotice: 'own',

  /** To whoever is invited to a team. */
  teamInvited: 'refusable',
  /** To the recipients of a transfer. */
  transfer: 'refusable',
  joinedTransfers: 'refusable',
  transferReminder: 'refusable',
  transferWarning: 'refusable',
  /** More time: to its sender, who may be asked by anybody with the link, and back to whoever says to have asked. */
  moreTimeAsked: 'refusable',
  moreTimeGiven: 'refusable',
  /** To whoever is asked for files, and to whoever sends some. */
  requestAsked: 'refusable',
  requestReminder: 'refusable',
  requestRejected: 'refusable',
  requestCommented: 'refusable',
  submissionReceipt: 'refusable',
  /** To an address that whoever asks for files has named: whether it wants notices, and these notices. */
  noticeProof: 'refusable',
  requestNoticeElsewhere: 'refusable',
} as const satisfies Record<string, 'own' | 'refusable'>

export type MailKind = keyof typeof mailKinds
export type OwnKind = { [K in MailKind]: (typeof mailKinds)[K] extends 'own' ? K : never }[MailKind]
export type RefusableKind = Exclude<MailKind, OwnKind>
