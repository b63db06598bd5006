/**
 * What strangers, who came by the open link of a file request, may have begun at one requester's: no more than a share of the storage that
 * would be free without them, whatever they declare. So whoever was asked by name, and the requester, always find the rest (R4).
 */
import { Problem } from '@sampan/contract/errors'
import { requestLimits } from '@sampan/contract/limits'
import type { Db, Transaction } from '../../db/connect.ts'
import { type OwnerRow, storageLeft } from '../owners/index.ts'
import { endBegun } from '../uploads/index.ts'
import { givingWay, type Over } from './giving-way.ts'
import { lockBegunByStrangers, openOfStrangers, strangersBytes } from './queries-strangers.ts'

type Holding = Pick<OwnerRow, 'id' | 'role' | 'ownLimits' | 'usedBytes' | 'reservedBytes'>

const shareOf = (owner: Holding, openBytes: number): number =>
  Math.floor(storageLeft({ ...owner, reservedBytes: owner.reservedBytes - openBytes }) * requestLimits.strangersShare)

/** The most that one stranger could send this owner if no other was sending. */
export const strangersShareOf = async (db: Db, owner: Holding): Promise<number> =>
  shareOf(owner, await strangersBytes(db, owner.id))

/** `growing`: the upload that grows; null: one more is begun. `wholeBytes`: what it then has in all. */
type Asked = {
  requestId: string
  browserHash: string
  networkKey: string
  growing: string | null
  addedBytes: number
  wholeBytes: number
  now: Date
}

/** The owner is locked. What lies idle gives way to who sends now. */
export async function checkStrangers(tx: Transaction, owner: OwnerRow, asked: Asked): Promise<void> {
  const { requestId, growing, addedBytes, wholeBytes } = asked
  const uploads = growing ? 0 : 1
  const open = await openOfStrangers(tx, owner.id, asked)
  const shareBytes = shareOf(owner, open.bytes)
  if (shareBytes <= 0) throw new Problem('requesterStorageFull')
  if (wholeBytes > shareBytes)
    throw new Problem('requestTooLarge', { limitBytes: shareBytes, overBytes: wholeBytes - shareBytes })
  if (uploads && open.ofBrowser >= requestLimits.openUploadsPerBrowser) throw new Problem('tooManyOpen')
  const isTooMany = uploads && open.ofNetwork >= requestLimits.openUploadsPerNetwork
  // One alone may be as large as the share: what somebody sends is not to be cut in two.
  const isAlone = open.ofNetwork + uploads === 1
  const isTooMuch = !isAlone && open.bytesOfNetwork + addedBytes > shareBytes * requestLimits.networkShare
  const over = {
    requestId,
    uploads: uploads && open.ofRequest + 1 - requestLimits.openUploads,
    bytes: open.bytes + addedBytes - shareBytes,
  }
  if (isTooMany || isTooMuch || !(await makeRoom(tx, owner, asked, over)))
    throw new Problem('requestBusy', {}, { retryAfterSeconds: 600 })
}

/** Whether there is room, or enough lay idle to make it. */
async function makeRoom(tx: Transaction, owner: OwnerRow, { growing, now }: Asked, over: Over): Promise<boolean> {
  if (over.uploads <= 0 && over.bytes <= 0) return true
  const others = (await lockBegunByStrangers(tx, owner.id)).filter(({ id }) => id !== growing)
  const idle = givingWay(others, over, now.getTime())
  if (idle) await endBegun(tx, owner.id, idle)
  return idle !== null
}
