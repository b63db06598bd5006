/** SQL of whom a file request asks, and of what is said between them and the requester. */
import type { MailState } from '@sampan/contract/states'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { requestComments, suppliers } from '../../db/tables.ts'
import { isArriving } from './arriving.ts'
import { openUploads } from './queries-open.ts'

export type SupplierRow = typeof suppliers.$inferSelect
export type CommentRow = typeof requestComments.$inferSelect

export const suppliersOf = (db: Db, requestId: string): Promise<SupplierRow[]> =>
  db.select().from(suppliers).where(eq(suppliers.requestId, requestId)).orderBy(asc(suppliers.seq))

/** Each is some parameters, of which a statement takes 65,535. */
const rowsPerInsert = 1000

export async function insertSuppliers(tx: Transaction, rows: (typeof suppliers.$inferInsert)[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await tx.insert(suppliers).values(rows.slice(from, from + rowsPerInsert))
}

/** Addresses that were asked already. */
export async function invitedAmong(tx: Transaction, requestId: string, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const isAmong = sql`${suppliers.email} = any(${sql.param(emails)}::text[])`
  const rows = await tx
    .select({ email: suppliers.email })
    .from(suppliers)
    .where(and(eq(suppliers.requestId, requestId), isNotNull(suppliers.tokenHash), isAmong))
  return new Set(rows.flatMap(({ email }) => email ?? []))
}

export const countSuppliers = (db: Db, requestId: string): Promise<number> =>
  db.$count(suppliers, eq(suppliers.requestId, requestId))

type Which = { id: string } | { requestId: string; tokenHash: Buffer } | { requestId: string; browserHash: string }

export async function findSupplier(db: Db, by: Which): Promise<SupplierRow | undefined> {
  const which =
    'id' in by
      ? eq(suppliers.id, by.id)
      : 'tokenHash' in by
        ? and(eq(suppliers.requestId, by.requestId), eq(suppliers.tokenHash, by.tokenHash))
        : and(eq(suppliers.requestId, by.requestId), eq(suppliers.browserHash, by.browserHash), isNull(suppliers.tokenHash))
  return (await db.select().from(suppliers).where(which))[0]
}

/** Whoever holds it is told alone of what this supplier sends. */
export const lockSupplier = (tx: Transaction, id: string) =>
  tx.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.id, id)).for('no key update')

/** Who came by the open link is known by the browser. */
export async function insertVisitor(tx: Transaction, row: typeof suppliers.$inferInsert): Promise<SupplierRow> {
  return (await tx.insert(suppliers).values(row).returning())[0]!
}

export const countVisitors = (db: Db, requestId: string): Promise<number> =>
  db.$count(suppliers, and(eq(suppliers.requestId, requestId), isNull(suppliers.tokenHash), isNotNull(suppliers.browserHash)))

export async function updateSupplier(db: Db, id: string, set: Partial<SupplierRow>): Promise<boolean> {
  return (await db.update(suppliers).set(set).where(eq(suppliers.id, id)).returning({ id: suppliers.id })).length > 0
}

export const markOpened = (db: Db, id: string, openedAt: Date): Promise<unknown> =>
  db
    .update(suppliers)
    .set({ openedAt })
    .where(and(eq(suppliers.id, id), isNull(suppliers.openedAt)))

/** From one of these states; false where it is in none of them. */
export async function moveMail(
  db: Db,
  id: string,
  from: readonly MailState[],
  set: Partial<Pick<SupplierRow, 'mailState' | 'mailReason' | 'mailedAt'>>,
): Promise<boolean> {
  const isThere = and(eq(suppliers.id, id), inArray(suppliers.mailState, [...from]))
  return (await db.update(suppliers).set(set).where(isThere).returning({ id: suppliers.id })).length > 0
}

export async function deleteSupplier(tx: Transaction, requestId: string, id: string): Promise<boolean> {
  const isIt = and(eq(suppliers.id, id), eq(suppliers.requestId, requestId))
  return (await tx.delete(suppliers).where(isIt).returning({ id: suppliers.id })).length > 0
}

/** Files that come just now, by supplier; null: of people at the open link who have submitted nothing yet. */
export async function uploadingOf(db: Db, requestId: string, now: Date): Promise<Map<string | null, number>> {
  const counts = new Map<string | null, number>()
  for (const upload of await openUploads(db, [requestId]))
    if (isArriving(upload, now)) counts.set(upload.supplierId, (counts.get(upload.supplierId) ?? 0) + upload.files)
  return counts
}

/** Of a page of suppliers. */
export const commentsOf = (db: Db, supplierIds: readonly string[]): Promise<CommentRow[]> =>
  db
    .select()
    .from(requestComments)
    .where(among(requestComments.supplierId, supplierIds))
    .orderBy(asc(requestComments.at), asc(requestComments.id))

export const commentsOfRequest = async (db: Db, requestId: string): Promise<CommentRow[]> =>
  (
    await db
      .select({ comment: requestComments })
      .from(requestComments)
      .innerJoin(suppliers, eq(requestComments.supplierId, suppliers.id))
      .where(eq(suppliers.requestId, requestId))
      .orderBy(asc(requestComments.at), asc(requestComments.id))
  ).map(({ comment }) => comment)

/** Whether this call has written before. */
export const hasWritten = async (db: Db, supplierId: string, requestKey: string): Promise<boolean> => {
  const isSame = and(eq(requestComments.supplierId, supplierId), eq(requestComments.requestKey, requestKey))
  return (await db.$count(requestComments, isSame)) > 0
}

/** With a key a repeated call finds what it wrote; `isNew` tells the two apart. */
export async function insertComment(
  tx: Transaction,
  row: typeof requestComments.$inferInsert,
): Promise<{ comment: CommentRow; isNew: boolean }> {
  const [made] = await tx.insert(requestComments).values(row).onConflictDoNothing().returning()
  if (made) return { comment: made, isNew: true }
  const isSame = and(eq(requestComments.supplierId, row.supplierId), eq(requestComments.requestKey, row.requestKey ?? ''))
  return { comment: (await tx.select().from(requestComments).where(isSame))[0]!, isNew: false }
}
