/** The pure pieces of the engine. */
import { crc32 as zlibCrc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { someBytes } from '../testing/uploads.ts'
import { blobCrc } from './blob-crc.ts'
import { crcInWorkers, type WorkerLike } from './crc-in-worker.ts'
import type { CrcQuestion } from './crc-worker.ts'
import { crc32 } from './crc32.ts'
import { createFlightLimit } from './flight-limit.ts'
import { createPartSizes } from './part-sizes.ts'
import { bytesIn, intersect, minus, type Range, subtract, union } from './ranges.ts'
import { createSpeed } from './speed.ts'
import { createWorkQueue, newPiece } from './work-queue.ts'

const KiB = 1024
const MiB = 1024 * KiB

test('U6 CRC-32 is that of zlib for every length and when continued', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  const bytes = someBytes(300)
  for (let length = 0; length <= 300; length++) {
    expect(crc32(bytes.subarray(0, length))).toBe(zlibCrc32(bytes.subarray(0, length)))
    expect(crc32(bytes.subarray(length, 2 * length), 7), 'where no word begins').toBe(
      zlibCrc32(bytes.subarray(length, 2 * length), 7),
    )
    expect(crc32(bytes.subarray(length), crc32(bytes.subarray(0, length)))).toBe(zlibCrc32(bytes))
  }
})

test('U6 the checksum always has 8 digits', async () => {
  const hex = await Promise.all(Array.from({ length: 40 }, (_, size) => blobCrc(new Blob([someBytes(size)]))))
  expect(hex.every(({ crc32: digits }) => /^[0-9a-f]{8}$/.test(digits))).toBe(true)
  expect(hex[0]?.crc32).toBe('00000000')
})

test('ranges join, cut and leave what is left', () => {
  const ranges: Range[] = union([
    [5, 9],
    [0, 3],
    [3, 4],
    [8, 12],
    [20, 20],
  ])
  expect(ranges).toEqual([
    [0, 4],
    [5, 12],
  ])
  expect(bytesIn(ranges)).toBe(11)
  expect(intersect(ranges, [[2, 6]])).toEqual([
    [2, 4],
    [5, 6],
  ])
  expect(subtract([0, 15], ranges)).toEqual([
    [4, 5],
    [12, 15],
  ])
})

test('ranges without others: touching, reaching over and inside', () => {
  const ranges: Range[] = [
    [0, 10],
    [20, 30],
    [40, 50],
  ]
  expect(
    minus(ranges, [
      [8, 22],
      [24, 26],
      [28, 30],
      [45, 90],
    ]),
  ).toEqual([
    [0, 8],
    [22, 24],
    [26, 28],
    [40, 45],
  ])
  expect(minus(ranges, [])).toEqual(ranges)
  expect(minus(ranges, [[0, 50]])).toEqual([])
})

test('U2 four parts are sent at once; on a long line two more may wait for their answers, within 64 MiB', () => {
  const short = createFlightLimit(4, 5)
  const long = createFlightLimit(4, 300)
  const small = { bytes: 5 * MiB }
  for (const limit of [short, long]) {
    expect(limit.hasCapacity({ inFlight: 3, sending: 3, ...small }, 0)).toBe(true)
    expect(limit.hasCapacity({ inFlight: 4, sending: 4, ...small }, 0)).toBe(false)
  }
  expect(short.hasCapacity({ inFlight: 4, sending: 2, ...small }, 0)).toBe(false)
  expect(long.hasCapacity({ inFlight: 5, sending: 3, ...small }, 0)).toBe(true)
  expect(long.hasCapacity({ inFlight: 6, sending: 3, ...small }, 0)).toBe(false)
  expect(long.hasCapacity({ inFlight: 4, sending: 0, bytes: 60 * MiB }, 0)).toBe(false)
  expect(long.hasCapacity({ inFlight: 3, sending: 1, ...small }, 5)).toBe(true)
  expect(long.hasCapacity({ inFlight: 2, sending: 2, ...small }, 5)).toBe(false)
  for (let answer = 0; answer < 10; answer++) long.answered(5)
  expect(long.hasCapacity({ inFlight: 4, sending: 2, ...small }, 0)).toBe(false)
})

test('U1 the queue cuts parts in order, and what is left of a failed range starts afresh', () => {
  const queue = createWorkQueue([newPiece(0, [0, 10]), newPiece(1, [0, 3])])
  const first = queue.take(() => 4)!
  expect(first).toMatchObject({ blob: 0, from: 0, to: 4 })
  queue.putBack([{ ...first, tries: 3, capBytes: 2 }])
  expect(queue.take(() => 2)).toMatchObject({ from: 0, to: 2, tries: 3, capBytes: 2 })
  expect(queue.take(() => 2)).toMatchObject({ from: 2, to: 4, tries: 0, capBytes: 2 })
  queue.drop(0, [[5, 9]])
  expect(queue.take(() => 100)).toMatchObject({ blob: 0, from: 4, to: 5 })
  expect(queue.take(() => 100)).toMatchObject({ blob: 0, from: 9, to: 10 })
  expect(queue.take(() => 100)).toMatchObject({ blob: 1, from: 0, to: 3 })
  expect(queue.isEmpty()).toBe(true)
})

test('U1 parts start at the floor of the connection, grow to two seconds, shrink again, and keep the storage’s minimum', () => {
  const blob = { size: 1000 * MiB, partSize: 256 * KiB, minPartSize: 0 }
  const sizes = createPartSizes([blob, { ...blob, minPartSize: 8 * MiB }], '2g')
  const piece = newPiece(0, [0, blob.size])
  expect(sizes.bytesFor(piece)).toBe(256 * KiB)
  for (let part = 0; part < 10; part++) sizes.sent(sizes.bytesFor(piece), 0.1)
  expect(sizes.bytesFor(piece)).toBe(16 * MiB)
  sizes.sent(16 * MiB, 8)
  expect(sizes.bytesFor(piece)).toBe(8 * MiB)
  sizes.failed()
  expect(sizes.bytesFor(piece)).toBe(4 * MiB)
  sizes.sent(100, 60)
  expect(sizes.bytesFor(piece)).toBe(4 * MiB)
  expect(sizes.bytesFor({ ...newPiece(1, [0, blob.size]), capBytes: 256 * KiB })).toBe(8 * MiB)
})

test('Q13 speed is smoothed, falls while nothing moves, and starts anew after a pause', () => {
  const speed = createSpeed()
  speed.sample(0, 0)
  expect(speed.bytesPerSecond()).toBeNull()
  for (let second = 1; second <= 20; second++) speed.sample(second * 1000, second * 500)
  expect(speed.bytesPerSecond()).toBeCloseTo(500)
  expect(speed.secondsLeft(5000)).toBe(10)
  speed.sample(22_000, 10_000)
  expect(speed.bytesPerSecond()).toBeLessThan(500)
  speed.sample(25_000, 10_000)
  expect([speed.bytesPerSecond(), speed.secondsLeft(5000)]).toEqual([0, null])
  speed.sample(26_000, 10_500)
  expect(speed.bytesPerSecond()).toBeGreaterThan(200)
  speed.restart()
  speed.sample(90_000, 10_000)
  expect(speed.secondsLeft(5000)).toBeNull()
})

test('Q13 a line that moves in steps of three seconds is no broken one', () => {
  const speed = createSpeed()
  for (let second = 0; second <= 40; second++) {
    speed.sample(second * 1000, Math.floor(second / 3) * 3000)
    if (second > 10) expect(speed.bytesPerSecond()).toBeGreaterThan(500)
  }
})

test('Q13 the time left counts down steadily on an unsteady line', () => {
  const speed = createSpeed()
  let sent = 0
  const shown: number[] = []
  for (let second = 0; second <= 60; second++) {
    speed.sample(second * 1000, sent)
    const left = speed.secondsLeft(100_000 - sent)
    if (left !== null && second > 20) shown.push(left)
    sent += second % 2 ? 1100 : 900
  }
  expect(shown).toEqual(shown.toSorted((a, b) => b - a))
})

type Listener = (event: unknown) => void
function fakeWorker(answer: (question: CrcQuestion, emit: (event: string, value: unknown) => void) => void) {
  const listeners = new Map<string, Listener>()
  const emit = (event: string, value: unknown) => listeners.get(event)?.(value)
  return {
    addEventListener: (event: string, listener: Listener) => void listeners.set(event, listener),
    postMessage: (question: CrcQuestion) => answer(question, emit),
    terminate: () => {},
  } as unknown as WorkerLike
}

test('U6 workers answer each asker, and tell what could not be read', async () => {
  const crc = crcInWorkers(() => {
    return fakeWorker(({ id, slice }, emit) => {
      const error = { name: 'NotReadableError', message: 'in use' }
      const data = slice.size === 3 ? { id, error } : { id, sums: { crc32: String(slice.size), segments: '' } }
      queueMicrotask(() => emit('message', { data }))
    })
  }, 2)
  const blobs = ['a', 'bb', 'ccc', 'dddd'].map((text) => crc(new Blob([text])).then(({ crc32: digits }) => digits, String))
  expect(await Promise.all(blobs)).toEqual(['1', '2', expect.stringContaining('in use'), '4'])
})

test('U6 where workers cannot run the page computes by itself', async () => {
  const dies = crcInWorkers(() => fakeWorker((_, emit) => emit('error', {})), 1)
  const refused = crcInWorkers(() => {
    throw new Error('blocked')
  }, 1)
  for (const crc of [dies, dies, refused]) expect((await crc(new Blob(['123456789']))).crc32).toBe('cbf43926')
})
