// @vitest-environment node
import { Problem } from '@sampan/contract/errors'
import { expect, test } from 'vitest'
import { concernsDraft, optionFault, placeOf, refusedAddresses } from './problem-place.ts'

const common = new Problem('invalidInput', {}, { fields: { password: 'passwordTooCommon' } })

test('Q11 what the server says of a password or a limit stands in the options', () => {
  expect(placeOf(common)).toBe('options')
  expect(optionFault(common, 'password')).toBe('passwordTooCommon')
  expect(optionFault(common, 'downloadLimit')).toBeNull()
  expect(placeOf(new Problem('invalidInput', {}, { fields: { message: 'tooLong' } }))).toBe('send')
})

test('R41 a mailbox that gets too many mails is named among the recipients', () => {
  const problem = new Problem('tooManyMails', { emails: ['li@example.cn'], waitSeconds: 60 })
  expect([placeOf(problem), refusedAddresses(problem)]).toEqual(['recipients', ['li@example.cn']])
  expect(refusedAddresses(new Problem('rateLimited'))).toEqual([])
})

test.each([
  [true, common],
  [true, new Problem('signedOut')],
  [true, new Problem('storageFull')],
  [true, new Problem('tooManyFiles')],
  [false, new Problem('internal')],
  [false, new TypeError('Failed to fetch')],
])('Q13 %s: the draft has to change after %s', (isOfDraft, error) => {
  expect(concernsDraft(error)).toBe(isOfDraft)
})
