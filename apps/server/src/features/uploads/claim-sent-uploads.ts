import type { Transaction } from '../../db/connect.ts'
import { deleteAddress, findOwnerByKey, holdAddress, type IsHeld, lockOwners, moveUsage } from '../owners/index.ts'
import * as queries from './queries-owners.ts'

/**
 * What the owner of a verified address holds becomes an account's: uploads, bytes, months; `also` moves what else hangs on them, under
 * the same locks, and by `isHeld` something names it still. No bytes move on disk. Repeating it, or having nothing to move, changes nothing.
 */
export async function claimSentUploads(
  tx: Transaction,
  { email, ownerId }: { email: string; ownerId: string },
  { also, isHeld }: { also: (fromId: string) => Promise<void>; isHeld: IsHeld },
): Promise<void> {
  await holdAddress(tx, email)
  const address = await findOwnerByKey(tx, 'address', email)
  if (!address) return
  // Uploads before owners, as completion has them; none can be added, since the address is held.
  await queries.lockUploadsOf(tx, address.id)
  const from = (await lockOwners(tx, [address.id, ownerId])).get(address.id)!
  await also(address.id)
  await queries.moveUploads(tx, from.id, ownerId)
  await moveUsage(tx, from, ownerId)
  await deleteAddress(tx, from.id, isHeld)
}
