import { describe, expect, test } from 'vitest'
import { initialsOf } from '../../lib/initials.ts'
import { shownName } from '../../lib/safe-text.ts'
import { untilText } from './expiry.ts'

describe('expiry', () => {
  const now = new Date('2026-03-01T00:00:00Z')
  const after = (seconds: number, language: 'en' | 'zh' = 'en') =>
    untilText(new Date(now.getTime() + seconds * 1000), now, language)

  test.each([
    [30, 'in 1 minute'],
    [3599, 'in 1 hour'],
    [86_399, 'in 1 day'],
    [7 * 86_400 - 1, 'in 7 days'],
    [45 * 86_400, 'in 45 days'],
    [90 * 86_400, 'in 3 months'],
    [3_153_600_000 - 60, null],
  ])('D1 %i seconds before its end a link expires %s', (seconds, text) => {
    expect(after(seconds)).toBe(text)
  })

  test('I1 in Chinese', () => {
    expect(after(3 * 86_400, 'zh')).toBe('3天后')
  })
})

test.each([
  ['Anna Northmill', 'a@b.c', 'AN'],
  ['anna maria van dyk', 'a@b.c', 'AD'],
  ['李伟', 'a@b.c', '李'],
  ['王 小明', 'a@b.c', '王'],
  ['  ', 'li.wei@b.c', 'LW'],
  [null, 'anna@b.c', 'A'],
  ['🚢 Élan', 'a@b.c', 'É'],
  ['🚢', 'a@b.c', ''],
])('D1 the picture of %j, %s carries %j', (name, email, initials) => {
  expect(initialsOf(name, email)).toBe(initials)
})

test('R32 marks that turn writing around are taken out of a shown name, right-to-left letters stay', () => {
  expect(shownName('invoice\u202efdp.exe')).toBe('invoicefdp.exe')
  expect(shownName('\u2067שלום\u2069.txt')).toBe('שלום.txt')
})
