/** A file and a zip as things with a size, an ETag and any range at once (D2, D3). */
import { createHash } from 'node:crypto'
import { baseName, isFolderPath } from '@sampan/contract/rules/file-path'
import type { Batch } from '../../adapters/storage/storage.ts'
import type { HeldFile } from '../transfers/index.ts'
import type { Link } from './resolve-link.ts'
import type { Representation } from './send-bytes.ts'
import { zipLayout } from './zip-layout.ts'
import { safeFileName, safePaths } from './zip-names.ts'
import type { OpenBlob } from './zip-stream.ts'

/** Bytes [from, to) of one file: a piece of its blob. */
const readFile = (open: OpenBlob, file: HeldFile, from: number, to: number): AsyncIterable<Batch> =>
  file.blobId && to > from ? open(file.blobId, file.offset + from, file.offset + to) : nothing()

async function* nothing(): AsyncGenerator<Batch> {}

type Of = Pick<Link, 'transfer' | 'publishedAt'>

/** A file without a date has that of sending, which no completion changes: what began early is resumed later (D8). */
const dateOf = ({ lastModified }: HeldFile, { publishedAt }: Of): Date => lastModified ?? publishedAt

/** With its checksum: a file that was replaced while its upload ran is another one, and nobody puts two of them together. */
export function fileRepresentation(open: OpenBlob, link: Of, file: HeldFile): Representation {
  return {
    size: file.size,
    etag: `"f${file.id}-${file.crc32.toString(36)}"`,
    lastModified: dateOf(file, link),
    fileName: safeFileName(file.path),
    fallbackName: link.transfer.slug,
    type: 'application/octet-stream',
    read: (from, to) => readFile(open, file, from, to),
  }
}

/** Which of the zips that stood at one address: those of a transfer's versions did, one after the other (T9). */
export type ZipState = { version: number; at: Date; mayBeOther: boolean }

/** Names, dates and order are those of the rows, so every request gives the same bytes. */
export function zipRepresentation(
  open: OpenBlob,
  link: Of,
  files: readonly HeldFile[],
  { version, at, mayBeOther }: ZipState,
): Representation {
  const { transfer } = link
  const names = safePaths(files.map(({ path }) => path))
  const layout = zipLayout(
    files.map((file, index) => ({
      name: names[index]!,
      size: file.size,
      crc32: file.crc32,
      modifiedAt: dateOf(file, link),
      source: file.blobId && file.size > 0 ? { blobId: file.blobId, offset: file.offset } : null,
    })),
    open,
  )
  // An earlier version that came back is begun anew: its download is counted by what leaves of one version.
  const sentAt = link.publishedAt.toISOString()
  const from = version === 1 ? sentAt : `${sentAt} ${version}`
  const content = createHash('sha256').update(
    `${transfer.id}\n${from}\n${files.map(({ id, crc32 }) => `${id} ${crc32}`).join('\n')}\n${names.join('\n')}`,
  )
  const named = files.find(({ path }) => !isFolderPath(path))?.path ?? transfer.fileName
  const first = safeFileName(baseName(named)).replace(/(?<=.)\.[^.]{1,8}$/, '')
  return {
    size: layout.length,
    etag: `"z${content.digest('base64url').slice(0, 32)}"`,
    lastModified: at,
    mayBeOther,
    fileName: safeFileName(`${first}.zip`),
    fallbackName: `${transfer.slug}.zip`,
    type: 'application/zip',
    read: layout.read,
  }
}
