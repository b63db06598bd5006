import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readLink } from './link.ts'
import { numbered, safeNames } from './safe-path.ts'
import { createTargets } from './targets.ts'

describe('O7 links', () => {
  test.each([
    ['https://a.example/w/Ab3dE6g', { server: 'https://a.example', slug: 'Ab3dE6g', user: null }],
    ['https://a.example/d/Ab3dE6g/Zz9', { server: 'https://a.example', slug: 'Ab3dE6g', user: 'Zz9' }],
    ['http://127.0.0.1:3000/downloads/Ab3dE6g/Zz9/zip', { server: 'http://127.0.0.1:3000', slug: 'Ab3dE6g', user: 'Zz9' }],
    [' a.example/w/Ab3dE6g ', { server: 'https://a.example', slug: 'Ab3dE6g', user: null }],
  ])('%s', (text, link) => expect(readLink(text, null)).toEqual(link))

  test('a bare slug needs a server; what is no link is refused', () => {
    expect(readLink('Ab3dE6g', 'a.example')).toEqual({ server: 'https://a.example', slug: 'Ab3dE6g', user: null })
    for (const text of ['Ab3dE6g', 'https://a.example/', 'ftp://a.example/w/Ab3dE6g', 'https://a.example/w/short'])
      expect(() => readLink(text, null)).toThrow('linkInvalid')
  })
})

describe('O7 names that a server tells', () => {
  test.each([
    ['../a'],
    ['a/../../b'],
    ['/etc/passwd'],
    ['a//b'],
    ['.'],
    ['a/./b'],
    ['a\\..\\b'],
    ['C:\\x'],
    ['a\u0000b'],
    ['a\nb'],
    ['\u001b[2J'],
    ['a\u0085b'],
    ['\ud800'],
    ['x'.repeat(256)],
    [''],
  ])('%j leads nowhere', (path) => {
    expect(safeNames(path, 'linux')).toBeNull()
    expect(safeNames(path, 'win32')).toBeNull()
  })

  test.each([
    ['con', ['_con']],
    ['a/NUL.txt', ['a', '_NUL.txt']],
    ['com1 .log', ['_com1 .log']],
    ['LPT\u00b9', ['_LPT\u00b9']],
    ['a:stream', ['a_stream']],
    ['name. .', ['name___']],
    ['what?*.txt', ['what__.txt']],
    ['合同/终稿 📄.pdf', ['合同', '终稿 📄.pdf']],
    ['console.log', ['console.log']],
  ])('%s on Windows', (path, names) => expect(safeNames(path, 'win32')).toEqual(names))

  test.each([
    ['report.pdf', 'report (2).pdf'],
    ['archive.tar.gz', 'archive.tar (2).gz'],
    ['.env', '.env (2)'],
    ['no ending', 'no ending (2)'],
  ])('%s gets a number', (name, wanted) => expect(numbered(name, 2)).toBe(wanted))
})

describe('O7 places', () => {
  const base = mkdtempSync(join(tmpdir(), 'sampan-targets-'))
  afterAll(() => rmSync(base, { recursive: true, force: true }))

  test('beside what is there, also under names that only differ in case, and never over a .part of somebody', () => {
    writeFileSync(join(base, 'a.txt'), 'mine')
    writeFileSync(join(base, 'b.txt.part'), 'mine')
    const targets = createTargets(base, false)
    expect(['a.txt', 'b.txt', 'C.txt', 'c.txt'].map((name) => targets.forFile([name]))).toEqual([
      'a (1).txt',
      'b (1).txt',
      'C.txt',
      'c (1).txt',
    ])
    expect(createTargets(base, true).forFile(['a.txt'])).toBe('a.txt')
  })

  test('what an interrupted run had named is no place for a file of an equal name', () => {
    writeFileSync(join(base, 'Plan.txt'), 'received before')
    const targets = createTargets(base, true, ['Plan.txt'])
    expect(targets.forFile(['Plan.txt'])).toBe('Plan (1).txt')
    expect(targets.forFile(['plan.TXT'])).toBe('plan (2).TXT')
    targets.release('Plan.txt')
    expect(targets.forFile(['Plan.txt'])).toBe('Plan.txt')
  })

  test('a file where a folder should be: the folder is another, the same for all in it', () => {
    writeFileSync(join(base, 'docs'), 'a file')
    const targets = createTargets(base, true)
    expect(targets.forFile(['docs', 'x.txt'])).toBe(join('docs (1)', 'x.txt'))
    expect(targets.forFile(['docs', 'y.txt'])).toBe(join('docs (1)', 'y.txt'))
  })

  test('a link in the folder leads nobody out of it', () => {
    const inside = join(base, 'inside')
    mkdirSync(inside)
    symlinkSync(tmpdir(), join(inside, 'out'))
    const targets = createTargets(inside, false)
    expect(() => targets.placeOf(join('out', 'x.txt'))).toThrow('outsideFolder')
    // A link is no folder of ours: what would go through it goes beside it.
    expect(targets.forFile(['out', 'x.txt'])).toBe(join('out (1)', 'x.txt'))
  })
})
