import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { newFolder } from '../testing/fake-server.ts'
import { openJournal } from './journal.ts'
import { isStillThere, lookAgain } from './look-again.ts'
import { createTargets } from './targets.ts'

const bytes = randomBytes(3_000_000)
const piece = (from: number, to: number) => ({ from, to, crc: crc32(bytes.subarray(from, to)) })
const file = { fileId: 'f', path: 'a.bin', size: bytes.length, lastModified: null }
const signal = new AbortController().signal

/** An interrupted run that had noted down three pieces. */
function interrupted() {
  const folder = newFolder()
  const path = join(folder, 'journal.jsonl')
  const journal = openJournal(path)
  journal.place('f', 'a.bin', '"e"')
  for (const [from, to] of [
    [0, 10],
    [10, 2_000_000],
    [2_500_000, 3_000_000],
  ] as const)
    journal.add('f', piece(from, to))
  const part = join(folder, 'a.bin.part')
  writeFileSync(part, bytes)
  const targets = createTargets(folder, false, journal.targets())
  return { folder, journal, targets, part, kept: () => openJournal(path).file('f') }
}

test('O7 pieces that are there as they came all count', async () => {
  const { journal, targets } = interrupted()
  expect(await lookAgain({ journal, targets, signal }, file)).toBe('a.bin')
  expect(journal.file('f')?.pieces).toHaveLength(3)
})

test('O7 after a loss of power the pieces that never reached the disk are fetched again', async () => {
  const { journal, targets, part, kept } = interrupted()
  const lost = Buffer.from(bytes).fill(0, 1_999_999, 2_000_000)
  lost[1_999_999] = bytes[1_999_999]! ^ 1
  writeFileSync(part, lost)
  truncateSync(part, 2_999_999)
  expect(await lookAgain({ journal, targets, signal }, file)).toBe('a.bin')
  const wanted = { target: 'a.bin', etag: '"e"', pieces: [piece(0, 10)], inZip: null, isDone: false, replaces: [] }
  expect([journal.file('f'), kept()]).toEqual([wanted, wanted])
})

test('O7 without its FILE.part a file begins anew, under its own name', async () => {
  const { journal, targets, part } = interrupted()
  rmSync(part)
  expect(await lookAgain({ journal, targets, signal }, file)).toBeNull()
  targets.release('a.bin')
  expect(targets.forFile(['a.bin'])).toBe('a.bin')
})

/** What the first run of three pieces left out. */
const gap = piece(2_000_000, 2_500_000)

test('O7 a finished file counts while it is there with its size', async () => {
  const { folder, journal, targets } = interrupted()
  journal.add('f', gap)
  journal.done('f')
  const place = join(folder, 'a.bin')
  const isThere = () => isStillThere({ journal, targets, signal }, file)
  expect(await isThere()).toBe(false)
  writeFileSync(place, bytes)
  expect(await isThere()).toBe(true)
  truncateSync(place, 5)
  expect(await isThere()).toBe(false)
  expect([existsSync(place), readFileSync(place).length]).toEqual([true, 5])
})

test('O7 a run that was killed as it gave a file its name goes on with the next; another file of that name is not taken for it', async () => {
  const { folder, journal, targets, part } = interrupted()
  journal.add('f', gap)
  const isThere = () => isStillThere({ journal, targets, signal }, file)
  expect(await isThere()).toBe(false)
  rmSync(part)
  writeFileSync(join(folder, 'a.bin'), randomBytes(bytes.length))
  expect([await isThere(), journal.file('f')!.isDone]).toEqual([false, false])
  writeFileSync(join(folder, 'a.bin'), bytes)
  expect([await isThere(), journal.file('f')!.isDone]).toEqual([true, true])
})
