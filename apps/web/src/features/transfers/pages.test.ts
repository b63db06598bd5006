// @vitest-environment node
import { pageRows } from '@sampan/contract/limits'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { describe, expect, test } from 'vitest'
import { pageOfRow, rowAt, type TransferPage, withoutRow, withRecord, withRow } from './pages.ts'

const size: number = pageRows.first
const now = new Date('2026-03-20T00:00:00Z')
/** Newest first: row 0 was sent last. */
const row = (i: number): TransferRecord =>
  ({
    _id: `row ${i}`,
    slug: `slug${i}`,
    status: 'active',
    dateSent: now.getTime() - i * 1000,
    fileName: `${i}`,
  }) as TransferRecord
const page = (number: number, rows = size): TransferPage => ({
  allDocs: Array.from({ length: rows }, (_, i) => row(number * size + i)),
  matchCount: 100,
  allCount: 100,
  activeCount: 100,
  expiredCount: 7,
  closedCount: 3,
  thisMonthsTransfers: 100,
  sentThisMonth: 100,
  receivedCount: 0,
  sharedCount: 0,
})
const ids = (pages: ReadonlyMap<number, TransferPage>, number: number) => pages.get(number)!.allDocs.map(({ _id }) => _id)

test('T2 row 61 stands in page 2', () => {
  const pages = new Map([[2, page(2)]])
  expect(pageOfRow(61)).toBe(2)
  expect(rowAt(pages, 61)?._id).toBe('row 61')
  expect(rowAt(pages, 5)).toBeUndefined()
})

describe('T2 a deleted row goes at once', () => {
  const pages = new Map([0, 1, 5].map((number) => [number, page(number)]))
  const left = withoutRow(pages, row(3), now)

  test('those below move up across pages that follow each other, and no further', () => {
    expect(ids(left, 0)).toEqual([...Array.from({ length: size + 1 }, (_, i) => `row ${i}`)].filter((id) => id !== 'row 3'))
    expect(ids(left, 1)).toHaveLength(size - 1)
    expect(ids(left, 5)[0]).toBe('row 150')
  })

  test('the counts go with it, those that it was not part of stay', () => {
    const { matchCount, allCount, activeCount, expiredCount, thisMonthsTransfers } = left.get(5)!
    expect([matchCount, allCount, activeCount, expiredCount, thisMonthsTransfers]).toEqual([99, 99, 99, 7, 99])
    const old = { ...row(3), status: 'expired' as const, dateSent: Date.UTC(2026, 1, 28) }
    const counts = withoutRow(pages, old, now).get(0)!
    expect([counts.activeCount, counts.expiredCount, counts.thisMonthsTransfers]).toEqual([100, 6, 100])
    const closed = withoutRow(pages, { ...row(3), status: 'disabled' }, now).get(0)!
    expect([closed.activeCount, closed.expiredCount, closed.closedCount]).toEqual([100, 7, 2])
  })

  test.each([0, 3, 29, 30, 45, 59])('row %i comes back to its place', (i) => {
    const back = withRow(withoutRow(pages, row(i), now), row(i), now)
    for (const number of [0, 1]) expect(ids(back, number)).toEqual(ids(pages, number))
    expect(back.get(0)!.matchCount).toBe(100)
  })

  test('two come back in any order', () => {
    const without = withoutRow(withoutRow(pages, row(3), now), row(4), now)
    expect(ids(withRow(withRow(without, row(3), now), row(4), now), 0)).toEqual(ids(pages, 0))
  })

  test('the only row, and one that a refresh brought back before', () => {
    const only = new Map([[0, { ...page(0, 1), matchCount: 1 }]])
    expect(ids(withRow(withoutRow(only, row(0), now), row(0), now), 0)).toEqual(['row 0'])
    expect(withRow(pages, row(3), now).get(0)!.matchCount).toBe(100)
  })
})

test('T2 a changed row is changed where it stands', () => {
  const changed = withRecord(new Map([[0, page(0)]]), { ...row(2), status: 'disabled' })
  expect(rowAt(changed, 2)?.status).toBe('disabled')
  expect(rowAt(changed, 1)?.status).toBe('active')
})
