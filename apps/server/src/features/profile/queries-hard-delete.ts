/** SQL of the end of an account: whatever names its person goes (A5, R45). */
import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { forgetHits } from '../../db/rate-hits.ts'
import { monthCounts, owners, uploads } from '../../db/tables.ts'
import { deleteDeviceRequests, deleteUser } from '../accounts/index.ts'
import { forgetPurchases } from '../billing/index.ts'
import { releaseCodes } from '../licences/index.ts'
import { forgetVerifications } from '../verification/index.ts'

/** What was verified and counted of an address; its own root, where nothing is in it. */
async function forgetAddress(tx: Transaction, email: string): Promise<void> {
  await forgetVerifications(tx, email)
  await forgetHits(tx, email)
  const isIt = and(eq(owners.kind, 'address'), eq(owners.key, email))
  const isEmpty = sql`not exists (select 1 from ${uploads} where ${uploads.ownerId} = ${owners.id}) and not exists (select 1 from ${monthCounts} where ${monthCounts.ownerId} = ${owners.id})`
  await tx.delete(owners).where(and(isIt, isEmpty))
}

/** The last rows. Uploads and transfers are gone. */
export async function deleteAccountRows(
  tx: Transaction,
  { id, email, ownerId }: { id: string; email: string; ownerId: string },
): Promise<void> {
  await releaseCodes(tx, ownerId)
  await forgetPurchases(tx, ownerId)
  await tx.delete(monthCounts).where(eq(monthCounts.ownerId, ownerId))
  await deleteDeviceRequests(tx, id)
  await forgetHits(tx, id)
  await forgetHits(tx, `own:${id}`)
  await deleteUser(tx, id)
  await tx.delete(owners).where(eq(owners.id, ownerId))
  await forgetAddress(tx, email)
}
