/** SQL of what files were recorded as, and of what is made of them to be looked at and heard. */
import type { MediaKind } from '@sampan/contract/states'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { blobs, files, type RenditionForm, renditions, uploads } from '../../db/tables.ts'
import type { MadeForm } from '../renditions/index.ts'

export type { RenditionForm }

export type FileAt = { id: string; path: string; blobId: string | null; wrappedKey: Buffer | null }

/** Those of an upload that are still in it, by their paths. */
export async function filesAt(tx: Transaction, uploadId: string, paths: readonly string[]): Promise<FileAt[]> {
  if (paths.length === 0) return []
  return tx
    .select({ id: files.id, path: files.path, blobId: files.blobId, wrappedKey: blobs.wrappedKey })
    .from(files)
    .leftJoin(blobs, eq(files.blobId, blobs.id))
    .where(and(eq(files.uploadId, uploadId), eq(files.isRemoved, false), inArray(files.path, [...paths])))
}

export async function setMedia(tx: Transaction, fileIds: readonly string[], media: MediaKind): Promise<void> {
  if (fileIds.length)
    await tx
      .update(files)
      .set({ media })
      .where(inArray(files.id, [...fileIds]))
}

/** Files whose names say that something can be made of them, up to a size; recorded sound whatever it is called, and where a poster came. */
export async function markToRender(tx: Transaction, uploadId: string, endings: string, maxBytes: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with marked as (
      update files set rendering = 'waiting'
      where upload_id = ${uploadId} and not is_removed and size > 0 and blob_id is not null
        and (size <= ${maxBytes} and (media = 'voice' or path ~* ${`\\.(${endings})$`})
          or exists (select from renditions where file_id = files.id and form = 'poster'))
      returning 1)
    select exists (select from marked) as any`)
  return rows[0]!.any as boolean
}

const isWaiting = (ownerId: string) =>
  and(isOwnedBy(uploads, ownerId), eq(files.rendering, 'waiting'), eq(files.isRemoved, false), eq(uploads.state, 'complete'))

/** What was recorded comes first: somebody waits to hear it. Then what came first. */
export const filesToRender = (db: Db, ownerId: string, max: number) =>
  db
    .select({
      id: files.id,
      uploadId: files.uploadId,
      path: files.path,
      size: files.size,
      offset: files.offset,
      blobId: files.blobId,
      media: files.media,
      scan: files.scan,
      wrappedKey: blobs.wrappedKey,
      poster: renditions.sealed,
    })
    .from(files)
    .innerJoin(uploads, eq(files.uploadId, uploads.id))
    .innerJoin(blobs, eq(files.blobId, blobs.id))
    .leftJoin(renditions, and(eq(renditions.fileId, files.id), eq(renditions.form, 'poster')))
    .where(isWaiting(ownerId))
    .orderBy(asc(sql`${files.media} is null`), asc(uploads.completedAt), asc(files.position))
    .limit(max)
export type FileToRender = Awaited<ReturnType<typeof filesToRender>>[number]

/** As it came: no list tells of it, nothing gives it out, and it goes when a picture was made of it, or none could be. */
export async function insertPoster(tx: Transaction, row: Omit<typeof renditions.$inferInsert, 'form'>): Promise<void> {
  await tx
    .insert(renditions)
    .values({ ...row, form: 'poster' })
    .onConflictDoNothing()
}

/** What was made before stays. */
export async function insertRendition(tx: Transaction, row: typeof renditions.$inferInsert & { form: MadeForm }): Promise<void> {
  const added = await tx.insert(renditions).values(row).onConflictDoNothing().returning({ form: renditions.form })
  if (added.length)
    await tx
      .update(files)
      .set({ forms: sql`trim(${files.forms} || ' ' || ${row.form})` })
      .where(eq(files.id, row.fileId))
}

/** False where it is not there any more, or another was faster. */
export async function endRendering(tx: Transaction, fileId: string, rendering: 'done' | 'failed'): Promise<boolean> {
  const ended = await tx
    .update(files)
    .set({ rendering })
    .where(and(eq(files.id, fileId), eq(files.rendering, 'waiting'), eq(files.isRemoved, false)))
    .returning({ id: files.id })
  await tx.delete(renditions).where(and(eq(renditions.fileId, fileId), eq(renditions.form, 'poster')))
  return ended.length > 0
}

/** With what opens it; undefined where its file is gone or was found infected. */
export async function findRendition(db: Db, fileId: string, form: MadeForm) {
  const [row] = await db
    .select({ rendition: renditions, blobId: files.blobId, wrappedKey: blobs.wrappedKey, scan: files.scan })
    .from(renditions)
    .innerJoin(files, eq(renditions.fileId, files.id))
    .innerJoin(blobs, eq(files.blobId, blobs.id))
    .where(and(eq(renditions.fileId, fileId), eq(renditions.form, form), eq(files.isRemoved, false)))
  return row && row.scan !== 'infected' ? row : undefined
}

/** undefined: it is gone. */
export async function ownerOfUpload(db: Db, uploadId: string): Promise<string | undefined> {
  const [row] = await db.select({ ownerId: uploads.ownerId }).from(uploads).where(eq(uploads.id, uploadId))
  return row?.ownerId
}
