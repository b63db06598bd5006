import type { Notification } from '@sampan/contract/routes/notifications'
import { expect, test } from 'vitest'
import { badgeText, newOnes, whatOf } from './words.ts'

const row: Notification = {
  _id: '0b0c5a4e-2f6a-4c1e-9a53-1d2c3b4a5968',
  kind: 'downloaded',
  slug: 'Abcdefg',
  webhookId: null,
  requestSlug: null,
  title: '',
  read: false,
  dlDate: 5,
  dlCountryCode: null,
  receiverEmail: null,
  fileName: 'plan.pdf',
  fileCount: 1,
  dlOrigin: '',
  program: null,
  reason: null,
}
const said = (more: Partial<Notification>) =>
  whatOf({ ...row, ...more }, (key, { name, number }) => `${key} ${name} ${number}`, String)

test('T5 the counter ends at 9+', () => {
  expect([1, 9, 10, 500].map(badgeText)).toEqual(['1', '9', '9+', '9+'])
})

test('T5 one file is named, several by the first, a whole transfer by its title', () => {
  expect(said({})).toBe('named plan.pdf 0')
  expect(said({ fileCount: 3 })).toBe('andMore plan.pdf 2')
  expect(said({ fileCount: 3, title: 'Autumn' })).toBe('andMore plan.pdf 2')
  expect(said({ kind: 'expired', fileCount: 3, title: 'Autumn' })).toBe('named Autumn 0')
})

test('T5 new is what is unread and came later, oldest first', () => {
  const rows = [9, 8, 7, 3].map((dlDate) => ({ ...row, dlDate, read: dlDate === 8 }))
  expect(newOnes(rows, 3).map(({ dlDate }) => dlDate)).toEqual([7, 9])
})
