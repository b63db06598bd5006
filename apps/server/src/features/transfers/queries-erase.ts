/** SQL of what is left of a transfer that its sender deleted: that it was sent, by whom and how large. Nothing else tells of anybody (R45). */
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
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
  transfers,
} from '../../db/tables.ts'

const namingPeople = [
  recipients,
  downloadSessions,
  downloadPlaces,
  downloadNotices,
  transferEvents,
  notifications,
  timeRequests,
  selections,
] as const

/** The row is locked, and its files are let go. A report stays for the operator, and who made it until that is decided. */
export async function forgetPeople(tx: Transaction, id: string): Promise<void> {
  for (const table of namingPeople) await tx.delete(table).where(eq(table.transferId, id))
  await tx
    .update(abuseReports)
    .set({ email: null })
    .where(and(eq(abuseReports.transferId, id), isNotNull(abuseReports.outcome)))
  const words = { title: '', message: '', fileName: '', senderName: null, company: null, passwordHash: null }
  await tx.update(transfers).set(words).where(eq(transfers.id, id))
}
