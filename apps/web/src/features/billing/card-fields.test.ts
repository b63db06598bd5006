import { expect, test } from 'vitest'
import { readCard, shownExpiry, shownNumber } from './card-fields.ts'

const now = new Date('2026-11-21T12:00:00Z')
const good = { number: '4242 4242 4242 4242', expiry: '08/30', cvc: '123' }

test('P4 a card is read from what people type', () => {
  expect(readCard(good, now)).toEqual({ card: { number: '4242424242424242', expMonth: 8, expYear: 2030, cvc: '123' } })
  expect(readCard({ number: '4242-4242-4242-4242', expiry: ' 1 / 2031 ', cvc: ' 1234 ' }, now)).toEqual({
    card: { number: '4242424242424242', expMonth: 1, expYear: 2031, cvc: '1234' },
  })
})

test.each([
  [{ number: '4242 4242' }, { number: 'cardWrongNumber' }],
  [{ expiry: '' }, { expiry: 'cardWrongExpiry' }],
  [{ expiry: '13/30' }, { expiry: 'cardWrongExpiry' }],
  [{ expiry: '10/26' }, { expiry: 'cardPast' }],
  [{ cvc: '12' }, { cvc: 'cardWrongCvc' }],
  [
    { number: '', expiry: '', cvc: '' },
    { number: 'cardWrongNumber', expiry: 'cardWrongExpiry', cvc: 'cardWrongCvc' },
  ],
])('P4 %j is refused as %j', (fields, wrong) => {
  expect(readCard({ ...good, ...fields }, now)).toEqual({ wrong })
})

test('P4 a card is good until its month is over', () => {
  expect(readCard({ ...good, expiry: '11/26' }, now)).toHaveProperty('card')
})

test.each([
  ['42424', '4242 4'],
  ['4242 4242x', '4242 4242'],
  ['', ''],
])('P4 the number %j is shown as %j', (typed, shown) => {
  expect(shownNumber(typed)).toBe(shown)
})

test.each([
  ['08', '08'],
  ['083', '08/3'],
  ['08/30', '08/30'],
  ['08/2', '08/2'],
  ['082030', '08/30'],
  ['08/203', '08/203'],
])('P4 the date %j is shown as %j', (typed, shown) => {
  expect(shownExpiry(typed)).toBe(shown)
})
