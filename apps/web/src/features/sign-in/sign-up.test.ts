// @vitest-environment node

import { NetworkError } from '@sampan/client/network-error'
import { Problem } from '@sampan/contract/errors'
import { expect, test } from 'vitest'
import { newSignUp, type SignUp, type SignUpAction, signUpReducer } from './sign-up.ts'

const after = (...actions: SignUpAction[]): SignUp => actions.reduce(signUpReducer, newSignUp(''))
const filled: SignUpAction[] = [
  { type: 'emailTyped', text: ' Anna@Example.com' },
  { type: 'passwordTyped', text: 'secret1' },
  { type: 'submitted' },
]
const refused = (problem: unknown): SignUpAction => ({ type: 'refused', problem })

test('A1 the address is trimmed and lowercased when it is sent', () => {
  expect(after(...filled)).toMatchObject({ email: 'anna@example.com', isAsking: true })
})

test('A1 a wrong code empties the boxes and nothing else', () => {
  const short: SignUpAction = { type: 'fieldsWrong', wrong: { password: 'passwordTooShort' } }
  expect(after(short, ...filled, { type: 'codeWanted' }).refusals, 'a new step begins at rest').toBe(0)
  const state = after(
    short,
    ...filled,
    { type: 'codeWanted' },
    { type: 'codeTyped', text: ' ab-2cde' },
    refused(new Problem('codeWrong')),
  )
  expect(state).toMatchObject({ step: 'code', code: '', password: 'secret1', refusals: 1, isAsking: false })
  expect(signUpReducer(state, { type: 'codeTyped', text: 'x' }).problem).toBeNull()
})

test('A1 a taken address and a refused password lead back to their fields', () => {
  const taken = after(...filled, { type: 'codeWanted' }, refused(new Problem('emailTaken')))
  expect(taken).toMatchObject({ step: 'details', email: 'anna@example.com', password: 'secret1', wrong: {} })
  const common = new Problem('invalidInput', {}, { fields: { password: 'passwordTooCommon' } })
  const state = after(...filled, { type: 'codeWanted' }, { type: 'verified', email: 'anna@example.com' }, refused(common))
  expect(state).toMatchObject({ step: 'details', wrong: { password: 'passwordTooCommon' }, verifiedEmail: 'anna@example.com' })
  expect(signUpReducer(state, { type: 'passwordTyped', text: 'x' }).wrong).toEqual({})
})

test('A1 when no answer comes everything stays as it was typed', () => {
  const before = after(...filled, { type: 'codeWanted' }, { type: 'codeTyped', text: 'ab2cd' }, { type: 'submitted' })
  expect(signUpReducer(before, refused(new NetworkError('down')))).toMatchObject({
    step: 'code',
    code: before.code,
    password: 'secret1',
    refusals: 0,
    isAsking: false,
  })
})

test('A1 back keeps the address and the password', () => {
  expect(after(...filled, { type: 'codeWanted' }, { type: 'steppedBack' })).toMatchObject({
    step: 'details',
    email: 'anna@example.com',
    password: 'secret1',
  })
})
