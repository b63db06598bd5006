/** SQL of reports of abuse. */
import type { ReportOutcome } from '@sampan/contract/states'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { byPlace, isBelow, latestFirst, type Place } from '../../db/older.ts'
import { abuseReports, fileRequests, transfers } from '../../db/tables.ts'
import { accountRecord } from '../accounts/index.ts'

export type ReportRow = typeof abuseReports.$inferSelect
/** What a report is of. */
export type Subject = { transferId: string } | { requestId: string }
type NewReport = Subject & Pick<ReportRow, 'reason' | 'text' | 'email' | 'reportedAt'>

const isOf = (subject: Subject) =>
  'transferId' in subject ? eq(abuseReports.transferId, subject.transferId) : eq(abuseReports.requestId, subject.requestId)

/** The same words, not yet decided about. */
export async function findSame(tx: Transaction, row: NewReport, since: Date): Promise<boolean> {
  const { reason, text, outcome, reportedAt } = abuseReports
  const isSame = and(isOf(row), eq(reason, row.reason), eq(text, row.text))
  const found = await tx
    .select({ id: abuseReports.id })
    .from(abuseReports)
    .where(and(isSame, isNull(outcome), gt(reportedAt, since)))
    .limit(1)
  return found.length > 0
}

export const insertReport = async (tx: Transaction, row: NewReport): Promise<void> =>
  void (await tx.insert(abuseReports).values(row))

/** Oldest first; all of them, or those that wait. */
export const reportsOf = (db: Db, subject: Subject, isOpen: boolean): Promise<ReportRow[]> =>
  db
    .select()
    .from(abuseReports)
    .where(and(isOf(subject), isOpen ? isNull(abuseReports.outcome) : undefined))
    .orderBy(asc(abuseReports.reportedAt))

export type Reported = {
  /** Of the transfer or the request. */
  id: string
  kind: 'transfer' | 'request'
  slug: string
  /** The name of its first file, or the request's title. */
  title: string
  state: string
  /** Taken down, also where its owner has deleted it besides. */
  isDown: boolean
  /** Of what its owner has deleted: until when they may bring it back; null where that is over, and of what is not deleted. */
  restorableUntil: Date | null
  /** Of a request: whoever asks. */
  senderEmail: string
  reports: number
  reasons: string[]
  latestAt: Date
}

const latestAt = sql<Date>`max(${abuseReports.reportedAt})`.mapWith(abuseReports.reportedAt)
const counted = {
  reports: sql<number>`count(*)::int`,
  reasons: sql<string[]>`array_agg(distinct ${abuseReports.reason})`,
  latestAt,
}

/** A line for each transfer and each request, the latest report first. */
export async function listReported(db: Db, isOpen: boolean, max: number, before?: Place): Promise<Reported[]> {
  const which = isOpen ? isNull(abuseReports.outcome) : undefined
  const ofTransfers = await db
    .select({
      id: transfers.id,
      kind: sql<'transfer'>`'transfer'`,
      slug: transfers.slug,
      title: sql<string>`coalesce(nullif(${transfers.title}, ''), ${transfers.fileName})`,
      state: transfers.state,
      isDown: sql<boolean>`coalesce(${transfers.state} = 'takenDown' or ${transfers.deletedFrom} = 'takenDown', false)`,
      // What is deleted for good has no state that it would come back to.
      restorableUntil:
        sql<Date | null>`case when ${transfers.deletedFrom} is not null then ${transfers.restorableUntil} end`.mapWith(
          transfers.restorableUntil,
        ),
      senderEmail: transfers.senderEmail,
      ...counted,
    })
    .from(abuseReports)
    .innerJoin(transfers, eq(abuseReports.transferId, transfers.id))
    .where(which)
    .groupBy(transfers.id)
    .having(isBelow(latestAt, transfers.id, before))
    .orderBy(latestFirst(latestAt, transfers.id))
    .limit(max)
  const ofRequests = await db
    .select({
      id: fileRequests.id,
      kind: sql<'request'>`'request'`,
      slug: fileRequests.slug,
      title: fileRequests.title,
      state: sql<string>`case when ${fileRequests.deletedAt} is not null then 'deleted' when ${fileRequests.takenDown} is null then ${fileRequests.state} else 'takenDown' end`,
      isDown: sql<boolean>`${fileRequests.takenDown} is not null`,
      restorableUntil: fileRequests.restorableUntil,
      senderEmail: sql<string>`coalesce(${accountRecord.email}, '')`,
      ...counted,
    })
    .from(abuseReports)
    .innerJoin(fileRequests, eq(abuseReports.requestId, fileRequests.id))
    .leftJoin(accountRecord, eq(fileRequests.authorId, accountRecord.id))
    .where(which)
    .groupBy(fileRequests.id, accountRecord.email)
    .having(isBelow(latestAt, fileRequests.id, before))
    .orderBy(latestFirst(latestAt, fileRequests.id))
    .limit(max)
  const placeOf = ({ id, latestAt: at }: Reported) => ({ at, id })
  return [...ofTransfers, ...ofRequests].sort((one, other) => byPlace(placeOf(one), placeOf(other))).slice(0, max)
}

export async function settleReports(tx: Transaction, subject: Subject, outcome: ReportOutcome, now: Date): Promise<number> {
  const settled = await tx
    .update(abuseReports)
    .set({ outcome, settledAt: now })
    .where(and(isOf(subject), isNull(abuseReports.outcome)))
    .returning({ id: abuseReports.id })
  return settled.length
}
