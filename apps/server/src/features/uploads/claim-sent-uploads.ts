import type { Transaction } from '../../db/connect.ts'
import * as queries from './queries-owners.ts'

/**
 * What the owner of a verified address holds becomes an account's: uploads, bytes, months; `also` moves what else hangs on them, under
 * the same locks. No bytes move on disk. Repeating it, or having nothing to move, changes nothing.
 */
export async function claimSentUploads(
  tx: Transaction,
  { email, ownerId }: { email: string; ownerId: string },
  also: (fromId: string) => Promise<void>,
): Promise<void> {
  await queries.holdAddress(tx, email)
  const address = await queries.findOwner(tx, 'address', email)
  if (!address) return
  // Uploads before owners, as completion has them; none can be added, since the address is held.
  await queries.lockUploadsOf(tx, address.id)
  const from = (await queries.lockOwners(tx, [address.id, ownerId])).get(address.id)!
  await also(address.id)
  await queries.moveHoldings(tx, from, ownerId)
}
