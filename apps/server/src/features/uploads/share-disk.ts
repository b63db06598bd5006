/**
 * How uploads share the disk: above the mark of whoever sends, and all that is still to come of unfinished ones together within a multiple
 * of the free room. Visitors are refused first, then accounts without a paid plan.
 */
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import { paidRoles } from '@sampan/contract/plans'
import type { Transaction } from '../../db/connect.ts'
import { leastFreeBytes } from '../../disk-room.ts'
import { diskMarks, type Standing } from '../../disk-settings.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { bytesToCome, lockDisk } from './queries-open.ts'
import type { OwnerRow } from './queries-owners.ts'

type Deps = Pick<Services, 'storage' | 'config'>

/** What of all that is booked may be theirs and that of those who are refused before them. */
const shares: Record<Standing, number> = { guest: 0.5, free: 0.75, paid: 1 }
const refusals: Record<Standing, ErrorCode> = { guest: 'diskFullGuests', free: 'diskFullFree', paid: 'diskFull' }

const refused = (standing: Standing) => new Problem(refusals[standing], {}, { retryAfterSeconds: 600 })

const standingOf = ({ kind, role }: Pick<OwnerRow, 'kind' | 'role'>): Standing =>
  kind !== 'user' ? 'guest' : (paidRoles as readonly string[]).includes(role) ? 'paid' : 'free'

/** An early look, before the database is asked for anything; whose an account's plan is, its row decides. */
export async function checkMark({ storage, config }: Deps, actor: Actor): Promise<void> {
  const standing = actor.kind === 'user' ? 'paid' : 'guest'
  if ((await storage.freeBytes()) < diskMarks(config)[standing]) throw refused(standing)
}

/** After the rows are written that bring `addedBytes` to an upload, which has then so many `comingBytes` to bring; the last thing before they are committed. */
export async function checkDiskShare(
  tx: Transaction,
  { storage, config }: Deps,
  { owner, addedBytes, comingBytes }: { owner: Pick<OwnerRow, 'kind' | 'role'>; addedBytes: number; comingBytes: number },
): Promise<void> {
  const standing = standingOf(owner)
  const aboveMark = async () => (await storage.freeBytes()) - diskMarks(config)[standing]
  const early = await aboveMark()
  if (early < 0) throw refused(standing)
  if (config.diskOverbooking === 0 || addedBytes === 0 || early === Number.POSITIVE_INFINITY) return
  await lockDisk(tx)
  const { guest, free, paid } = await bytesToCome(tx, paidRoles)
  // Looked at again, and last: what arrives meanwhile counts twice rather than not at all.
  const freeBytes = await aboveMark()
  const booked = { guest, free: guest + free, paid: guest + free + paid }
  const limit = freeBytes * config.diskOverbooking
  if (comingBytes > freeBytes || booked.paid > limit || booked[standing] > limit * shares[standing]) throw refused(standing)
}

/** What is under way may go below the marks, and leaves room for the database, which may be on the same disk. */
export async function checkRoomForPart({ storage, config }: Deps): Promise<void> {
  if ((await storage.freeBytes()) < leastFreeBytes(config)) throw new Problem('diskFull', {}, { retryAfterSeconds: 60 })
}
