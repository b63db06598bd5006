import { expect, test } from 'vitest'
import { createDirectWay } from './direct-way.ts'

const MiB = 1024 * 1024
const blob = { via: 'store' } as const
const isOpen = (way: ReturnType<typeof createDirectWay>) => way.takes(blob, 8 * MiB)

test('O3 parts of a size, of blobs that the plan says so of, go straight to the store', () => {
  const way = createDirectWay()
  expect(way.takes(blob, 5 * MiB)).toBe(true)
  expect(way.takes(blob, 5 * MiB - 1)).toBe(false)
  expect(way.takes(blob, 1024 * MiB + 1)).toBe(false)
  expect(way.takes({ via: 'app' }, 8 * MiB)).toBe(false)
  expect(way.takes(undefined, 8 * MiB)).toBe(false)
})

test('O3 the second failure closes the way; parts that fail together are one, and what works in between begins anew', () => {
  const way = createDirectWay()
  way.failed(0, 100)
  way.failed(10, 101)
  way.failed(50, 102)
  expect(isOpen(way)).toBe(true)
  way.worked()
  way.failed(200, 300)
  expect(isOpen(way)).toBe(true)
  way.failed(300, 400)
  expect(isOpen(way)).toBe(false)
  way.worked()
  expect(isOpen(way)).toBe(false)
})

test('O3 where the server wants parts itself, they go there for the rest of the upload', () => {
  const way = createDirectWay()
  way.close()
  expect(isOpen(way)).toBe(false)
})
