/** SQL of what a requester is told, and of the addresses that notices may go to. */
import { and, asc, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { noticeAddresses, requestComments, submissions, suppliers, transfers } from '../../db/tables.ts'

export type NoticeAddress = typeof noticeAddresses.$inferSelect
type Which = { id: string } | { userId: string; email: string }

export const findNoticeAddress = async (db: Db, by: Which): Promise<NoticeAddress | undefined> =>
  (
    await db
      .select()
      .from(noticeAddresses)
      .where(
        'id' in by
          ? eq(noticeAddresses.id, by.id)
          : and(eq(noticeAddresses.userId, by.userId), eq(noticeAddresses.email, by.email)),
      )
  )[0]

/** Undefined where it is known already. */
export const insertNoticeAddress = async (
  tx: Transaction,
  row: typeof noticeAddresses.$inferInsert,
): Promise<NoticeAddress | undefined> => (await tx.insert(noticeAddresses).values(row).onConflictDoNothing().returning())[0]

export const markProven = (db: Db, id: string, provenAt: Date): Promise<unknown> =>
  db
    .update(noticeAddresses)
    .set({ provenAt })
    .where(and(eq(noticeAddresses.id, id), isNull(noticeAddresses.provenAt)))

export const noticeAddressesOf = (db: Db, userId: string) =>
  db
    .select({ email: noticeAddresses.email, createdAt: noticeAddresses.createdAt, provenAt: noticeAddresses.provenAt })
    .from(noticeAddresses)
    .where(eq(noticeAddresses.userId, userId))
    .orderBy(asc(noticeAddresses.email))

/** What suppliers wrote that its requester is not told of yet, oldest first. */
export const untoldComments = (db: Db, requestId: string) =>
  db
    .select({
      id: requestComments.id,
      who: sql<string | null>`coalesce(nullif(${suppliers.name}, ''), ${suppliers.email})`,
      text: requestComments.text,
    })
    .from(requestComments)
    .innerJoin(suppliers, eq(requestComments.supplierId, suppliers.id))
    .where(and(eq(suppliers.requestId, requestId), requestComments.isUntold))
    .orderBy(asc(requestComments.at), asc(requestComments.id))

export const markTold = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db
    .update(requestComments)
    .set({ isUntold: false })
    .where(sql`${requestComments.id} = any(${sql.param([...ids])}::uuid[])`)

type Group = { id: string; requestId: string; email: string; isEmailProven: boolean }
const hasReceiptIn = (id: string) => and(eq(submissions.receiptIn, id), eq(submissions.receiptState, 'due'))

/** All that came to a request from one address and has no receipt yet is told by this one's; true where there is any. */
export async function gatherReceipts(tx: Transaction, { id, requestId, email, isEmailProven }: Group): Promise<boolean> {
  const isOfGroup = and(
    eq(submissions.requestId, requestId),
    eq(submissions.email, email),
    eq(submissions.isEmailProven, isEmailProven),
    eq(submissions.receiptState, 'due'),
    isNotNull(submissions.receivedAt),
    or(isNull(submissions.receiptIn), eq(submissions.receiptIn, id)),
  )
  const gathered = await tx.update(submissions).set({ receiptIn: id }).where(isOfGroup).returning({ id: submissions.id })
  return gathered.length > 0
}

/** Submissions in one receipt, newest first; what was deleted meanwhile is not there. */
export const submissionsInReceipt = (db: Db, id: string) =>
  db
    .select({
      receivedAt: sql<Date>`${submissions.receivedAt}`.mapWith(submissions.receivedAt),
      fileCount: transfers.fileCount,
      bytes: transfers.totalBytes,
    })
    .from(submissions)
    .innerJoin(transfers, eq(submissions.transferId, transfers.id))
    .where(and(hasReceiptIn(id), ne(transfers.state, 'deleted')))
    .orderBy(desc(submissions.receivedAt))

/** Submissions that are whole and have no receipt yet. */
export const dueReceipts = async (db: Db, requestId: string): Promise<string[]> =>
  (
    await db
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(eq(submissions.requestId, requestId), eq(submissions.receiptState, 'due'), isNotNull(submissions.receivedAt)))
  ).map(({ id }) => id)

export const closeReceipt = (db: Db, id: string): Promise<unknown> =>
  db.update(submissions).set({ receiptState: 'mailed' }).where(hasReceiptIn(id))

/** Its reader wants none. */
export const dropReceipt = (tx: Transaction, id: string): Promise<unknown> =>
  tx.update(submissions).set({ receiptState: 'none' }).where(eq(submissions.id, id))
