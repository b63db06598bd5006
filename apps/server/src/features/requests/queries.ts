/** SQL of file requests and their documents. */
import type { Action, Asker } from '@sampan/contract/permissions'
import { and, asc, eq, gt, inArray, isNull, notExists, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy, isPermittedRequest } from '../../db/permitted.ts'
import { fileRequests, requestDocuments, submittedFiles } from '../../db/tables.ts'

export type RequestRow = typeof fileRequests.$inferSelect
export type DocumentRow = typeof requestDocuments.$inferSelect

export async function insertRequest(tx: Transaction, row: typeof fileRequests.$inferInsert): Promise<RequestRow> {
  return (await tx.insert(fileRequests).values(row).returning())[0]!
}

/** What this call made before, if it is a repeat; racing repeats wait for each other. */
export async function requestOfKey(tx: Transaction, authorId: string, requestKey: string): Promise<RequestRow | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fileRequest:${authorId}:${requestKey}`}, 0))`)
  const isSame = and(eq(fileRequests.authorId, authorId), eq(fileRequests.requestKey, requestKey))
  return (await tx.select().from(fileRequests).where(isSame))[0]
}

type Which = { slug: string } | { id: string }
/** What is in the bin is as if it were not there. */
const isThere = isNull(fileRequests.deletedAt)
const isWhich = (by: Which) => and('slug' in by ? eq(fileRequests.slug, by.slug) : eq(fileRequests.id, by.id), isThere)

export const findRequest = async (db: Db, by: Which): Promise<RequestRow | undefined> =>
  (await db.select().from(fileRequests).where(isWhich(by)))[0]

export const lockRequest = async (tx: Transaction, by: Which): Promise<RequestRow | undefined> =>
  (await tx.select().from(fileRequests).where(isWhich(by)).for('update'))[0]

export type Own = { slug: string; actor: Asker; action: Action }
const isOwn = ({ slug, actor, action }: Own) => and(eq(fileRequests.slug, slug), isPermittedRequest(actor, action), isThere)

export const findOwn = async (db: Db, own: Own): Promise<RequestRow | undefined> =>
  (await db.select().from(fileRequests).where(isOwn(own)))[0]

export const lockOwn = async (tx: Transaction, own: Own): Promise<RequestRow | undefined> =>
  (await tx.select().from(fileRequests).where(isOwn(own)).for('update'))[0]

export async function updateRequest(tx: Transaction, id: string, set: Partial<typeof fileRequests.$inferInsert>): Promise<void> {
  if (Object.keys(set).length) await tx.update(fileRequests).set(set).where(eq(fileRequests.id, id))
}

/** Its row is locked. */
export const countAsked = async (tx: Transaction, id: string): Promise<number> =>
  (await tx.select({ asked: fileRequests.askedCount }).from(fileRequests).where(eq(fileRequests.id, id)))[0]!.asked

export const documentsOf = (db: Db, requestId: string): Promise<DocumentRow[]> =>
  db
    .select()
    .from(requestDocuments)
    .where(eq(requestDocuments.requestId, requestId))
    .orderBy(asc(requestDocuments.position), asc(requestDocuments.id))

export async function insertDocuments(tx: Transaction, rows: (typeof requestDocuments.$inferInsert)[]): Promise<void> {
  if (rows.length) await tx.insert(requestDocuments).values(rows)
}

export async function updateDocument(tx: Transaction, id: string, set: Partial<DocumentRow>): Promise<void> {
  await tx.update(requestDocuments).set(set).where(eq(requestDocuments.id, id))
}

/** But those for which something was received. Answers which stayed. */
export async function deleteDocuments(tx: Transaction, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const received = tx
    .select({ id: submittedFiles.fileId })
    .from(submittedFiles)
    .where(eq(submittedFiles.documentId, requestDocuments.id))
  await tx.delete(requestDocuments).where(and(inArray(requestDocuments.id, ids), notExists(received)))
  const left = await tx.select({ id: requestDocuments.id }).from(requestDocuments).where(inArray(requestDocuments.id, ids))
  return new Set(left.map(({ id }) => id))
}

/** Those in the bin too, as long as they lie there. */
export const requestsOfOwner = (db: Db, ownerId: string, now: Date): Promise<RequestRow[]> =>
  db
    .select()
    .from(fileRequests)
    .where(and(isOwnedBy(fileRequests, ownerId), or(isThere, gt(fileRequests.restorableUntil, now))))
    .orderBy(asc(fileRequests.createdAt))

/** What was received is deleted before. */
export async function deleteRequestsOfOwner(db: Db, ownerId: string): Promise<void> {
  await db.delete(fileRequests).where(isOwnedBy(fileRequests, ownerId))
}

/** Of one author in an owner's hands: another is their author from now on, and nothing is shared with the former (M3). */
export async function handOverRequests(
  tx: Transaction,
  { ownerId, from, to }: { ownerId: string; from: string; to: string },
): Promise<void> {
  await tx
    .update(fileRequests)
    .set({ authorId: to })
    .where(and(isOwnedBy(fileRequests, ownerId), eq(fileRequests.authorId, from)))
  await tx
    .update(fileRequests)
    .set({ sharedWith: sql`array_remove(${fileRequests.sharedWith}, ${from}::uuid)` })
    .where(and(isOwnedBy(fileRequests, ownerId), sql`${from}::uuid = any(${fileRequests.sharedWith})`))
}
