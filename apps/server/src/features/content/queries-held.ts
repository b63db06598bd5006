/** SQL of files as they are held: by a transfer, over its versions (T9), or by the upload that brings them. */
import { and, asc, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { among } from '../../db/among.ts'
import type { Db } from '../../db/connect.ts'
import { blobs, files, transferFiles } from '../../db/tables.ts'
import type { FileRow } from './queries.ts'

/** Files for the joins of others: Postgres takes it for the table itself, and looks into blobs only for who asks whether they are lost. */
export const heldFiles = new QueryBuilder()
  .select({
    id: files.id,
    uploadId: files.uploadId,
    position: files.position,
    path: files.path,
    size: files.size,
    lastModified: files.lastModified,
    isRemoved: files.isRemoved,
    blobId: files.blobId,
    offset: files.offset,
    crc32: files.crc32,
    sha256: files.sha256,
    scan: files.scan,
    scanFinding: files.scanFinding,
    media: files.media,
    forms: files.forms,
    isLost: sql<boolean>`${blobs.lostAt} is not null`.as('is_lost'),
  })
  .from(files)
  .leftJoin(blobs, eq(files.blobId, blobs.id))
  .as('file')

const { id, path, size, lastModified, blobId, offset, crc32, scan, media, forms, isLost } = heldFiles
/** What whoever gives out its bytes needs of a file. */
export const heldFileColumns = { id, path, size, lastModified, blobId, offset, crc32, scan, media, forms, isLost }
export type HeldFile = Pick<FileRow, Exclude<keyof typeof heldFileColumns, 'isLost'>> & {
  /** Its bytes are gone or damaged for good. */
  isLost: boolean
}

/** Of a transfer's files those that it has now: older versions have others. */
export const isNewest = isNull(transferFiles.beforeVersion)
export const isOfVersion = (version: number | Placeholder): SQL =>
  sql`${transferFiles.fromVersion} <= ${version} and (${transferFiles.beforeVersion} is null or ${transferFiles.beforeVersion} > ${version})`
/** What took the place of another file stands there. */
export const inTheirPlaces = asc(sql`coalesce(${transferFiles.place}, ${transferFiles.position})`)

export const isOfUpload = (uploadId: string) => and(eq(heldFiles.uploadId, uploadId), eq(heldFiles.isRemoved, false))

/** As a complete transfer holds its files, without the sum that only completion writes. */
export const filesOfUpload = (db: Db, uploadId: string, only?: string[]): Promise<HeldFile[]> =>
  db
    .select(heldFileColumns)
    .from(heldFiles)
    .where(and(isOfUpload(uploadId), only && among(heldFiles.id, only)))
    .orderBy(asc(heldFiles.position))
