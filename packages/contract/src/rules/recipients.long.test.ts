/** Statistics of time: what grows with the square of its text takes far longer, and a busy machine never so long for the rest. */
import { expect, test } from 'vitest'
import { isEmail, mergeRecipients, splitRecipients } from './recipients.ts'

const tooLongMs = 10_000
function msOf(work: () => unknown): number {
  const begin = performance.now()
  work()
  return performance.now() - begin
}

test('R29 10,000 pasted recipients are split and merged without delay', () => {
  const text = Array.from({ length: 10_000 }, (_, i) => `Person${i % 5000}@Example.com`).join(';\n')
  expect(msOf(() => mergeRecipients([], splitRecipients(text)))).toBeLessThan(tooLongMs)
})

test.each(['<', '"', '<"', 'a ', '"a"', '<a'])('R29 a long text of %j is split without delay', (piece) => {
  expect(msOf(() => splitRecipients(piece.repeat(100_000)))).toBeLessThan(tooLongMs)
})

test.each([`a@${'a'.repeat(250)}`, `a@${'a-'.repeat(120)}`, 'a.'.repeat(126)])(
  'R29 an address made to be slow to judge is judged at once: %s',
  (text) => expect(msOf(() => isEmail(text))).toBeLessThan(tooLongMs),
)
