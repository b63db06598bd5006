/** Stored files as things with a size, an ETag and any range at once: one as it is, several as a zip (D2, D3). */
import { createHash } from 'node:crypto'
import type { Batch } from '../adapters/storage/storage.ts'
import { zipLayout } from './zip-layout.ts'
import { safeFileName, safePaths } from './zip-names.ts'
import type { OpenBlob } from './zip-stream.ts'

export type Representation = {
  size: number
  /** Strong, with its quotation marks. */
  etag: string
  lastModified: Date
  /** As of a byte range. */
  mayBeOther?: boolean
  fileName: string
  /** ASCII name for programs that read no UTF-8 one. */
  fallbackName: string
  type: string
  read: (from: number, to: number) => AsyncIterable<Batch>
}

/** A file with the place of its bytes; `blobId` null where it has none. */
export type ServedFile = {
  id: string
  path: string
  size: number
  crc32: number
  blobId: string | null
  offset: number
  modifiedAt: Date
}

async function* nothing(): AsyncGenerator<Batch> {}

/** Its ETag goes by its checksum: a file that was replaced while its upload ran is another one, and nobody puts two of them together. */
export const fileRepresentation = (open: OpenBlob, file: ServedFile, fallbackName: string): Representation => ({
  size: file.size,
  etag: `"f${file.id}-${file.crc32.toString(36)}"`,
  lastModified: file.modifiedAt,
  fileName: safeFileName(file.path),
  fallbackName,
  type: 'application/octet-stream',
  read: (from, to) => (file.blobId && to > from ? open(file.blobId, file.offset + from, file.offset + to) : nothing()),
})

type Zip = {
  /** Two zips of different ones are different, whatever they hold. */
  identity: string
  /** Without its ending. */
  name: string
  fallbackName: string
  lastModified: Date
  mayBeOther?: boolean
}

/** Names, dates and order are those that are given, so every request gives the same bytes. */
export function zipRepresentation(open: OpenBlob, files: readonly ServedFile[], zip: Zip): Representation {
  const { identity, name, fallbackName, ...state } = zip
  const names = safePaths(files.map(({ path }) => path))
  const { length: size, read } = zipLayout(
    files.map(({ blobId, offset, ...file }, index) => ({
      ...file,
      name: names[index]!,
      source: blobId && file.size > 0 ? { blobId, offset } : null,
    })),
    open,
  )
  const content = createHash('sha256').update(
    `${identity}\n${files.map(({ id, crc32 }) => `${id} ${crc32}`).join('\n')}\n${names.join('\n')}`,
  )
  return {
    size,
    read,
    etag: `"z${content.digest('base64url').slice(0, 32)}"`,
    fileName: safeFileName(`${name}.zip`),
    fallbackName: `${fallbackName}.zip`,
    type: 'application/zip',
    ...state,
  }
}
