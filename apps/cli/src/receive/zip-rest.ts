/** Of a limited link each zip counts as a download: one that an earlier run did not end goes on at its byte. */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import type { Journal, Zip } from './journal.ts'
import { bytesOf, wholeCrc } from './pieces.ts'
import type { ZipStart } from './zip-entries.ts'

/** The rest of a zip from this byte on. */
export type Rest = Zip & ZipStart & { from: number }

/** Where that of an interrupted run ended; null where more than its rest is wanted, or less. */
export function restOf({ journal }: { journal: Journal }, files: readonly PublicFile[]): Rest | null {
  const zip = journal.zip()
  const index = (zip?.fileIds.length ?? 0) - files.length
  if (!zip || files.some(({ fileId }, place) => fileId !== zip.fileIds[index + place])) return null
  const [file] = files
  if (!file) return null
  const { inZip, pieces, isDone } = journal.file(file.fileId)!
  if (isDone) return null
  const have = bytesOf(pieces)
  // Before its first byte, what stands in front of it may not have come either.
  if (inZip && have > 0 && wholeCrc(pieces, have) !== null) {
    const entry = { skip: 0, left: file.size - have, crc32: inZip.told }
    return { ...zip, from: inZip.zipAt + have, nextHeaderAt: inZip.zipAt + file.size, entry }
  }
  const before = journal.file(zip.fileIds[index - 1] ?? '')
  if (!before?.isDone || !before.inZip) return null
  const nextHeaderAt = before.inZip.zipAt + bytesOf(before.pieces)
  return { ...zip, from: nextHeaderAt, nextHeaderAt, entry: null }
}
