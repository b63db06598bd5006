/** How a transfer stands now: one rule for its sender's list and for whoever opens its link (D6, R27). */
import { Problem } from '@sampan/contract/errors'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { OwnerStatus } from '@sampan/contract/states'
import { addSeconds } from '../../add-seconds.ts'
import type { Config } from '../../config/config.ts'
import { isSuspended } from '../owners/index.ts'
import type { TransferRow } from './queries.ts'

export type TransferStatus = TransferRecord['status']
type Standing = Pick<TransferRow, 'state' | 'expiresAt' | 'downloadLimit' | 'downloadCount' | 'freeDownloads'>

/** A suspended sender reads and deletes, nothing else (A8); said before anything is looked up, so that it tells nothing. */
export function requireActive(status: OwnerStatus): void {
  if (isSuspended(status)) throw new Problem('accountSuspended')
}

/** Its bytes are still there, and nobody has closed it on purpose (X1). */
export const mayExtend = (
  { state, expiresAt }: Pick<Standing, 'state' | 'expiresAt'>,
  { graceSeconds }: Pick<Config, 'graceSeconds'>,
  now: Date,
): boolean => state === 'active' && expiresAt > addSeconds(now, -graceSeconds)

/** Why nobody may ask for more time of what has expired (X2); null where they may. */
export function refusedTime(
  transfer: Standing,
  config: Pick<Config, 'graceSeconds'>,
  now: Date,
): 'tooLateToExtend' | 'downloadLimitReached' | null {
  if (!mayExtend(transfer, config, now)) return 'tooLateToExtend'
  return isUsedUp(transfer) ? 'downloadLimitReached' : null
}

type Limited = Pick<TransferRow, 'downloadLimit' | 'downloadCount' | 'freeDownloads'>

/** How many downloads its sender still allows; null where they are not limited. */
export const downloadsLeft = ({ downloadLimit, downloadCount, freeDownloads }: Limited): number | null =>
  downloadLimit === null ? null : downloadLimit - (downloadCount - freeDownloads)

export function isUsedUp(transfer: Limited): boolean {
  const left = downloadsLeft(transfer)
  return left !== null && left <= 0
}

/** Of a transfer that was not deleted. The links of a suspended sender look closed, without a word about the sender. */
export function statusOf(transfer: Standing, ownerStatus: OwnerStatus, now: Date): TransferStatus {
  if (transfer.state === 'takenDown') return 'takenDown'
  if (transfer.state === 'disabled' || isSuspended(ownerStatus)) return 'disabled'
  if (transfer.state === 'uploading') return 'uploading'
  if (transfer.expiresAt <= now) return 'expired'
  if (isUsedUp(transfer)) return 'limitReached'
  return 'active'
}
