/**
 * How uploads share the disk: above the mark of whoever sends, and all that is still to come of unfinished ones together within a multiple
 * of the free quota. Guests are refused first, then accounts without a paid plan.
 */
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import { isPlanShared, paidRoles, roles } from '@sampan/contract/plans'
import { diskMarks, type Standing } from '../../config/disk-settings.ts'
import type { Transaction } from '../../db/connect.ts'
import { minFreeBytes } from '../../disk-space.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import type { OwnerRow } from '../owners/index.ts'
import { bytesToCome, lockDisk } from './queries-open.ts'

type Deps = Pick<Services, 'storage' | 'config'>

const ranks: readonly Standing[] = ['guest', 'free', 'paid']
/** What of all that is booked may be theirs and that of those who are refused before them. */
const shares: Record<Standing, number> = { guest: 0.5, free: 0.75, paid: 1 }
const refusals: Record<Standing, ErrorCode> = { guest: 'diskFullGuests', free: 'diskFullFree', paid: 'diskFull' }

/** Where nothing is for sale all accounts are alike. */
const rolesAsPaid = (): readonly string[] => (isPlanShared() ? roles : paidRoles)

const diskClassOf = ({ kind, role }: Pick<OwnerRow, 'kind' | 'role'>): Standing =>
  kind !== 'user' ? 'guest' : rolesAsPaid().includes(role) ? 'paid' : 'free'

/** Advises nobody to log in, or to upgrade, where that would not help. */
function refuseUnless(standing: Standing, fits: (standing: Standing) => boolean): void {
  if (fits(standing)) return
  const better = ranks.slice(ranks.indexOf(standing) + 1)
  const reached = better.findIndex(fits)
  const last = reached === -1 ? 'paid' : ranks[ranks.indexOf(better[reached]!) - 1]!
  throw new Problem(refusals[last], {}, { retryAfterSeconds: 600 })
}

const aboveMarks = ({ config }: Deps, freeBytes: number) => {
  const marks = diskMarks(config)
  return (standing: Standing): number => freeBytes - marks[standing]
}

/** An early look, before the database is asked for anything; what an account's plan is, its row decides. */
export async function checkMark(deps: Deps, actor: Actor): Promise<void> {
  const contactsLeft = aboveMarks(deps, await deps.storage.freeBytes())
  refuseUnless(actor.kind === 'user' ? 'paid' : 'guest', (standing) => contactsLeft(standing) >= 0)
}

/** After the rows are written that bring `addedBytes` to an upload, which has then so many `comingBytes` to bring; the last thing before they are committed. */
export async function checkDiskShare(
  tx: Transaction,
  deps: Deps,
  { owner, addedBytes, comingBytes }: { owner: Pick<OwnerRow, 'kind' | 'role'>; addedBytes: number; comingBytes: number },
): Promise<void> {
  const standing = diskClassOf(owner)
  const early = aboveMarks(deps, await deps.storage.freeBytes())
  refuseUnless(standing, (each) => early(each) >= 0)
  const { diskOverbooking } = deps.config
  if (diskOverbooking === 0 || addedBytes === 0 || early(standing) === Number.POSITIVE_INFINITY) return
  await lockDisk(tx)
  const { guest, free, paid } = await bytesToCome(tx, rolesAsPaid())
  const booked = { guest, free: guest + free, paid: guest + free + paid }
  // Looked at again, and last: what arrives meanwhile counts twice rather than not at all.
  const contactsLeft = aboveMarks(deps, await deps.storage.freeBytes())
  refuseUnless(standing, (each) => {
    const limit = contactsLeft(each) * diskOverbooking
    return comingBytes <= contactsLeft(each) && booked.paid <= limit && booked[each] <= limit * shares[each]
  })
}

/** What is under way may go below the marks, and leaves space for the database, which may be on the same disk. */
export async function checkSpaceForPart({ storage, config }: Deps): Promise<void> {
  if ((await storage.freeBytes()) < minFreeBytes(config)) throw new Problem('diskFull', {}, { retryAfterSeconds: 60 })
}
