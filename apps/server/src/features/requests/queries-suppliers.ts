/** SQL of whom a file request asks, and of what is said between them and the requester. */
import type { MailState } from '@sampan/contract/states'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { files, requestComments, suppliers, uploads } from '../../db/tables.ts'

export type SupplierRow = typeof suppliers.$inferSelect
export type CommentRow = typeof requestComments.$inferSelect

export const suppliersOf = (db: Db, requestId: string): Promise<SupplierRow[]> =>
  db.select().from(suppliers).where(eq(suppliers.requestId, requestId)).orderBy(asc(suppliers.seq))

export async function insertSuppliers(tx: Transaction, rows: (typeof suppliers.$inferInsert)[]): Promise<void> {
  if (rows.length) await tx.insert(suppliers).values(rows)
}

/** Addresses that were asked already. */
export async function invitedAmong(tx: Transaction, requestId: string, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const rows = await tx
    .select({ email: suppliers.email })
    .from(suppliers)
    .where(and(eq(suppliers.requestId, requestId), isNotNull(suppliers.tokenHash), inArray(suppliers.email, [...emails])))
  return new Set(rows.flatMap(({ email }) => email ?? []))
}

export const countInvited = (tx: Transaction, requestId: string): Promise<number> =>
  tx.$count(suppliers, and(eq(suppliers.requestId, requestId), isNotNull(suppliers.tokenHash)))

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

/** Who came by the open link is known by the browser. */
export async function ensureVisitor(tx: Transaction, requestId: string, browserHash: string, now: Date): Promise<SupplierRow> {
  await tx.insert(suppliers).values({ requestId, browserHash, createdAt: now, openedAt: now }).onConflictDoNothing()
  return (await findSupplier(tx, { requestId, browserHash }))!
}

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

/** Files of uploads that were begun and not submitted, by supplier. */
export async function uploadingOf(db: Db, requestId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ supplierId: uploads.forSupplierId, files: sql<number>`count(${files.id})`.mapWith(Number) })
    .from(uploads)
    .innerJoin(files, and(eq(files.uploadId, uploads.id), eq(files.isRemoved, false)))
    .where(and(eq(uploads.forRequestId, requestId), sql`${uploads.state} = 'open'`))
    .groupBy(uploads.forSupplierId)
  return new Map(rows.flatMap(({ supplierId, files: number }) => (supplierId ? [[supplierId, number] as const] : [])))
}

export const commentsOf = (db: Db, supplierIds: readonly string[]): Promise<CommentRow[]> =>
  supplierIds.length
    ? db
        .select()
        .from(requestComments)
        .where(inArray(requestComments.supplierId, [...supplierIds]))
        .orderBy(asc(requestComments.at), asc(requestComments.id))
    : Promise.resolve([])

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

export const findComment = async (db: Db, id: string): Promise<CommentRow | undefined> =>
  (await db.select().from(requestComments).where(eq(requestComments.id, id)))[0]
