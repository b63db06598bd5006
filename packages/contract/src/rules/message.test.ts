import { expect, test } from 'vitest'
import { fitsMessage, messageLength } from './message.ts'

test.each([
  ['ASCII', 'a'],
  ['Chinese', '汉'],
  ['beyond 16 bits', '𠮷'],
  ['emoji', '😀'],
  ['combining', '\u0301'],
  ['new lines', '\n'],
])('R29 280 code points fit and 281 do not: %s', (_name, char) => {
  expect(messageLength(char.repeat(280))).toBe(280)
  expect(fitsMessage(char.repeat(280))).toBe(true)
  expect(fitsMessage(char.repeat(281))).toBe(false)
})

test('R29 no message is a message', () => {
  expect(fitsMessage('')).toBe(true)
})
