/** SQL of files as others hold them. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { among } from '../../db/among.ts'
import type { Db } from '../../db/connect.ts'
import { blobs, files } from '../../db/tables.ts'
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

export const isOfUpload = (uploadId: string) => and(eq(heldFiles.uploadId, uploadId), eq(heldFiles.isRemoved, false))

/** As a complete transfer holds its files, without the sum that only completion writes. */
export const filesOfUpload = (db: Db, uploadId: string, only?: string[]): Promise<HeldFile[]> =>
  db
    .select(heldFileColumns)
    .from(heldFiles)
    .where(and(isOfUpload(uploadId), only && among(heldFiles.id, only)))
    .orderBy(asc(heldFiles.position))
