// @vitest-environment node
import { expect, test } from 'vitest'
import { fileRows } from './file-rows.ts'

const file = (path: string, size = 1) => ({ path, size })
const files = [file('A/x', 2), file('alone.txt'), file('A/b/y', 3), file('A/empty/', 0), file('E/', 0)]

test('Q2 folders are grouped with their size and count, in the order of their first file', () => {
  expect(fileRows(files, new Set())).toMatchObject([
    { kind: 'folder', name: 'A', bytes: 5, count: 2, isOpen: false },
    { kind: 'file', name: 'alone.txt', isInside: false },
    { kind: 'folder', name: 'E', bytes: 0, count: 0 },
  ])
})

test('Q2 an opened folder shows what is in it by its path inside', () => {
  expect(fileRows(files, new Set(['A/', 'E/'])).map((row) => row.name)).toEqual(['A', 'x', 'b/y', 'empty/', 'alone.txt', 'E'])
})

test('Q2 a hundred thousand files are grouped at once', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => file(`F${index % 500}/${index}`))
  expect(fileRows(many, new Set())).toHaveLength(500)
})
