/**
 * What strangers, who came by the open link of a file request, may have begun at one requester's: no more than a share of the storage that
 * would be free without them, whatever they declare. So whoever was asked by name, and the requester, always find the rest (R4).
 */
import { Problem } from '@sampan/contract/errors'
import { requestLimits } from '@sampan/contract/limits'
import type { Db, Transaction } from '../../db/connect.ts'
import { type OwnerRow, storageLeft } from '../owners/index.ts'
import { openOfStrangers, strangersBytes } from './queries-strangers.ts'

type Holding = Pick<OwnerRow, 'id' | 'role' | 'usedBytes' | 'reservedBytes'>

const shareOf = (owner: Holding, openBytes: number): number =>
  Math.floor(storageLeft({ ...owner, reservedBytes: owner.reservedBytes - openBytes }) * requestLimits.strangersShare)

/** The most that one stranger could send this owner if no other was sending. */
export const strangersShareOf = async (db: Db, owner: Holding): Promise<number> =>
  shareOf(owner, await strangersBytes(db, owner.id))

/** `uploads`: 1 where one more is begun, 0 where one grows. `wholeBytes`: what it then has in all. */
type Asked = {
  requestId: string
  browserHash: string
  networkKey: string
  uploads: 0 | 1
  addedBytes: number
  wholeBytes: number
}

/** The owner is locked. */
export async function checkStrangers(tx: Transaction, owner: OwnerRow, asked: Asked): Promise<void> {
  const { uploads, addedBytes, wholeBytes } = asked
  const open = await openOfStrangers(tx, owner.id, asked)
  const shareBytes = shareOf(owner, open.bytes)
  if (shareBytes <= 0) throw new Problem('requesterStorageFull')
  if (wholeBytes > shareBytes)
    throw new Problem('requestTooLarge', { limitBytes: shareBytes, overBytes: wholeBytes - shareBytes })
  if (uploads && open.ofBrowser >= requestLimits.openUploadsPerBrowser) throw new Problem('tooManyOpen')
  const isTooMany =
    uploads && (open.ofRequest >= requestLimits.openUploads || open.ofNetwork >= requestLimits.openUploadsPerNetwork)
  // One alone may be as large as the share: what somebody sends is not to be cut in two.
  const isAlone = open.ofNetwork + uploads === 1
  const isTooMuch =
    open.bytes + addedBytes > shareBytes ||
    (!isAlone && open.bytesOfNetwork + addedBytes > shareBytes * requestLimits.networkShare)
  if (isTooMany || isTooMuch) throw new Problem('requestBusy', {}, { retryAfterSeconds: 600 })
}
