/** SQL of whom the invoices name. */
import type { BillingDetails } from '@sampan/contract/routes/billing-details'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { billingDetails } from '../../db/tables.ts'

export async function findDetails(db: Db, ownerId: string): Promise<BillingDetails | null> {
  const { company, line1, line2, city, postalCode, state, country, taxNumber } = billingDetails
  const columns = { company, line1, line2, city, postalCode, state, country, taxNumber }
  return (await db.select(columns).from(billingDetails).where(isOwnedBy(billingDetails, ownerId)))[0] ?? null
}

export async function putDetails(tx: Transaction, row: typeof billingDetails.$inferInsert): Promise<void> {
  const { ownerId: _, ...set } = row
  await tx.insert(billingDetails).values(row).onConflictDoUpdate({ target: billingDetails.ownerId, set })
}

export const deleteDetails = async (tx: Transaction, ownerId: string): Promise<void> =>
  void (await tx.delete(billingDetails).where(isOwnedBy(billingDetails, ownerId)))

/** What a copy of an account's data has of them (A5). */
export const billingDetailsForCopy = async (db: Db, ownerId: string) =>
  (await db.select().from(billingDetails).where(isOwnedBy(billingDetails, ownerId)))[0] ?? null
