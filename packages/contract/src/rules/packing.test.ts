import { expect, test } from 'vitest'
import { packFiles } from './packing.ts'

const MiB = 1024 * 1024

test('large files stand alone, small ones share a blob in the given order', () => {
  expect(packFiles([10, 8 * MiB, 20, 8 * MiB - 1])).toEqual({
    places: [
      { index: 0, blob: 0, offset: 0 },
      { index: 1, blob: 1, offset: 0 },
      { index: 2, blob: 0, offset: 10 },
      { index: 3, blob: 0, offset: 30 },
    ],
    blobBytes: [30 + 8 * MiB - 1, 8 * MiB],
  })
})

test('empty files and no files need no blob', () => {
  expect(packFiles([0, 5, 0])).toEqual({ places: [null, { index: 1, blob: 0, offset: 0 }, null], blobBytes: [5] })
  expect(packFiles([])).toEqual({ places: [], blobBytes: [] })
})

test('a shared blob holds up to 64 MiB and not a byte more', () => {
  const four = 4 * MiB
  expect(packFiles(Array(16).fill(four)).blobBytes).toEqual([64 * MiB])
  expect(packFiles([...Array(16).fill(four), 1]).blobBytes).toEqual([64 * MiB, 1])
})

test('U9 any mixture: each byte has one place, blobs are gapless', () => {
  const sizes = Array.from({ length: 2000 }, (_, i) => ((i * 7919) % 97) * ((i * 31) % 13) * 9000)
  const { places, blobBytes } = packFiles(sizes)
  const ends = blobBytes.map(() => 0)
  for (const place of places.filter((one) => one !== null)) {
    expect(place.offset).toBe(ends[place.blob])
    ends[place.blob] = place.offset + sizes[place.index]!
  }
  expect(ends).toEqual(blobBytes)
})
