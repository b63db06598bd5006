import { describe, expect, test } from 'vitest'
import { firstPartBytes, grownPartBytes, isConnection, parallelParts, partBytesAfterTries } from './part-size.ts'

const KiB = 1024
const MiB = 1024 * KiB
const min = 128 * KiB

describe('U1 the first size', () => {
  test.each([
    ['slow-2g', 128],
    ['2g', 256],
    ['3g', 512],
    ['4g', 1024],
  ] as const)('U1 %s: %i KiB', (connection, size) => {
    expect(firstPartBytes(50 * MiB, connection)).toBe(size * KiB)
  })

  test('U1 an unknown connection is the fast one', () => {
    expect(firstPartBytes(50 * MiB)).toBe(MiB)
    expect(['4g', '5g', '', 'toString', undefined].map(isConnection)).toEqual([true, false, false, false, false])
  })

  test('U1 U9 larger where the storage or the file needs it', () => {
    expect(firstPartBytes(50 * MiB, '2g', 8 * MiB)).toBe(8 * MiB)
    expect(firstPartBytes(2.5e12, '4g')).toBe(250_000_000)
    expect(Math.ceil((10 * 1024 * MiB + 1) / firstPartBytes(10 * 1024 * MiB + 1, '4g'))).toBeLessThanOrEqual(10_000)
  })
})

describe('U1 after failed tries', () => {
  test.each([
    [1, MiB],
    [3, MiB],
    [4, 512 * KiB],
    [5, 512 * KiB],
    [6, 256 * KiB],
    [12, 256 * KiB],
  ])('U1 try %i', (attempt, size) => {
    expect(partBytesAfterTries(MiB, attempt, min)).toBe(size)
  })

  test('U1 never larger than it was, never below what the storage or the file needs', () => {
    expect(partBytesAfterTries(min, 4, min)).toBe(min)
    expect(partBytesAfterTries(250_000_000, 6, 250_000_000)).toBe(250_000_000)
    expect(partBytesAfterTries(16 * MiB, 6, 8 * MiB)).toBe(8 * MiB)
  })
})

describe('U1 on a measured line', () => {
  test('U1 grows towards two seconds a part, at most twofold at once and to 16 MiB in all', () => {
    expect(grownPartBytes(MiB, MiB, 0.1, min)).toBe(2 * MiB)
    expect(grownPartBytes(MiB, MiB, 1.5, min)).toBe(20 * 64 * KiB + 64 * KiB)
    expect(grownPartBytes(16 * MiB, 16 * MiB, 0.1, min)).toBe(16 * MiB)
  })

  test('U1 shrinks on a worse line, at most by half at once, never below the least', () => {
    expect(grownPartBytes(4 * MiB, 4 * MiB, 60, min)).toBe(2 * MiB)
    expect(grownPartBytes(256 * KiB, 256 * KiB, 60, 256 * KiB)).toBe(256 * KiB)
    expect(grownPartBytes(250_000_000, 250_000_000, 0.5, 250_000_000)).toBe(250_000_000)
  })

  test('U1 no measured time is no division by zero', () => {
    expect(grownPartBytes(MiB, MiB, 0, min)).toBe(2 * MiB)
  })
})

test('U2 four parallel parts, then three, then two as errors repeat', () => {
  expect([0, 2, 3, 4, 5, 50].map(parallelParts)).toEqual([4, 4, 3, 3, 2, 2])
})
