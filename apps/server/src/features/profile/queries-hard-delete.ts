/** SQL of the end of an account: whatever names its person goes (A5, R45). */
import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { forgetHits } from '../../db/rate-hits.ts'
import {
  deviceRequests,
  licenceCodes,
  monthCounts,
  owners,
  purchases,
  sandboxCustomers,
  sessions,
  subscriptions,
  uploads,
  users,
  verifications,
  verifiedAddresses,
} from '../../db/tables.ts'

/** Everybody is signed out, and stays so. */
export const endAllSessions = async (tx: Transaction, userId: string): Promise<void> =>
  void (await tx.delete(sessions).where(eq(sessions.userId, userId)))

/** What was verified and counted of an address; its own root, where nothing is in it. */
async function forgetAddress(tx: Transaction, email: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.email, email))
  await tx.delete(verifiedAddresses).where(eq(verifiedAddresses.email, email))
  await forgetHits(tx, email)
  const isIt = and(eq(owners.kind, 'address'), eq(owners.key, email))
  const isEmpty = sql`not exists (select 1 from ${uploads} where ${uploads.ownerId} = ${owners.id}) and not exists (select 1 from ${monthCounts} where ${monthCounts.ownerId} = ${owners.id})`
  await tx.delete(owners).where(and(isIt, isEmpty))
}

/** A code that was used stays used, whoever had it. */
async function forgetMoney(tx: Transaction, ownerId: string): Promise<void> {
  const isUsed = sql`coalesce(${licenceCodes.revokedAt}, ${licenceCodes.activatedAt}, now())`
  await tx.update(licenceCodes).set({ ownerId: null, revokedAt: isUsed }).where(eq(licenceCodes.ownerId, ownerId))
  await tx.delete(purchases).where(eq(purchases.ownerId, ownerId))
  await tx.delete(subscriptions).where(eq(subscriptions.ownerId, ownerId))
  const [owner] = await tx.select({ customerId: owners.customerId }).from(owners).where(eq(owners.id, ownerId))
  if (owner?.customerId) await tx.delete(sandboxCustomers).where(eq(sandboxCustomers.id, owner.customerId))
}

/** The last rows. Sessions, resets, picture and copy hang on the user and go with it. Uploads and transfers are gone. */
export async function deleteAccountRows(
  tx: Transaction,
  { id, email, ownerId }: { id: string; email: string; ownerId: string },
): Promise<void> {
  await forgetMoney(tx, ownerId)
  await tx.delete(monthCounts).where(eq(monthCounts.ownerId, ownerId))
  await tx.delete(deviceRequests).where(eq(deviceRequests.userId, id))
  await forgetHits(tx, id)
  await forgetHits(tx, `own:${id}`)
  await tx.delete(users).where(eq(users.id, id))
  await tx.delete(owners).where(eq(owners.id, ownerId))
  await forgetAddress(tx, email)
}
