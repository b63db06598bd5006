/** Reads a stored zip as it comes, whose files are known beforehand: each entry's bytes go where its file is. */
import type { InZip } from './journal.ts'

export type EntryTaker = {
  begin(index: number, inZip: InZip): Promise<void>
  bytes(index: number, bytes: Buffer): Promise<void>
  /** `crc32`: what its header says. */
  end(index: number, crc32: number): Promise<void>
}

/** Not the zip that was expected: nothing of it can be told apart. */
export class ZipUnexpected extends Error {
  override name = 'ZipUnexpected'
}

const headerBytes = 30
const signature = 0x04034b50
const sizeIsElsewhere = 0xffffffff
const at = { method: 8, crc: 14, stored: 18, size: 22, name: 26, extra: 28 } as const

/** The length of what stands in front of the entry's bytes, beyond the header; and its sum. */
function readHeader(header: Buffer, size: number): { more: number; crc32: number } {
  const isStored = header.readUInt32LE(0) === signature && header.readUInt16LE(at.method) === 0
  const declaredSizes = [header.readUInt32LE(at.stored), header.readUInt32LE(at.size)]
  if (!isStored || declaredSizes.some((bytes) => bytes !== Math.min(size, sizeIsElsewhere))) throw new ZipUnexpected()
  return { more: header.readUInt16LE(at.name) + header.readUInt16LE(at.extra), crc32: header.readUInt32LE(at.crc) }
}

/** Of the entry that has begun: bytes in front of its own, and its own. */
type Entry = { skip: number; left: number; crc32: number }
/** In the middle of the first entry, or where its header stands. */
export type ZipStart = { nextHeaderAt: number; entry: Entry | null }

/** Takes the bytes of the zip in order, in any pieces; what follows the last entry is its directory, which tells nothing new. */
export function createZipReader(sizes: readonly number[], taker: EntryTaker, start: ZipStart = { nextHeaderAt: 0, entry: null }) {
  let index = 0
  let header = Buffer.alloc(0)
  let { nextHeaderAt, entry } = start

  async function takeHeader(bytes: Buffer): Promise<{ begun: Entry | null; rest: Buffer }> {
    const missing = headerBytes - header.length
    const rest = bytes.subarray(missing)
    header = Buffer.concat([header, bytes.subarray(0, missing)])
    if (header.length < headerBytes) return { begun: null, rest }
    const left = sizes[index]!
    const { more, crc32 } = readHeader(header, left)
    header = Buffer.alloc(0)
    const zipAt = nextHeaderAt + headerBytes + more
    nextHeaderAt = zipAt + left
    await taker.begin(index, { zipAt, told: crc32 })
    return { begun: { skip: more, left, crc32 }, rest }
  }
  /** What of it comes after this entry; null where it is not over. */
  async function takeBytes(begun: Entry, bytes: Buffer): Promise<Buffer | null> {
    const skipped = Math.min(begun.skip, bytes.length)
    const own = bytes.subarray(skipped, skipped + begun.left)
    begun.skip -= skipped
    begun.left -= own.length
    if (own.length > 0) await taker.bytes(index, own)
    if (begun.skip > 0 || begun.left > 0) return null
    await taker.end(index++, begun.crc32)
    return bytes.subarray(skipped + own.length)
  }
  return {
    async write(bytes: Buffer): Promise<void> {
      for (let rest: Buffer | null = bytes; rest && index < sizes.length; ) {
        if (!entry) {
          if (rest.length === 0) return
          const taken = await takeHeader(rest)
          entry = taken.begun
          rest = taken.rest
        } else {
          rest = await takeBytes(entry, rest)
          if (rest) entry = null
        }
      }
    },
  }
}
