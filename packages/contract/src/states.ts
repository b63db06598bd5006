/** States as words, with their legal moves: a row moves only by a guarded update (from, to). */

export const uploadStates = ['open', 'complete', 'discarded'] as const
export type UploadState = (typeof uploadStates)[number]

export const transferStates = ['uploading', 'active', 'disabled', 'takenDown', 'deleted'] as const
export type TransferState = (typeof transferStates)[number]

/** Of whoever pays: what Stripe says of a subscription, and revoke for a suspended account (spec §3, §4). */
export const ownerStatuses = ['active', 'trialing', 'past_due', 'unpaid', 'revoke'] as const
export type OwnerStatus = (typeof ownerStatuses)[number]

export const mailStates = ['queued', 'sent', 'bounced'] as const
export type MailState = (typeof mailStates)[number]

/** How a transfer answers a visitor; expiry and limits are worked out at the moment of asking (D6). */
export const linkStates = [
  'open',
  'uploading',
  'password',
  'disabled',
  'limitReached',
  'expired',
  'takenDown',
  'unknown',
] as const
export type LinkState = (typeof linkStates)[number]
