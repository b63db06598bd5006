/** SQL of reports of abuse, and of what the operator does about a transfer. */
import type { ReportOutcome } from '@sampan/contract/states'
import { and, asc, countDistinct, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { abuseReports, transferFiles, transfers } from '../../db/tables.ts'

export type ReportRow = typeof abuseReports.$inferSelect
export type TransferRow = typeof transfers.$inferSelect
type NewReport = Pick<ReportRow, 'transferId' | 'reason' | 'text' | 'email' | 'reportedAt'>

/** The same words, not yet decided about. */
export async function findSame(tx: Transaction, row: NewReport, since: Date): Promise<boolean> {
  const { transferId, reason, text, outcome, reportedAt } = abuseReports
  const isSame = and(eq(transferId, row.transferId), eq(reason, row.reason), eq(text, row.text))
  const found = await tx
    .select({ id: abuseReports.id })
    .from(abuseReports)
    .where(and(isSame, isNull(outcome), gt(reportedAt, since)))
    .limit(1)
  return found.length > 0
}

export const insertReport = async (tx: Transaction, row: NewReport): Promise<void> =>
  void (await tx.insert(abuseReports).values(row))

/** Of one transfer, oldest first; all of them, or those that wait. */
export const reportsOf = (db: Db, transferId: string, isOpen: boolean): Promise<ReportRow[]> =>
  db
    .select()
    .from(abuseReports)
    .where(and(eq(abuseReports.transferId, transferId), isOpen ? isNull(abuseReports.outcome) : undefined))
    .orderBy(asc(abuseReports.reportedAt))

export type Reported = {
  slug: string
  state: TransferRow['state']
  senderEmail: string
  reports: number
  reasons: string[]
  latestAt: Date
}

/** A line for each transfer, the latest report first. */
export async function reportedTransfers(db: Db, isOpen: boolean, max: number): Promise<Reported[]> {
  const latestAt = sql<Date>`max(${abuseReports.reportedAt})`.mapWith(abuseReports.reportedAt)
  return db
    .select({
      slug: transfers.slug,
      state: transfers.state,
      senderEmail: transfers.senderEmail,
      reports: sql<number>`count(*)::int`,
      reasons: sql<string[]>`array_agg(distinct ${abuseReports.reason})`,
      latestAt,
    })
    .from(abuseReports)
    .innerJoin(transfers, eq(abuseReports.transferId, transfers.id))
    .where(isOpen ? isNull(abuseReports.outcome) : undefined)
    .groupBy(transfers.id)
    .orderBy(desc(latestAt))
    .limit(max)
}

export async function settleReports(tx: Transaction, transferId: string, outcome: ReportOutcome, now: Date): Promise<number> {
  const settled = await tx
    .update(abuseReports)
    .set({ outcome, settledAt: now })
    .where(and(eq(abuseReports.transferId, transferId), isNull(abuseReports.outcome)))
    .returning({ id: abuseReports.id })
  return settled.length
}

export const findTransfer = async (db: Db, slug: string): Promise<TransferRow | undefined> =>
  (await db.select().from(transfers).where(eq(transfers.slug, slug)))[0]

export type Copy = Pick<TransferRow, 'id' | 'slug' | 'state' | 'senderEmail'> & { sameFiles: number }

/** Other transfers that hold files of this one, in any version: what it was forwarded as, or was forwarded from. */
export async function copiesOf(db: Db, transferId: string): Promise<Copy[]> {
  const held = db.select({ id: transferFiles.fileId }).from(transferFiles).where(eq(transferFiles.transferId, transferId))
  const { id, slug, state, senderEmail, deletedFrom, sentAt } = transfers
  const isThere = or(ne(state, 'deleted'), isNotNull(deletedFrom))
  return db
    .select({ id, slug, state, senderEmail, sameFiles: countDistinct(transferFiles.fileId) })
    .from(transferFiles)
    .innerJoin(transfers, eq(transfers.id, transferFiles.transferId))
    .where(and(inArray(transferFiles.fileId, held), ne(id, transferId), isThere))
    .groupBy(id)
    .orderBy(asc(sentAt), asc(id))
}
