import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32Combine } from './crc32-combine.ts'

test('two sums make the sum of both, wherever the cut is', () => {
  const bytes = randomBytes(70_000)
  for (const cut of [0, 1, 2, 255, 256, 4097, 65_535, 65_536, 69_999, 70_000]) {
    const [a, b] = [bytes.subarray(0, cut), bytes.subarray(cut)]
    expect(crc32Combine(crc32(a), crc32(b), b.length)).toBe(crc32(bytes))
  }
})

test('many odd pieces, put together in any grouping', () => {
  const pieces = Array.from({ length: 50 }, (_, i) => randomBytes((i * 7919) % 1000))
  const whole = crc32(Buffer.concat(pieces))
  const leftToRight = pieces.reduce((sum, piece) => crc32Combine(sum, crc32(piece), piece.length), 0)
  let tail = { sum: 0, bytes: 0 }
  for (const piece of pieces.toReversed()) {
    tail = { sum: crc32Combine(crc32(piece), tail.sum, tail.bytes), bytes: piece.length + tail.bytes }
  }
  expect([leftToRight, tail.sum]).toEqual([whole, whole])
})

test('lengths of more than 32 bits: 1 GiB of zeros as zlib sees it, and 1 PiB in two ways', () => {
  const some = Buffer.alloc(2 ** 24)
  let streamed = 0
  for (let i = 0; i < 64; i++) streamed = crc32(some, streamed)
  let [sum, bytes] = [crc32(Buffer.alloc(1)), 1]
  for (; bytes < 2 ** 30; bytes *= 2) sum = crc32Combine(sum, sum, bytes)
  expect(sum).toBe(streamed)
  for (; bytes < 2 ** 40; bytes *= 2) sum = crc32Combine(sum, sum, bytes)
  let stepped = sum
  for (let i = 1; i < 1024; i++) stepped = crc32Combine(stepped, sum, 2 ** 40)
  for (; bytes < 2 ** 50; bytes *= 2) sum = crc32Combine(sum, sum, bytes)
  expect(stepped).toBe(sum)
})
