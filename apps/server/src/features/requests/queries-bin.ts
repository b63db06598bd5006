/** SQL of file requests that were deleted and can be brought back (T11). */
import type { Asker } from '@sampan/contract/permissions'
import { and, desc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db, Transaction } from '../../db/connect.ts'
import { isPermittedRequest } from '../../db/permitted.ts'
import { fileRequests, submissions, transfers } from '../../db/tables.ts'
import type { Own, RequestRow } from './queries.ts'

const isDeleted = isNotNull(fileRequests.deletedAt)
const isOwn = ({ slug, actor, action }: Own) => and(eq(fileRequests.slug, slug), isPermittedRequest(actor, action), isDeleted)

export const findDeleted = async (db: Db, own: Own): Promise<RequestRow | undefined> =>
  (await db.select().from(fileRequests).where(isOwn(own)))[0]

export const lockDeleted = async (tx: Transaction, own: Own): Promise<RequestRow | undefined> =>
  (await tx.select().from(fileRequests).where(isOwn(own)).for('update'))[0]

/** The latest deletion first; with how much was deleted together with each. */
export const binnedRequests = (db: Db, actor: Asker, now: Date) => {
  const sumOf = (column: AnyPgColumn) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
  return db
    .select({
      slug: fileRequests.slug,
      title: fileRequests.title,
      deletedAt: fileRequests.deletedAt,
      restorableUntil: fileRequests.restorableUntil,
      fileCount: sumOf(transfers.fileCount),
      totalBytes: sumOf(transfers.totalBytes),
    })
    .from(fileRequests)
    .leftJoin(submissions, eq(submissions.requestId, fileRequests.id))
    .leftJoin(transfers, and(eq(transfers.id, submissions.transferId), eq(transfers.deletedAt, fileRequests.deletedAt)))
    .where(and(isPermittedRequest(actor, 'delete'), isDeleted, gt(fileRequests.restorableUntil, now)))
    .groupBy(fileRequests.id)
    .orderBy(desc(fileRequests.deletedAt), desc(fileRequests.id))
}

/** Slugs of what it has received, and was deleted with it. */
export const deletedWith = async (db: Db, requestId: string, deletedAt: Date): Promise<string[]> =>
  (
    await db
      .select({ slug: transfers.slug })
      .from(submissions)
      .innerJoin(transfers, eq(submissions.transferId, transfers.id))
      .where(and(eq(submissions.requestId, requestId), eq(transfers.deletedAt, deletedAt)))
  ).map(({ slug }) => slug)

export const letGo = (tx: Transaction, actor: Asker, slug: string | undefined, until: Date): Promise<RequestRow[]> =>
  tx
    .update(fileRequests)
    .set({ restorableUntil: until })
    .where(
      and(
        isPermittedRequest(actor, 'delete'),
        isDeleted,
        gt(fileRequests.restorableUntil, until),
        slug === undefined ? undefined : eq(fileRequests.slug, slug),
      ),
    )
    .returning()

/** With their suppliers, documents and comments. */
export async function deleteDue(db: Db, before: Date): Promise<void> {
  await db.delete(fileRequests).where(and(isDeleted, lt(fileRequests.restorableUntil, before)))
}

/** For the operator, who decides of what is in the bin too: it may come back. */
export const findAnyRequest = async (db: Db, slug: string): Promise<RequestRow | undefined> =>
  (await db.select().from(fileRequests).where(eq(fileRequests.slug, slug)))[0]

export const lockAnyRequest = async (tx: Transaction, id: string): Promise<RequestRow | undefined> =>
  (await tx.select().from(fileRequests).where(eq(fileRequests.id, id)).for('update'))[0]

/** What has come since: nobody has looked at what these files are. */
export const receivedAfter = async (tx: Transaction, requestId: string, after: Date): Promise<string[]> =>
  (
    await tx
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(eq(submissions.requestId, requestId), gt(submissions.receivedAt, after)))
  ).map(({ id }) => id)
