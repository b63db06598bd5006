import { expect, test } from 'vitest'
import { attachment } from '../http/content-disposition.ts'
import { safeFileName, safePaths } from './zip-names.ts'

const NFC = '\u00e9.txt'
const NFD = 'e\u0301.txt'

test.each([
  ['plain.txt', 'plain.txt'],
  ['合同 2026.pdf', '合同 2026.pdf'],
  ['👩‍👧 family.jpg', '👩‍👧 family.jpg'],
  [NFD, NFC],
  ['CON', 'CON_'],
  ['con.txt', 'con_.txt'],
  ['Lpt1.tar.gz', 'Lpt1_.tar.gz'],
  ['COM²', 'COM²_'],
  ['nul .txt', 'nul_ .txt'],
  ['console.log', 'console.log'],
  ['name. . ', 'name'],
  ['.bashrc', '.bashrc'],
  ['..', '_'],
  ['...', '_'],
  ['', '_'],
  ['C:\\Windows\\x.txt', 'C__Windows_x.txt'],
  ['a<b>c:d"e|f?g*h', 'a_b_c_d_e_f_g_h'],
  ['a\u0000b\r\nc\u0085', 'a_b__c_'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['a\u200bb\ufeff', 'ab'],
  ['half\ud83d', 'half\ufffd'],
  ['/etc/passwd', 'passwd'],
  ['folder/', 'folder'],
])('R11 D3 %j is saved as %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe)
  expect(safeFileName(safe)).toBe(safe)
})

test('R14 the header carries the cleaned name', () => {
  expect(attachment(safeFileName('a\u202e"\r\n%41.txt'))).toBe(
    'attachment; filename="a____41.txt"; filename*=UTF-8\'\'a___%2541.txt',
  )
})

test('R11 twins by case, NFC, sharp s or after cleaning are numbered in order', () => {
  expect(safePaths([NFC, NFD, 'A.txt', 'a.TXT', 'a.txt', 'a (2).TXT', 'Straße', 'STRASSE', 'x:', 'x?'])).toEqual([
    NFC,
    '\u00e9 (2).txt',
    'A.txt',
    'a (2).TXT',
    'a (3).txt',
    'a (2) (2).TXT',
    'Straße',
    'STRASSE (2)',
    'x_',
    'x_ (2)',
  ])
})

test('R11 folders keep one name, twins of folders stay apart, equal names in two folders stay equal', () => {
  expect(safePaths(['Docs/a.txt', 'docs/a.txt', 'Docs/b.txt', 'docs', 'Docs/', 'CON/con/x', 'empty/', 'z/a.txt'])).toEqual([
    'Docs/a.txt',
    'docs (2)/a.txt',
    'Docs/b.txt',
    'docs (3)',
    'Docs/',
    'CON_/con_/x',
    'empty/',
    'z/a.txt',
  ])
})

test('R11 no path leads out', () => {
  expect(safePaths(['../../etc/passwd', '/etc/passwd', './x', 'a//b', 'a/../b', '..\\..\\x', 'C:\\x', 'C:/x', '', '/'])).toEqual([
    '_/_/etc/passwd',
    'etc/passwd',
    'x',
    'a/b',
    'a/_/b',
    '.._.._x',
    'C__x',
    'C_/x',
    '_ (2)',
    '_ (3)',
  ])
})

test('R11 255 bytes at most, whole characters, the ending kept, twins too', () => {
  const long = `${'汉'.repeat(120)}.pdf`
  const [first, second] = safePaths([long, long]) as [string, string]
  expect(first).toBe(`${'汉'.repeat(83)}.pdf`)
  expect(second).toBe(`${'汉'.repeat(82)} (2).pdf`)
  expect(safeFileName('😀'.repeat(100))).toBe('😀'.repeat(63))
  expect(safeFileName(`a.${'b'.repeat(300)}`)).toBe(`a.${'b'.repeat(253)}`)
  expect(safeFileName(`${'a'.repeat(254)} b`)).toBe('a'.repeat(254))
})

test('R30 20,000 twins all get a name of their own', () => {
  const names = safePaths(Array.from({ length: 20_000 }, (_, i) => (i % 2 ? 'same.txt' : `SAME (${i}).txt`)))
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(20_000)
})
