/** A transfer's file and its zips as they are downloaded (D2, D3). */
import { baseName, isFolderPath } from '@sampan/contract/rules/file-path'
import { fileRepresentation, type Representation, type ServedFile, zipRepresentation } from '../../delivery/representation.ts'
import { safeFileName } from '../../delivery/zip-names.ts'
import type { OpenBlob } from '../../delivery/zip-stream.ts'
import type { HeldFile } from '../content/index.ts'
import type { Link } from './resolve-link.ts'

type Of = Pick<Link, 'transfer' | 'publishedAt'>

/** A file without a date has that of sending, which no completion changes: what began early is resumed later (D8). */
const served = (file: HeldFile, { publishedAt }: Of): ServedFile => ({ ...file, modifiedAt: file.lastModified ?? publishedAt })

export const fileOfTransfer = (open: OpenBlob, link: Of, file: HeldFile): Representation =>
  fileRepresentation(open, served(file, link), link.transfer.slug)

/** Which of the zips that stood at one address: those of a transfer's versions did, one after the other (T9). */
export type ZipState = { version: number; at: Date; mayBeOther: boolean }

export function zipOfTransfer(
  open: OpenBlob,
  link: Of,
  files: readonly HeldFile[],
  { version, at, mayBeOther }: ZipState,
): Representation {
  const { transfer, publishedAt } = link
  // An earlier version that came back is begun anew: its download is counted by what leaves of one version.
  const from = version === 1 ? publishedAt.toISOString() : `${publishedAt.toISOString()} ${version}`
  const { title } = transfer
  const first = files.find(({ path }) => !isFolderPath(path))?.path ?? transfer.fileName
  return zipRepresentation(
    open,
    files.map((file) => served(file, link)),
    {
      identity: `${transfer.id}\n${from}`,
      name: title.trim()
        ? safeFileName(title.replaceAll('/', '-'))
        : safeFileName(baseName(first)).replace(/(?<=.)\.[^.]{1,8}$/, ''),
      fallbackName: transfer.slug,
      lastModified: at,
      mayBeOther,
    },
  )
}
