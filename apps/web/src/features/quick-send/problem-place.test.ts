// @vitest-environment node
import { Problem } from '@sampan/contract/errors'
import { expect, test } from 'vitest'
import { concernsDraft, optionFault, placeOf } from './problem-place.ts'

const common = new Problem('invalidInput', {}, { fields: { password: 'passwordTooCommon' } })

test('Q11 what the server says of a password or a limit stands in the options', () => {
  expect(placeOf(common)).toBe('options')
  expect(optionFault(common, 'password')).toBe('passwordTooCommon')
  expect(optionFault(common, 'downloadLimit')).toBeNull()
  expect(placeOf(new Problem('invalidInput', {}, { fields: { message: 'tooLong' } }))).toBe('send')
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
