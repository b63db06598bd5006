/** What was sent into blobs, and which of it came down again. */
import { crc32 } from 'node:zlib'
import type { KnownFile, Range, Seen, SentPart } from './history.ts'
import { contentOf } from './seeded.ts'

export const bytesOf = (blobId: string, version: number, [from, to]: Range): Buffer => contentOf(`${blobId} ${version}`, from, to)
export const crcOf = (bytes: Uint8Array): string => crc32(bytes).toString(16).padStart(8, '0')

/** Ranges of [0, size) that are in none of the given ones. */
export function missingOf(size: number, have: readonly Range[]): Range[] {
  const missing: Range[] = []
  let at = 0
  for (const [from, to] of [...have].sort((a, b) => a[0] - b[0])) {
    if (from > at) missing.push([at, from])
    at = Math.max(at, to)
  }
  if (at < size) missing.push([at, size])
  return missing
}

/** Every piece between the borders of what was sent there, with the content that it has; files that are empty have none. */
export function seenIn(
  file: Pick<KnownFile, 'blobId' | 'offset'>,
  sent: readonly SentPart[],
  from: number,
  bytes: Buffer,
): Seen[] {
  const { blobId } = file
  if (!blobId || bytes.length === 0) return []
  const [begin, end] = [file.offset + from, file.offset + from + bytes.length]
  const borders = sent.flatMap(({ range }) => range).filter((at) => at > begin && at < end)
  const edges = [...new Set([begin, ...borders, end])].sort((a, b) => a - b)
  const versions = [...new Set(sent.map(({ version }) => version))]
  return edges.slice(1).map((to, index) => {
    const range: Range = [edges[index]!, to]
    const piece = bytes.subarray(range[0] - begin, to - begin)
    return { blobId, range, version: versions.find((version) => bytesOf(blobId, version, range).equals(piece)) ?? null }
  })
}
