/** A file and a zip as things with a size, an ETag and any range at once (D2, D3). */
import { createHash } from 'node:crypto'
import { baseName, isFolderPath } from '@sampan/contract/rules/file-path'
import type { Services } from '../../services.ts'
import type { HeldFile, TransferRow } from '../transfers/index.ts'
import { readBlob } from '../uploads/index.ts'
import type { Representation } from './send-bytes.ts'
import { zipLayout } from './zip-layout.ts'
import { safeFileName, safePaths } from './zip-names.ts'

type Deps = Pick<Services, 'db' | 'storage' | 'masterKeys'>

/** Bytes [from, to) of one file: a piece of its blob. */
const readFile = (deps: Deps, file: HeldFile, from: number, to: number): AsyncIterable<Buffer> =>
  file.blobId && to > from ? readBlob(deps, file.blobId, file.offset + from, file.offset + to) : nothing()

async function* nothing(): AsyncGenerator<Buffer> {}

export function fileRepresentation(deps: Deps, transfer: TransferRow, file: HeldFile): Representation {
  return {
    size: file.size,
    etag: `"f${file.id}"`,
    lastModified: file.lastModified ?? transfer.sentAt,
    fileName: safeFileName(file.path),
    fallbackName: transfer.slug,
    type: 'application/octet-stream',
    read: (from, to) => readFile(deps, file, from, to),
  }
}

/** Names, dates and order are those of the rows, so every request gives the same bytes. */
export function zipRepresentation(deps: Deps, transfer: TransferRow, files: readonly HeldFile[]): Representation {
  const names = safePaths(files.map(({ path }) => path))
  const layout = zipLayout(
    files.map((file, index) => ({
      name: names[index]!,
      size: file.size,
      crc32: file.crc32,
      modifiedAt: file.lastModified ?? transfer.sentAt,
      read: (from: number, to: number) => readFile(deps, file, from, to),
    })),
  )
  const content = createHash('sha256').update(
    `${transfer.id}\n${transfer.sentAt.toISOString()}\n${files.map(({ id }) => id).join('\n')}\n${names.join('\n')}`,
  )
  const named = files.find(({ path }) => !isFolderPath(path))?.path ?? transfer.fileName
  const first = safeFileName(baseName(named)).replace(/(?<=.)\.[^.]{1,8}$/, '')
  return {
    size: layout.length,
    etag: `"z${content.digest('base64url').slice(0, 32)}"`,
    lastModified: transfer.sentAt,
    fileName: safeFileName(`${first}.zip`),
    fallbackName: `${transfer.slug}.zip`,
    type: 'application/zip',
    read: layout.read,
  }
}
