/** Lays new files into blobs as rows, and tells the plan as the reply that clients follow. */
import { randomBytes, randomUUID } from 'node:crypto'
import { packing, parts } from '@sampan/contract/limits'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { packFiles } from '@sampan/contract/rules/packing'
import { type Connection, firstPartBytes, isConnection } from '@sampan/contract/rules/part-size'
import { type MasterKeys, wrapDek } from '../../adapters/keys/keys.ts'
import type { insertFiles } from '../content/index.ts'
import type * as queries from './queries.ts'

type NewFiles = Parameters<typeof insertFiles>[1]
export type NewFile = { path: string; size: number; lastModified?: number | undefined }

/** `after`: how many blobs and files the upload has already; added files get blobs of their own, so that a layout never changes. */
export function layOut(uploadId: string, list: readonly NewFile[], keys: MasterKeys, after = { blobs: 0, files: 0 }): NewFiles {
  const { places, blobBytes } = packFiles(list.map((file) => file.size))
  const blobRows = blobBytes.map((size, index) => {
    const id = randomUUID()
    return { id, uploadId, position: after.blobs + index, size, wrappedKey: wrapDek(keys, id, randomBytes(32)) }
  })
  const fileRows = list.map((file, index) => ({
    id: randomUUID(),
    uploadId,
    position: after.files + index,
    path: file.path,
    size: file.size,
    lastModified: file.lastModified === undefined ? null : new Date(file.lastModified),
    blobId: places[index] ? blobRows[places[index].blob]!.id : null,
    offset: places[index]?.offset ?? 0,
  }))
  return { blobs: blobRows, files: fileRows }
}

export const connectionOf = (word: unknown): Connection => (isConnection(word) ? word : '4g')

type PlanRows = {
  upload: Pick<queries.UploadRow, 'id' | 'slug' | 'expiresAt' | 'connection'>
  blobs: Pick<queries.BlobRow, 'id' | 'size'>[]
  files: Pick<queries.FileRow, 'id' | 'path' | 'size' | 'blobId' | 'offset'>[]
}

/** One file has all of it, so that the CRC-32 of a part is the file's too, and no border of files cuts a part. */
const isOfOneFile = ({ id, size }: PlanRows['blobs'][number], files: PlanRows['files']): boolean =>
  size >= packing.smallFileBytes && files.some((file) => file.blobId === id && file.size === size)

export function planReply({ upload, blobs, files }: PlanRows, isDirect: boolean): UploadPlan {
  const connection = connectionOf(upload.connection)
  return {
    uploadId: upload.id,
    slug: upload.slug,
    expiresAt: upload.expiresAt.toISOString(),
    parallel: parts.parallel,
    blobs: blobs.map((blob) => ({
      blobId: blob.id,
      size: blob.size,
      partSize: firstPartBytes(blob.size, connection),
      minPartSize: Math.ceil(blob.size / parts.perBlob),
      via: isDirect && isOfOneFile(blob, files) ? ('store' as const) : ('app' as const),
    })),
    files: files.map(({ id, path, size, blobId, offset }) => ({
      fileId: id,
      path,
      itemPath: `${upload.slug}/${path}`,
      size,
      blobId,
      offset,
    })),
  }
}
