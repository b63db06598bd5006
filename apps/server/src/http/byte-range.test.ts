import { expect, test } from 'vitest'
import { byteRange } from './byte-range.ts'

const etag = '"abc"'
const lastModified = new Date('2026-03-04T05:06:07.890Z')
const file = { size: 1000, etag, lastModified }
const full = { kind: 'full' }
const unsatisfiable = { kind: 'unsatisfiable' }
const part = (from: number, to: number) => ({ kind: 'part', from, to })

test.each<[string | undefined, unknown]>([
  [undefined, full],
  ['bytes=0-0', part(0, 1)],
  ['bytes=0-99', part(0, 100)],
  ['bytes=500-', part(500, 1000)],
  ['bytes=0-', part(0, 1000)],
  ['bytes=999-999', part(999, 1000)],
  ['bytes=-1', part(999, 1000)],
  ['bytes=-1000', part(0, 1000)],
  ['bytes=-5000', part(0, 1000)],
  ['bytes=990-5000', part(990, 1000)],
  [`bytes=0-${'9'.repeat(50)}`, part(0, 1000)],
  ['Bytes= 1-2 ', part(1, 3)],
  ['bytes=1000-', unsatisfiable],
  ['bytes=1000-1001', unsatisfiable],
  [`bytes=${'9'.repeat(50)}-`, unsatisfiable],
  ['bytes=-0', unsatisfiable],
  ['bytes=5-4', full],
  ['bytes=-', full],
  ['bytes=', full],
  ['bytes=a-b', full],
  ['bytes=0x1-2', full],
  ['bytes=--5', full],
  ['bytes=1-2-3', full],
  ['bytes 0-1', full],
  ['items=0-1', full],
  ['', full],
  ['bytes=0-1,5-6,9-', full],
  [`bytes=${Array.from({ length: 1000 }, (_, i) => `${i}-${i}`)}`, full],
  [`bytes=${' '.repeat(1_000_000)}x`, full],
])('R09 %s', (range, expected) => {
  expect(byteRange({ range }, file)).toEqual(expected)
})

test.each<[string, unknown]>([
  [etag, part(0, 1)],
  ['Wed, 04 Mar 2026 05:06:07 GMT', part(0, 1)],
  ['"other"', full],
  ['W/"abc"', full],
  ['abc', full],
  ['"x", "abc"', full],
  ['Wed, 04 Mar 2026 05:06:08 GMT', full],
  ['Wed, 04 Mar 2026 05:06:06 GMT', full],
  ['', full],
])('R09 If-Range: %s', (ifRange, expected) => {
  expect(byteRange({ range: 'bytes=0-0', 'if-range': ifRange }, file)).toEqual(expected)
})

test('R09 a stale If-Range turns a bad range into the whole, too', () => {
  expect(byteRange({ range: 'bytes=5000-', 'if-range': '"old"' }, file)).toEqual(full)
})

test('R09 an empty file has no first byte and all of its last ones', () => {
  const empty = { ...file, size: 0 }
  expect(byteRange({ range: 'bytes=0-' }, empty)).toEqual(unsatisfiable)
  expect(byteRange({ range: 'bytes=-5' }, empty)).toEqual(full)
})

test('R09 D3 where another one stood at the address before, the ETag alone proves what its reader has', () => {
  const other = { ...file, mayBeOther: true }
  expect(byteRange({ range: 'bytes=0-0', 'if-range': etag }, other)).toEqual(part(0, 1))
  expect(byteRange({ range: 'bytes=0-0' }, other)).toEqual(full)
  expect(byteRange({ range: 'bytes=0-0', 'if-range': 'Wed, 04 Mar 2026 05:06:07 GMT' }, other)).toEqual(full)
})
