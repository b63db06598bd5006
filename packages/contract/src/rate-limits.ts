/** How often, per key, within a sliding window (reliability, Decisions); an operator changes each with RATE_LIMITS. */
export const rateLimits = {
  codeAddressBrowser: { max: 3, windowSeconds: 3600 },
  codeAddressNetwork: { max: 5, windowSeconds: 3600 },
  /** Mails to one mailbox with a code for the one who asked; above them, mails with a joint one, and who is given that. */
  codeAddress: { max: 10, windowSeconds: 3600 },
  codeMailboxDay: { max: 40, windowSeconds: 86_400 },
  codeJoint: { max: 8, windowSeconds: 3600 },
  codeJointDay: { max: 96, windowSeconds: 86_400 },
  codeJoin: { max: 400, windowSeconds: 3600 },
  codeNetwork: { max: 60, windowSeconds: 3600 },
  signUpNetwork: { max: 30, windowSeconds: 3600 },
  emailTakenNetwork: { max: 5, windowSeconds: 3600 },
  loginAccount: { max: 10, windowSeconds: 900 },
  loginNetwork: { max: 30, windowSeconds: 900 },
  /** Codes of the second step that were wrong: of one account, and of one network. */
  secondFactorAccount: { max: 10, windowSeconds: 900 },
  secondFactorNetwork: { max: 30, windowSeconds: 900 },
  /** Answers of passkeys that were refused: nobody guesses a key, so that no account has to be guarded by itself. */
  passkeyNetwork: { max: 30, windowSeconds: 900 },
  /** Log-ins by a provider that were begun: each asks the provider, whoever it is (A11). */
  signInNetwork: { max: 60, windowSeconds: 900 },
  resetAddressNetwork: { max: 3, windowSeconds: 3600 },
  resetAddress: { max: 5, windowSeconds: 3600 },
  /** Above that: the link of the last mail is good for an hour, so that half an hour later one more is enough for everybody. */
  resetJoint: { max: 1, windowSeconds: 1800 },
  resetNetwork: { max: 30, windowSeconds: 3600 },
  passwordConfirm: { max: 10, windowSeconds: 900 },
  /** Of one session; for as long a repeated call, whose answer was lost, is answered as the first was. */
  passwordChange: { max: 10, windowSeconds: 600 },
  /** Of a call with an Idempotency-Key that mails, or uses something up: the same again does nothing anew. */
  repeatedCall: { max: 1, windowSeconds: 86_400 },
  deviceNetwork: { max: 30, windowSeconds: 3600 },
  /** Codes that were not known: of one session, one account, and one network; of the last not who has missed none yet. */
  deviceCode: { max: 20, windowSeconds: 900 },
  deviceCodeAccount: { max: 60, windowSeconds: 900 },
  deviceCodeNetwork: { max: 200, windowSeconds: 900 },
  licenceCodes: { max: 20, windowSeconds: 3600 },
  linkPassword: { max: 10, windowSeconds: 900 },
  linkMiss: { max: 30, windowSeconds: 600 },
  /** Choices of files that were not there yet: of one network, and of one link or recipient. */
  selectionNetwork: { max: 120, windowSeconds: 3600 },
  selectionLink: { max: 1000, windowSeconds: 3600 },
  manageMails: { max: 12, windowSeconds: 86_400 },
  manageResend: { max: 3, windowSeconds: 3600 },
  /** Of an account's transfer: mails to people added, corrected or asked for again; and a reminder of one person. */
  transferMails: { max: 600, windowSeconds: 86_400 },
  /** Over all transfers: mails of one sender, of guests of one network, and to one mailbox, whoever sends them (R41). */
  senderMails: { max: 10_000, windowSeconds: 86_400 },
  networkMails: { max: 2000, windowSeconds: 86_400 },
  recipientMails: { max: 500, windowSeconds: 86_400 },
  /** Mails that others cause and that go to one mailbox at once, over all senders; what comes after is joined into one. */
  mailboxMails: { max: 20, windowSeconds: 3600 },
  mailboxMailsDay: { max: 60, windowSeconds: 86_400 },
  recipientReminder: { max: 1, windowSeconds: 86_400 },
  /** What somebody looks at is told once in this time, however often ranges of it are read. */
  filePreview: { max: 1, windowSeconds: 3600 },
  /** Files of one personal link that scanners of links may read for nobody; a person never gets there. */
  linkScan: { max: 20, windowSeconds: 3600 },
  /** The same where downloads are limited; what comes after counts. */
  linkScanLimited: { max: 2, windowSeconds: 86_400 },
  /** Of one thing by one network: its ranges are one. */
  linkScanAgain: { max: 1, windowSeconds: 3600 },
  /** Someone with the link who opens it again within this time is of the same visit. */
  linkVisit: { max: 1, windowSeconds: 1800 },
  accountExport: { max: 3, windowSeconds: 86_400 },
  paymentAccount: { max: 30, windowSeconds: 3600 },
  paymentNetwork: { max: 120, windowSeconds: 3600 },
  paymentReads: { max: 300, windowSeconds: 3600 },
  /** Of one request: reminders by hand of one person. */
  requestReminder: { max: 3, windowSeconds: 86_400 },
  /** Decisions about what one request has received, that change anything. */
  requestDecision: { max: 600, windowSeconds: 3600 },
  /** Of one request: what one person who was asked by name, or all others of one network, may begin and submit; and what all those others may. */
  requestTicket: { max: 600, windowSeconds: 3600 },
  requestSubmit: { max: 120, windowSeconds: 3600 },
  requestSubmitAll: { max: 2000, windowSeconds: 3600 },
  /** Who submits or says something at an open link for the first time: of one network at all requests together, and of everybody at one. */
  requestVisitorNetwork: { max: 120, windowSeconds: 3600 },
  /** Of the places at one open link: none fills it alone. */
  requestVisitorPlaces: { max: 300, windowSeconds: 604_800 },
  requestVisitor: { max: 1000, windowSeconds: 3600 },
  requestComment: { max: 60, windowSeconds: 3600 },
  /** Of all strangers of a request, and of those of one network over all requests. */
  commentStrangers: { max: 120, windowSeconds: 3600 },
  commentNetwork: { max: 30, windowSeconds: 3600 },
  /** Receipts to addresses that nobody has proven: of one request, and to strangers of one network over all requests. */
  receiptRequest: { max: 300, windowSeconds: 86_400 },
  receiptNetwork: { max: 60, windowSeconds: 3600 },
  /** Mails that ask whether notices are wanted: of one account, and to one address by it. */
  noticeProof: { max: 20, windowSeconds: 86_400 },
  noticeProofAddress: { max: 3, windowSeconds: 86_400 },
  timeRequest: { max: 3, windowSeconds: 86_400 },
  timeRequestLink: { max: 12, windowSeconds: 86_400 },
  abuseReport: { max: 10, windowSeconds: 86_400 },
  logoLookup: { max: 1000, windowSeconds: 3600 },
  feedback: { max: 10, windowSeconds: 3600 },
  /** Hosts taken by one owner, and looks at their DNS. */
  domains: { max: 20, windowSeconds: 86_400 },
  domainChecks: { max: 120, windowSeconds: 3600 },
  /** Webhooks that one owner makes, leads elsewhere or gives a new secret; and what of them is sent by hand. */
  webhooks: { max: 60, windowSeconds: 3600 },
  webhookSends: { max: 60, windowSeconds: 3600 },
  /** Pictures that one owner sets for what recipients see. */
  brandPictures: { max: 60, windowSeconds: 3600 },
  /** Votes and readers that count anew, on the public site. */
  siteNetwork: { max: 120, windowSeconds: 3600 },
  /** Mails that come back to one recipient's address: what comes beyond is counted and forgotten. */
  bounceAddress: { max: 10, windowSeconds: 3600 },
  /** Seconds in which files of one owner are decoded; who has used them up waits behind all others. */
  renderSeconds: { max: 120, windowSeconds: 3600 },
} as const
export type RateName = keyof typeof rateLimits

/** Of the caller's own account, transfers and requests alone: replies say how much is left. What others cause as well is told to nobody. */
export const toldRates: ReadonlySet<RateName> = new Set([
  ...(['senderMails', 'transferMails', 'requestReminder', 'requestDecision', 'noticeProof'] as const),
  ...(['accountExport', 'feedback', 'domains', 'domainChecks', 'brandPictures', 'paymentReads', 'paymentAccount'] as const),
])
