/** An archive of awkward names, as zip-layout makes it, with blobs in memory. */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Batch } from '../adapters/storage/storage.ts'
import { type ZipEntry, zipLayout } from './zip-layout.ts'
import { safePaths } from './zip-names.ts'
import type { OpenBlob } from './zip-stream.ts'

export const DATE = new Date('2026-03-04T05:06:07Z')

/** What the test's blobs hold, by their names. */
export const blobs = new Map<string, Buffer>()
/** What was released is soon something else. */
export const batch = (bytes: Buffer): Batch => ({ pieces: [bytes], release: () => void bytes.fill(0xee) })
export const openBlob: OpenBlob = async function* (blobId, from, to) {
  const bytes = blobs.get(blobId)!
  for (let at = from; at < to; at += 50_000) yield batch(Buffer.from(bytes.subarray(at, Math.min(to, at + 50_000))))
}

/** A file with a blob of its own. */
export function entry(name: string, bytes: Buffer, modifiedAt = DATE): ZipEntry {
  blobs.set(name, bytes)
  const source = bytes.length > 0 ? { blobId: name, offset: 0 } : null
  return { name, size: bytes.length, crc32: crc32(bytes), modifiedAt, source }
}

export async function bytesOf({ read }: ReturnType<typeof zipLayout>, from: number, to: number) {
  const parts: Uint8Array[] = []
  for await (const { pieces, release } of read(from, to)) {
    parts.push(Buffer.concat(pieces))
    release()
  }
  return Buffer.concat(parts)
}

const given = [
  '合同.pdf',
  '🎉.txt',
  '\u00e9.txt',
  'e\u0301.txt',
  'a\u202eb.txt',
  '../up.txt',
  '/abs.txt',
  'C:\\x.txt',
  'CON',
  'end. ',
  'Case.txt',
  'case.txt',
  `${'n'.repeat(251)}.txt`,
  'one/same.txt',
  'two/same.txt',
  'empty folder/',
  'zero bytes',
  'deep/er/still/x.bin',
]
export const names = safePaths(given)
export const contents = given.map((name, i) =>
  name.endsWith('/') || name === 'zero bytes' ? Buffer.alloc(0) : randomBytes(1 + i * 9973),
)
export const entries = names.map((name, i) => entry(name, contents[i]!))
export const zip = zipLayout(entries, openBlob)
