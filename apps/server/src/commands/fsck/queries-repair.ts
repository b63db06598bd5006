/** What a repair writes: each looks again at what it repairs, under the lock by which the server would change it. */
import { and, eq, sql } from 'drizzle-orm'
import { type Database, inTransaction } from '../../db/connect.ts'
import { blobs, slugs, transfers, uploads } from '../../db/tables.ts'
import { deleteFilesOf } from '../../features/content/index.ts'
import { correctBy, lockOwner, setUsage } from '../../features/owners/index.ts'
import { releaseUpload, requireVerification } from '../../features/uploads/index.ts'
import { declaredWrongly, halfDeleted, recount, withoutTransfer, withoutUpload } from './queries.ts'

export async function markLost(db: Database, blobId: string, at: Date | null): Promise<void> {
  await db.update(blobs).set({ lostAt: at }).where(eq(blobs.id, blobId))
}

/** The server verifies its parts before it lists them again, and asks for the rest. */
export const markSuspect = (db: Database, uploadId: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const open = and(eq(uploads.id, uploadId), eq(uploads.state, 'open'))
    const { rowCount } = await tx.update(uploads).set({ isSuspect: true }).where(open)
    if (rowCount) await requireVerification(tx, uploadId)
  })

export async function takeSlug(db: Database, slug: string): Promise<void> {
  await db.insert(slugs).values({ slug }).onConflictDoNothing()
}

const lockUpload = sql`for update`

/** Goes on where a deletion stopped: rows and quota in one transaction, the bytes by the job that deletes them. */
export const finishDeleting = (db: Database, uploadId: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`select id from uploads where id = ${uploadId} ${lockUpload}`)
    if (!(await halfDeleted(tx)).some((row) => row.upload_id === uploadId)) return false
    await releaseUpload(tx, uploadId)
    // Given up before, with rows left: their quota was released then.
    await deleteFilesOf(tx, [uploadId])
    return true
  })

/** Its link leads nowhere; from now on it says so. */
export const endEmptyTransfer = (db: Database, transferId: string, uploadId: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`select id from uploads where id = ${uploadId} ${lockUpload}`)
    if (!(await withoutUpload(tx)).some((row) => row.transfer_id === transferId)) return false
    await tx.update(transfers).set({ state: 'deleted', deletedFrom: null }).where(eq(transfers.id, transferId))
    return true
  })

/** It can be published again, and ends as any other upload that nobody publishes. */
export const unpublish = (db: Database, uploadId: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`select id from uploads where id = ${uploadId} ${lockUpload}`)
    if (!(await withoutTransfer(tx)).some(({ id, state }) => id === uploadId && state === 'open')) return false
    await tx.update(uploads).set({ publishedAt: null }).where(eq(uploads.id, uploadId))
    return true
  })

/** With the quota of its owner, which is counted from it. */
export const correctDeclared = (db: Database, uploadId: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const [upload] = await tx.select().from(uploads).where(eq(uploads.id, uploadId)).for('update')
    const row = (await declaredWrongly(tx)).find(({ id }) => id === uploadId)
    if (!upload || !row) return false
    await tx
      .update(uploads)
      .set({ declaredBytes: Number(row.files) })
      .where(eq(uploads.id, uploadId))
    const column = upload.state === 'complete' ? 'usedBytes' : 'reservedBytes'
    await correctBy(tx, upload.ownerId, column, Number(row.files) - upload.declaredBytes)
    return true
  })

/**
 * Under the owner's lock, which whoever changes its quota holds until its own change is visible. What is under way changes the quota
 * by a difference afterwards, so that it comes out right too.
 */
export const correctUsage = (db: Database, ownerId: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await lockOwner(tx, ownerId)
    const [row] = await recount(tx, ownerId)
    if (!row) return false
    await setUsage(tx, ownerId, { usedBytes: Number(row.used), reservedBytes: Number(row.reserved) })
    return true
  })
