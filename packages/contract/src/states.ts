/** States as words, with their legal moves: a row moves only by a guarded update (from, to). */

export const uploadStates = ['open', 'complete', 'discarded'] as const
export type UploadState = (typeof uploadStates)[number]

export const transferStates = ['uploading', 'active', 'disabled', 'takenDown', 'deleted'] as const
export type TransferState = (typeof transferStates)[number]

/** Of whoever pays: what Stripe says of a subscription, and revoke for a suspended account (spec §3, §4). */
export const ownerStatuses = ['active', 'trialing', 'past_due', 'unpaid', 'revoke'] as const
export type OwnerStatus = (typeof ownerStatuses)[number]

/** What the provider says of a subscription; one that is `canceled` or was never paid gives nothing. */
export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'incomplete', 'canceled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/**
 * `waiting`: the mailbox got many mails of late, so this one comes later, joined with others. `deferred`: its server did not take it for
 * now, and it is tried again. `bounced`: for good, with a reason. `refused`: its reader wants no mail from this sender, or from nobody.
 */
export const mailStates = ['queued', 'waiting', 'sent', 'deferred', 'bounced', 'refused'] as const
export type MailState = (typeof mailStates)[number]

/** Of what was sent to a file request: `none` where nobody is mailed of it. */
export type ReceiptState = 'none' | 'due' | 'mailed'

/** How a transfer answers a visitor; expiry and limits are worked out at the moment of asking (D6). */
export const linkStates = [
  'open',
  'uploading',
  /** Its upload was given up before it was whole. */
  'unfinished',
  'password',
  'disabled',
  'limitReached',
  'expired',
  'takenDown',
  /** Its files are gone; told only to whom it was sent by name. */
  'deleted',
  'unknown',
] as const
export type LinkState = (typeof linkStates)[number]

/** What a session was opened for. */
export const sessionKinds = ['browser', 'device', 'token'] as const
export type SessionKind = (typeof sessionKinds)[number]

/**
 * What an API token, or a program, may do for an account. `send`: send files, and change what was sent; `read`: look at transfers and at
 * what became of them; `requests`: ask for files, and fetch them; `contacts`: all of them; `account`: settings, notices and the team.
 */
export const tokenScopes = ['send', 'read', 'requests', 'contacts', 'account'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** By what whoever opened a session has proven who they are. */
export const sessionProofs = ['password', 'passwordAndCode', 'passkey', 'provider'] as const
export type SessionProof = (typeof sessionProofs)[number]

/** What a session is used with, as far as it tells. */
export const deviceTypes = ['computer', 'phone', 'tablet', 'terminal'] as const
export type DeviceType = (typeof deviceTypes)[number]

/** A program's wish to be signed in; taken back by nobody, it runs out. */
export const deviceStates = ['waiting', 'allowed', 'denied'] as const
export type DeviceState = (typeof deviceStates)[number]

/** Of a copy of an account's data; one that failed may be asked for anew. */
export const exportStates = ['waiting', 'ready', 'failed'] as const
export type ExportState = (typeof exportStates)[number]

/** What is told of a transfer in its timeline, beside its downloads. */
export const eventKinds = [
  'sent',
  'mailed',
  'mailDeferred',
  'mailBounced',
  'opened',
  'passwordWrong',
  'changed',
  'recipientAdded',
  'recipientCorrected',
  'recipientRemoved',
  'mailedAgain',
  'reminded',
  'disabled',
  'enabled',
  'linkOpened',
  'filesAdded',
  'fileReplaced',
  'fileRemoved',
  'rolledBack',
  'timeRequested',
  'downloadsRequested',
  'passwordRequested',
  'extended',
  'takenDown',
  'infected',
  'previewed',
  /** Probably by a scanner of links, for nobody. */
  'scanned',
  /** With whom of the team it is shared from then on (M2). */
  'shared',
] as const
export type EventKind = (typeof eventKinds)[number]
/** `visitor`: someone with the link. */
export const eventActors = ['sender', 'recipient', 'visitor', 'operator', 'system'] as const
export type EventActor = (typeof eventActors)[number]

/** What the bell tells a sender (T5). */
export const notificationKinds = [
  'downloaded',
  'bounced',
  'expiring',
  'expired',
  'timeRequested',
  'downloadsRequested',
  'passwordRequested',
  'extended',
  'takenDown',
  'infected',
  'submitted',
  'limitReached',
  /** Nothing has come of its upload for minutes. */
  'stalled',
  /** Somebody of the team lets one look at it (M2). */
  'shared',
  /** Nothing more is sent to one's program (O9). */
  'webhookPaused',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What somebody with a link may ask its sender for: it is over, used up, or locked. */
export type AskedFor = 'moreTime' | 'moreDownloads' | 'password'

/** By a file's name; `several` for a zip of more than one kind. */
export const fileKinds = ['image', 'video', 'audio', 'document', 'archive', 'other', 'several'] as const
export type FileKind = (typeof fileKinds)[number]

/** Of a file that the operator's scanner has looked at; `failed`: it could not tell, which is never shown as clean (D9). */
export const scanStates = ['waiting', 'clean', 'infected', 'failed'] as const
export type ScanState = (typeof scanStates)[number]

/** What a file was recorded as in the page that sent it (Q9, Q10). */
export const mediaKinds = ['voice', 'video'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** How exactly places of visitors are kept, from nothing to the city. */
export const placeLevels = ['off', 'country', 'city'] as const
export type PlaceLevel = (typeof placeLevels)[number]

export const feedbackRatings = ['Bad', 'Fine', 'Fantastic'] as const
export type FeedbackRating = (typeof feedbackRatings)[number]

/** Why somebody says that a transfer or a file request should not be there (D7). */
export const reportReasons = ['malware', 'phishing', 'copyright', 'illegal', 'personal', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
/** What the operator has decided. */
export const reportOutcomes = ['dismissed', 'takenDown'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/** How far the operator has taken down a file request: its page, or also the files that it has received (D7). */
export const requestBlocks = ['page', 'files'] as const
export type RequestBlock = (typeof requestBlocks)[number]

/** Of a file request, as its row has it; what a visitor meets is worked out at the moment of asking (R2). */
export const requestStates = ['open', 'closed'] as const
export type RequestState = (typeof requestStates)[number]

/** `full`: nobody can submit any more; `storageFull`: the requester has no storage left; `expired`: past its due date and grace, or its link's end. */
export const requestPageStates = ['open', 'password', 'closed', 'full', 'expired', 'storageFull', 'takenDown', 'unknown'] as const
export type RequestPageState = (typeof requestPageStates)[number]

/** Every page takes a report, but where nothing is left of what it was of (D7). */
const notReportable = new Set<LinkState | RequestPageState>(['unknown', 'deleted'])
export const isReportable = (state: LinkState | RequestPageState): boolean => !notReportable.has(state)

/** How far one supplier is with one document (R3). */
export const slotStates = ['waiting', 'uploading', 'received', 'accepted', 'rejected'] as const
export type SlotState = (typeof slotStates)[number]

/** Which of them a list shows; `shared`: those that others of the team let the caller look at, which are counted beside each list (M2). */
export const requestFilters = ['all', 'open', 'ended', 'shared'] as const
export type RequestFilter = (typeof requestFilters)[number]

/** What waits for somebody in a file request: for its suppliers past the due date, for its requester's look, for its suppliers. */
export const requestMarks = ['overdue', 'toReview', 'missing'] as const
export type RequestMark = (typeof requestMarks)[number]

/** Which suppliers of a request are looked at. */
export const supplierFilters = ['all', 'toReview', 'missing', 'complete', 'bounced'] as const
export type SupplierFilter = (typeof supplierFilters)[number]

/** What the requester has decided of a received file; `received`: nothing yet. */
export const decisions = ['received', 'accepted', 'rejected'] as const
export type Decision = (typeof decisions)[number]

/** Whether whoever submits has to give a name, and an address. */
export const fieldRules = ['required', 'optional', 'hidden'] as const
export type FieldRule = (typeof fieldRules)[number]

/** Of a webhook (O9); `paused`: by hand; `gone`: its address has said that it wants nothing more; `failing`: nothing has reached it for days. */
export const webhookStates = ['active', 'paused', 'gone', 'failing'] as const
export type WebhookState = (typeof webhookStates)[number]

/** Of what is sent to a webhook; `waiting`: for its first try or its next. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a try has failed. */
export const deliveryFaults = [
  /** An answer, but none of success. */
  'status',
  'redirect',
  'timeout',
  /** Its name is known to nobody. */
  'name',
  /** It leads into a private network. */
  'private',
  'tls',
  'connection',
  /** The webhook was paused before its turn came. */
  'paused',
] as const
export type DeliveryFault = (typeof deliveryFaults)[number]

/** What operators do (O11): each is written down. */
export const operatorActs = [
  'becameFirst',
  'operatorOn',
  'operatorOff',
  'suspended',
  'restored',
  'planGiven',
  'planTakenBack',
  'limitsChanged',
  'sessionsEnded',
  'addressChanged',
  'secondFactorOff',
  'connectAllowed',
  'refunded',
  'codesMade',
  'codesRevoked',
  'imported',
  'keysRotated',
  'storeMoved',
  'repaired',
  'collected',
  'pricesMade',
  'backupBegun',
  'keysBackupBegun',
  'backupRestored',
  'jobRetried',
  'jobDropped',
  'takenDown',
  'putBack',
  'reportsDismissed',
  'feedbackHandled',
  'feedbackReopened',
] as const
export type OperatorAct = (typeof operatorActs)[number]
