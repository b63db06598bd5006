import { describe, expect, test } from 'vitest'
import { GB, plans } from '../plans.ts'
import { checkFileSet, countFiles, dropDuplicates, type SizedPath, totalBytes } from './file-set.ts'

const file = (path: string, size = 1): SizedPath => ({ path, size })
const many = (count: number, name = (i: number) => `f${i}`, size = 1) =>
  Array.from({ length: count }, (_, i) => file(name(i), size))

test('Q3 the first of each relative path stays, the others are told', () => {
  const have = [file('a/x'), file('y')]
  const more = [file('a/x', 5), file('b/x'), file('b/x', 7), file('Y')]
  expect(dropDuplicates(have, more)).toEqual({
    files: [file('a/x'), file('y'), file('b/x'), file('Y')],
    dropped: [file('a/x', 5), file('b/x', 7)],
  })
})

test('Q3 names that differ in composition are two files', () => {
  expect(dropDuplicates([file('é')], [file('e\u0301')]).dropped).toEqual([])
})

test('Q1 empty folders keep their place and count neither as files nor as bytes', () => {
  const set = [file('a/', 0), file('b')]
  expect([countFiles(set), totalBytes(set)]).toEqual([1, 1])
  expect(() => checkFileSet(set, plans.anon, 'anon')).not.toThrow()
})

describe('U8 what does not fit', () => {
  test.each([
    ['no file at all', [], 'noFiles'],
    ['a path out of the folder', [file('../a')], 'invalidPath'],
    ['a folder with bytes', [file('a/', 3)], 'invalidPath'],
    ['a path twice', [file('a'), file('a')], 'duplicatePath'],
    ['an insecure type', [file('a'), file('b.exe')], 'insecureFileType'],
    ['a release name', [file('Film.1080p.mkv')], 'releaseFile'],
    ['one file too many', many(51), 'tooManyFiles'],
    ['more empty folders than files are allowed', many(51, (i) => `d${i}/`, 0), 'tooManyFiles'],
    ['one byte too many', [file('a', 3 * GB), file('b')], 'overTransferLimit'],
  ])('U8 %s', (_name, files, code) => {
    expect(() => checkFileSet(files, plans.anon, 'anon')).toThrow(expect.objectContaining({ code }))
  })

  test('Q17 over the limit: by how much, in bytes', () => {
    const details = { role: 'anon', limitBytes: 3 * GB, overBytes: 41 }
    expect(() => checkFileSet([file('a', 3 * GB + 41)], plans.anon, 'anon')).toThrow(expect.objectContaining({ details }))
  })

  test('Q17 too many files: how many are allowed and how many are over', () => {
    const details = { role: 'anon', limit: 50, over: 3 }
    expect(() => checkFileSet(many(53), plans.anon, 'anon')).toThrow(expect.objectContaining({ details }))
  })
})

test('U8 exactly at the limits fits', () => {
  expect(() => checkFileSet([file('a', 3 * GB)], plans.anon, 'anon')).not.toThrow()
  expect(() => checkFileSet(many(50), plans.anon, 'anon')).not.toThrow()
})

test('U8 the limits are the plan’s', () => {
  expect(() => checkFileSet(many(1500), plans.business, 'business')).not.toThrow()
  expect(() => checkFileSet([file('a', 2500 * GB)], plans.teamplus, 'teamplus')).not.toThrow()
})

test('Q4 signed-in users may send what anonymous visitors may not', () => {
  expect(() => checkFileSet([file('a.exe'), file('Film.1080p.mkv')], plans.free, 'free')).not.toThrow()
})
