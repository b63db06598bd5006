import { expect, test } from 'vitest'
import { percentOf, progressLine } from './progress-line.ts'
import { fitted, harmless, textWidth } from './text-width.ts'

test.each([
  ['abc', 3],
  ['合同', 4],
  ['终稿 📄.pdf', 11],
  ['👩‍👩‍👧', 2],
  ['e\u0301', 1],
  ['🇨🇳', 2],
  ['ｆｕｌｌ', 8],
  ['\u200b', 0],
])('O7 %s takes %d columns', (text, width) => expect(textWidth(text)).toBe(width))

test('O7 a name that does not fit loses its middle, and half a character never stands', () => {
  expect(fitted('合同终稿最终版.pdf', 10)).toBe('合同….pdf')
  for (let columns = 1; columns < 20; columns++)
    expect(textWidth(fitted('合同👩‍👩‍👧终稿最终版.pdf', columns))).toBeLessThanOrEqual(columns)
  expect(fitted('short', 10)).toBe('short')
})

test('O7 a name moves no cursor and turns nothing round', () => {
  expect(harmless('a\u001b[2Jb\u202egpj.exe')).toBe('a\ufffd[2Jb\ufffdgpj.exe')
})

const standing = { doneBytes: 25e6, totalBytes: 100e6, bytesPerSecond: 5e6, secondsLeft: 15, name: '合同终稿.pdf' }

test('Q13 O7 the line is never wider than the terminal, and says less where there is less room', () => {
  expect(progressLine(standing, 'en', 100)).toBe(
    `${'█'.repeat(7)}${'░'.repeat(23)} 25 % · 25 MB of 100 MB · 5 MB/s · 15 seconds left  合同终稿.pdf`,
  )
  expect(progressLine(standing, 'zh', 100)).toContain('剩余')
  for (const language of ['en', 'zh'] as const)
    for (let columns = 8; columns < 140; columns++)
      expect(textWidth(progressLine(standing, language, columns))).toBeLessThanOrEqual(columns)
  expect(progressLine(standing, 'en', 12)).toBe('25 %')
})

test('Q13 100 % is said only when all is done', () => {
  expect(percentOf({ doneBytes: 999_999_999, totalBytes: 1e9 })).toBe(99)
  expect(percentOf({ doneBytes: 1e9, totalBytes: 1e9 })).toBe(100)
  expect(percentOf({ doneBytes: 0, totalBytes: 0 })).toBe(100)
})
