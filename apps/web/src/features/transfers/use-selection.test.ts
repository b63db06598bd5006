// @vitest-environment node
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { expect, test } from 'vitest'
import { rowsBetween, withRows } from './use-selection.ts'

const row = (i: number) => ({ slug: `slug${i}` }) as TransferRecord
const slugs = (rows: Iterable<TransferRecord>) => [...rows].map(({ slug }) => slug)

test('T2 a range takes what is loaded of it, in either direction', () => {
  const rowAt = (index: number) => (index === 3 ? undefined : row(index))
  expect(slugs(rowsBetween(rowAt, 2, 5))).toEqual(['slug2', 'slug4', 'slug5'])
  expect(slugs(rowsBetween(rowAt, 5, 2))).toEqual(['slug2', 'slug4', 'slug5'])
  expect(slugs(rowsBetween(rowAt, 1, 1))).toEqual(['slug1'])
})

test('T2 no more rows are chosen than one call takes; those that are stay', () => {
  const chosen = withRows(new Map(), [row(1), row(2), row(3)], 2)
  expect(slugs(chosen.values())).toEqual(['slug1', 'slug2'])
  expect(slugs(withRows(chosen, [row(2), row(4)], 2).values())).toEqual(['slug1', 'slug2'])
})
