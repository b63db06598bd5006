import { expect, test } from 'vitest'
import { codeAlphabet, isCompleteCode, normalizeCode } from './verification-code.ts'

test('K5 32 letters and digits that cannot be taken for one another', () => {
  expect(new Set(codeAlphabet).size).toBe(32)
  expect(codeAlphabet).not.toMatch(/[ILOU]/)
})

test.each([
  ['AB12C', 'AB12C'],
  ['ab12c', 'AB12C'],
  ['oO0iI', '00011'],
  ['lL1aa', '111AA'],
  [' A B-1 2\nC ', 'AB12C'],
  ['ＡＢ１２Ｃ', 'AB12C'],
  ['AUB12', 'AB12'],
  ['你好', ''],
])('K5 %j is read as %s', (typed, code) => {
  expect(normalizeCode(typed)).toBe(code)
})

test('K5 complete with exactly five', () => {
  expect(['ab12', 'ab12c', 'ab12cd'].map(isCompleteCode)).toEqual([false, true, false])
})
