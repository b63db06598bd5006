// @vitest-environment node
import { expect, test } from 'vitest'
import { wrongForLogIn, wrongForSignUp } from './credentials.ts'

test('A1 signing up takes a valid address and a password of at least 6 characters', () => {
  expect(wrongForSignUp({ email: ' Anna@Example.com ', password: 'sailor' })).toEqual({})
  expect(wrongForSignUp({ email: '', password: '' })).toEqual({ email: 'required', password: 'passwordTooShort' })
  expect(wrongForSignUp({ email: 'anna@', password: '12345' })).toEqual({ email: 'invalidEmail', password: 'passwordTooShort' })
})

test('A2 logging in asks for both, however short the password is', () => {
  expect(wrongForLogIn({ email: 'anna@example.com', password: 'x' })).toEqual({})
  expect(wrongForLogIn({ email: 'anna', password: '' })).toEqual({ email: 'invalidEmail', password: 'required' })
})
