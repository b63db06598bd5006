/** SQL of the files that show what a document is meant to be. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { fileRequests, requestDocuments, uploads } from '../../db/tables.ts'
import { type HeldFile, heldFileColumns, heldFiles } from '../content/index.ts'

const isDocuments = and(eq(heldFiles.uploadId, requestDocuments.exampleUploadId), eq(heldFiles.isRemoved, false))

/** By document. */
export async function examplesOf(db: Db, requestId: string): Promise<Map<string, HeldFile>> {
  const rows = await db
    .select({ documentId: requestDocuments.id, file: heldFileColumns })
    .from(requestDocuments)
    .innerJoin(heldFiles, isDocuments)
    .where(eq(requestDocuments.requestId, requestId))
  return new Map(rows.map(({ documentId, file }) => [documentId, file]))
}

/** The document is locked; undefined where it is gone. Answers what it had before. */
export async function lockDocument(tx: Transaction, id: string): Promise<{ exampleUploadId: string | null } | undefined> {
  const { exampleUploadId } = requestDocuments
  return (await tx.select({ exampleUploadId }).from(requestDocuments).where(eq(requestDocuments.id, id)).for('update'))[0]
}

export async function setExample(tx: Transaction, id: string, exampleUploadId: string | null): Promise<void> {
  await tx.update(requestDocuments).set({ exampleUploadId }).where(eq(requestDocuments.id, id))
}

/** A request, or what this call of its author has made before. */
export type OfRequest = { slug: string } | { authorId: string; requestKey: string }

/** Whether a document of this request shows what the upload has brought. */
export async function isShownBy(db: Db, uploadId: string, of: OfRequest): Promise<boolean> {
  const { slug, authorId, requestKey } = fileRequests
  const isIt = 'slug' in of ? eq(slug, of.slug) : and(eq(authorId, of.authorId), eq(requestKey, of.requestKey))
  const rows = await db
    .select({ id: requestDocuments.id })
    .from(requestDocuments)
    .innerJoin(fileRequests, eq(requestDocuments.requestId, fileRequests.id))
    .where(and(eq(requestDocuments.exampleUploadId, uploadId), isIt))
    .limit(1)
  return rows.length > 0
}

/** In the order of their ids: whoever shares them and whoever lets them go come one after the other. Those that are whole. */
export async function lockExamples(tx: Transaction, uploadIds: readonly string[]): Promise<Set<string>> {
  if (uploadIds.length === 0) return new Set()
  const rows = await tx
    .select({ id: uploads.id, state: uploads.state })
    .from(uploads)
    .where(inArray(uploads.id, [...uploadIds]))
    .orderBy(asc(uploads.id))
    .for('update')
  return new Set(rows.flatMap(({ id, state }) => (state === 'complete' ? id : [])))
}

/** Of those that are locked. */
export async function stillShown(tx: Transaction, uploadIds: readonly string[]): Promise<Set<string>> {
  const shown = await tx
    .selectDistinct({ id: requestDocuments.exampleUploadId })
    .from(requestDocuments)
    .where(inArray(requestDocuments.exampleUploadId, [...uploadIds]))
  return new Set(shown.flatMap(({ id }) => id ?? []))
}

/** Of requests whose time in the bin is over. */
export const examplesInBin = async (tx: Transaction, before: Date): Promise<string[]> =>
  (
    await tx
      .select({ id: requestDocuments.exampleUploadId })
      .from(requestDocuments)
      .innerJoin(fileRequests, eq(requestDocuments.requestId, fileRequests.id))
      .where(sql`${fileRequests.deletedAt} is not null and ${fileRequests.restorableUntil} < ${before}`)
  ).flatMap(({ id }) => id ?? [])
