/** What the tests of storages write and read. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { expect } from 'vitest'
import type { ByteStore } from './byte-store.ts'
import { plainStorage, sealedStorage } from './sealed.ts'
import { summedHeader } from './segments.ts'
import { type Attempt, type BlobKey, CorruptBlob, type Storage } from './storage.ts'

export const SEGMENT = 256 * 1024

export const newBlob = (blobId: string = randomBytes(8).toString('hex')): BlobKey => ({ blobId, dek: randomBytes(32) })

export const inChunks = (bytes: Buffer, size = 65_536): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
    { objectMode: false },
  )

export async function read(storage: Storage, blob: BlobKey, attempts: readonly Attempt[], from: number, to: number) {
  const parts: Buffer[] = []
  for await (const { pieces } of storage.readRange(blob, attempts, from, to)) parts.push(...pieces)
  return Buffer.concat(parts)
}

/** Repeatable "random" whole numbers below n. */
export function seeded(seed: number) {
  let state = seed * 2654435761 + 1
  return (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

/** The ranges of a blob in parts of odd sizes. */
export function partPlan(size: number, random: (n: number) => number): [number, number][] {
  const parts: [number, number][] = []
  for (let offset = 0; offset < size; ) {
    const length = Math.min(1 + random(2 * SEGMENT), size - offset)
    parts.push([offset, length])
    offset += length
  }
  return parts
}

export function shuffle<T>(items: T[], random: (n: number) => number): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random(i + 1)
    ;[items[i], items[j]] = [items[j]!, items[i]!]
  }
  return items
}

/** Reads to the break; what came before it must be right, and at most so much. */
export async function expectBroken(
  storage: Storage,
  blob: BlobKey,
  attempts: readonly Attempt[],
  right: Buffer,
  maxLength = right.length,
) {
  const parts: Buffer[] = []
  const reading = (async () => {
    for await (const { pieces } of storage.readRange(blob, attempts, 0, right.length)) parts.push(...pieces)
  })()
  await expect(reading).rejects.toThrow(CorruptBlob)
  const got = Buffer.concat(parts)
  expect(got.equals(right.subarray(0, got.length))).toBe(true)
  expect(got.length).toBeLessThanOrEqual(maxLength)
}

/** Whole segments before the one whose tag has this byte of a header: the tags, or sums, of what is not sealed stand behind 58 others. */
const goodBefore =
  (tagBytes: number) =>
  (at: number): number =>
    Math.max(0, Math.floor((at - 58) / tagBytes))

/** As what was put straight into the store lies there: written as it came, with the sums that its sender told. */
const summedStorage = (store: ByteStore): Storage => ({
  ...plainStorage(store),
  writeAttempt: async (blob, offset, length, source, look) => {
    const chunks: Buffer[] = []
    const place = await plainStorage(store).writeAttempt(blob, offset, length, source, (chunk) => {
      chunks.push(Buffer.from(chunk))
      look?.(chunk)
    })
    const bytes = Buffer.concat(chunks)
    const sums = Buffer.alloc(4 * Math.ceil(length / SEGMENT))
    for (let index = 0; index * SEGMENT < length; index++)
      sums.writeUInt32BE(crc32(bytes.subarray(index * SEGMENT, (index + 1) * SEGMENT)), 4 * index)
    return { ...place, header: summedHeader(blob, offset, length, sums) }
  },
})

export const formats = [
  { format: 'sealed', open: sealedStorage, stored: SEGMENT + 16, tag: 16, goodBefore: goodBefore(16) },
  { format: 'plain', open: plainStorage, stored: SEGMENT, tag: 0, goodBefore: goodBefore(16) },
  { format: 'summed', open: summedStorage, stored: SEGMENT, tag: 0, goodBefore: goodBefore(4) },
] as const
