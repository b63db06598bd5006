/** How a transfer stands now: one rule for its sender's list and for whoever opens its link (D6, R27). */
import { Problem } from '@sampan/contract/errors'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { OwnerStatus } from '@sampan/contract/states'
import type { TransferRow } from './queries.ts'

export type TransferStatus = TransferRecord['status']
type Standing = Pick<TransferRow, 'state' | 'expiresAt' | 'downloadLimit' | 'downloadCount'>

export const isSuspended = (status: OwnerStatus): boolean => status === 'revoke'

const lookAgainMs = 3_600_000
/** When the queue looks again whether the sender is free to send. */
export const laterWhileSuspended = (): Date => new Date(Date.now() + lookAgainMs)

/** A suspended sender reads and deletes, nothing else (A8); said before anything is looked up, so that it tells nothing. */
export function requireActive(status: OwnerStatus): void {
  if (isSuspended(status)) throw new Problem('accountSuspended')
}

/** Of a transfer that was not deleted. The links of a suspended sender look closed, without a word about the sender. */
export function statusOf(transfer: Standing, ownerStatus: OwnerStatus, now: Date): TransferStatus {
  if (transfer.state === 'takenDown') return 'takenDown'
  if (transfer.state === 'disabled' || isSuspended(ownerStatus)) return 'disabled'
  if (transfer.state === 'uploading') return 'uploading'
  if (transfer.expiresAt <= now) return 'expired'
  if (transfer.downloadLimit !== null && transfer.downloadCount >= transfer.downloadLimit) return 'limitReached'
  return 'active'
}
