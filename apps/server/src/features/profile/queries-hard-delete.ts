/** SQL of the end of an account: whatever names its person goes (A5, R45). */
import type { Transaction } from '../../db/connect.ts'
import { forgetHits } from '../../db/rate-hits.ts'
import { deleteDeviceRequests, deleteUser, rootsOf } from '../accounts/index.ts'
import { forgetPurchases } from '../billing/index.ts'
import { releaseCodes } from '../licences/index.ts'
import { deleteEmptyAddress, deleteOwner } from '../owners/index.ts'
import { hasUploads } from '../uploads/index.ts'
import { forgetVerifications } from '../verification/index.ts'

/** What was verified and counted of an address; its own root, where nothing is in it. */
async function forgetAddress(tx: Transaction, email: string): Promise<void> {
  await forgetVerifications(tx, email)
  await forgetHits(tx, email)
  await deleteEmptyAddress(tx, email, hasUploads)
}

/** The last rows. Uploads and transfers are gone. */
export async function deleteAccountRows(
  tx: Transaction,
  { id, email, ownerId }: { id: string; email: string; ownerId: string },
): Promise<void> {
  const roots = await rootsOf(tx, { id, ownerId })
  for (const root of roots) {
    await releaseCodes(tx, root)
    await forgetPurchases(tx, root)
  }
  await deleteDeviceRequests(tx, id)
  await forgetHits(tx, id)
  await forgetHits(tx, `own:${id}`)
  await deleteUser(tx, id)
  for (const root of roots) await deleteOwner(tx, root)
  await forgetAddress(tx, email)
}
