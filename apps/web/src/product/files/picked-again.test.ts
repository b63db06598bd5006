// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { matchPicked, mergedFiles, missingOf, type WantedFile } from './picked-again.ts'
import type { PickedFile } from './picked-file.ts'

const at = 1_700_000_000_000
const wanted = (path: string, more: Partial<WantedFile> = {}): WantedFile => ({
  path,
  size: 10,
  lastModified: at,
  isWhole: false,
  ...more,
})
const picked = (path: string, more: Partial<PickedFile> = {}): PickedFile => ({
  path,
  size: 10,
  lastModified: at,
  blob: new Blob(['0123456789']),
  ...more,
})
const names = (files: Iterable<{ path: string }>) => [...files].map(({ path }) => path)

type Row = [
  title: string,
  wanted: WantedFile[],
  picked: PickedFile[],
  ticked: string[],
  changed: Record<string, string>,
  extra: string[],
]
const rows: Row[] = [
  ['the very file', [wanted('a.txt')], [picked('a.txt')], ['a.txt'], {}, []],
  ['another name', [wanted('a.txt')], [picked('b.txt')], [], {}, ['b.txt']],
  ['another size', [wanted('a.txt')], [picked('a.txt', { size: 11 })], [], { 'a.txt': 'size' }, []],
  ['another date', [wanted('a.txt')], [picked('a.txt', { lastModified: at + 1 })], [], { 'a.txt': 'date' }, []],
  ['a date nobody knew', [wanted('a.txt', { lastModified: undefined })], [picked('a.txt')], ['a.txt'], {}, []],
  ['the whole folder', [wanted('T/1'), wanted('T/x/2')], [picked('T/1'), picked('T/x/2')], ['T/1', 'T/x/2'], {}, []],
  ['a file from inside of its folder', [wanted('T/1.txt')], [picked('1.txt')], ['T/1.txt'], {}, []],
  ['from the folder above', [wanted('T/1.txt')], [picked('Home/T/1.txt')], ['T/1.txt'], {}, []],
  ['from a folder of another name', [wanted('T/1.txt')], [picked('U/1.txt')], [], {}, ['U/1.txt']],
  ['two that it could be', [wanted('T/1'), wanted('U/1')], [picked('1')], [], {}, ['1']],
  ['two, of which one is ticked', [wanted('T/1'), wanted('U/1')], [picked('T/1'), picked('1')], ['T/1', 'U/1'], {}, []],
  ['changed at its path, right from elsewhere', [wanted('T/1')], [picked('T/1', { size: 9 }), picked('1')], ['T/1'], {}, []],
  ['Chinese and emoji', [wanted('照片/🌊 海.jpg')], [picked('照片/🌊 海.jpg')], ['照片/🌊 海.jpg'], {}, []],
  ['composed and decomposed', [wanted('Caf\u00e9.txt')], [picked('Cafe\u0301.txt')], ['Caf\u00e9.txt'], {}, []],
  [
    'an empty folder read again',
    [wanted('E/', { size: 0, isWhole: true })],
    [picked('E/', { size: 0, lastModified: 5 })],
    ['E/'],
    {},
    [],
  ],
  ['one more file', [wanted('a')], [picked('a'), picked('more')], ['a'], {}, ['more']],
  ['one that the server has whole', [wanted('a', { isWhole: true })], [picked('a', { size: 3 })], [], { a: 'size' }, []],
]

describe('Q23 what is picked again is found', () => {
  test.each(rows)('%s', (_, files, again, ticked, changed, extra) => {
    const match = matchPicked(files, again)
    expect(names(match.ticked.values())).toEqual(ticked)
    expect(Object.fromEntries([...match.changed].map(([path, { differs }]) => [path, differs]))).toEqual(changed)
    expect(names(match.extra)).toEqual(extra)
  })
})

test('Q23 only what the server has not whole is missing', () => {
  const files = [wanted('a'), wanted('b', { isWhole: true }), wanted('c')]
  expect(names(missingOf(files, matchPicked(files, [picked('c')])))).toEqual(['a'])
})

test('Q23 what goes on: old ones in their order under their old paths, then the new; one that is missing is left out', () => {
  const files = [wanted('T/a'), wanted('b', { isWhole: true }), wanted('c')]
  const merged = mergedFiles(files, matchPicked(files, [picked('new'), picked('a')]))
  expect(names(merged)).toEqual(['T/a', 'b', 'new'])
  expect(merged.map(({ size }) => size)).toEqual([10, 10, 10])
})

test('Q23 what was not picked again can never be sent: reading it fails as a missing file does', () => {
  const files = [wanted('b', { isWhole: true })]
  const [ghost] = mergedFiles(files, matchPicked(files, []))
  expect(() => ghost!.blob.slice(0, 5)).toThrow(expect.objectContaining({ name: 'NotFoundError' }))
})

test('Q23 five thousand files of a folder are matched at once', () => {
  const files = Array.from({ length: 5000 }, (_, index) => wanted(`Archive/${index % 50}/文件 ${index}.bin`, { size: index }))
  const again = files.map(({ path, size }) => picked(path, { size }))
  expect(matchPicked(files, again).ticked.size).toBe(5000)
  const inside = files.map(({ path, size }) => picked(path.slice('Archive/'.length), { size }))
  expect(matchPicked(files, inside).ticked.size).toBe(5000)
})
