import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openJournal } from './journal.ts'
import { bytesOf, inOrder, missing, rangeBytes, wholeCrc } from './pieces.ts'

const MiB = 1024 * 1024
const bytes = Buffer.from('the quick brown fox jumps over the lazy dog')
const piece = (from: number, to: number) => ({ from, to, crc: crc32(bytes.subarray(from, to)) })

test('O7 what is missing, in bites; overlapping notes count once', () => {
  expect(missing([], 20 * MiB)).toEqual([
    [0, 8 * MiB],
    [8 * MiB, 16 * MiB],
    [16 * MiB, 20 * MiB],
  ])
  expect(missing([piece(3, 10), piece(20, 30)], 43)).toEqual([
    [0, 3],
    [10, 20],
    [30, 43],
  ])
  expect(missing([piece(0, 43)], 43)).toEqual([])
  expect(inOrder([piece(5, 9), piece(0, 6), piece(0, 3), { from: 40, to: 99, crc: 0 }], 43)).toEqual([piece(0, 6)])
  expect(bytesOf([piece(0, 3), piece(5, 9)])).toBe(7)
  expect([rangeBytes(1), rangeBytes(4096 * MiB), rangeBytes(10 ** 13)]).toEqual([8 * MiB, 64 * MiB, 64 * MiB])
})

test('O7 the sum of a file from those of its ranges, in any order', () => {
  expect(wholeCrc([piece(20, 43), piece(0, 7), piece(7, 20)], 43)).toBe(crc32(bytes))
  expect(wholeCrc([piece(0, 7), piece(8, 43)], 43)).toBeNull()
  expect(wholeCrc([], 0)).toBe(0)
})

test('O7 a journal is read again, also with a torn last line', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sampan-journal-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'j.jsonl')
  const first = openJournal(path)
  first.setDl('abc', 5)
  first.place('f', 'a.txt', null)
  first.add('f', piece(0, 7))
  first.setEtag('f', '"e"')
  first.close()
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"file":"f","from":7,"to":2`)
  const second = openJournal(path)
  second.add('f', piece(20, 43))
  second.close()
  const third = openJournal(path)
  expect(third.dl()).toEqual({ dl: 'abc', at: 5 })
  expect(third.file('f')).toEqual({
    target: 'a.txt',
    etag: '"e"',
    pieces: [piece(0, 7), piece(20, 43)],
    inZip: null,
    isDone: false,
    replaces: [],
  })
  third.done('f')
  expect(third.file('f')?.isDone).toBe(true)
  third.place('f', 'b.txt', null)
  expect(third.file('f')).toEqual({ target: 'b.txt', etag: null, pieces: [], inZip: null, isDone: false, replaces: [] })
  third.close()
})
