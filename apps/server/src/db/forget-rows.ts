/** What hangs on a transfer and names people (R45), whichever feature keeps it: in one list, so that nothing is left out. */
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Transaction } from './database.ts'
import {
  abuseReports,
  downloadNotices,
  downloadPlaces,
  downloadSessions,
  notifications,
  recipients,
  selections,
  timeRequests,
  transferEvents,
  webhookDeliveries,
} from './tables.ts'

const namingPeople = [
  recipients,
  downloadSessions,
  downloadPlaces,
  downloadNotices,
  transferEvents,
  notifications,
  timeRequests,
  selections,
  webhookDeliveries,
] as const

/** A report stays for the operator, and who made it until that is decided. */
export async function forgetRows(tx: Transaction, id: string): Promise<void> {
  for (const table of namingPeople) await tx.delete(table).where(eq(table.transferId, id))
  await tx
    .update(abuseReports)
    .set({ email: null })
    .where(and(eq(abuseReports.transferId, id), isNotNull(abuseReports.outcome)))
}
