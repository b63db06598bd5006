import { expect, test } from 'vitest'
import { hashPassword, isPassword, refuseCommonPassword } from './passwords.ts'

test('A2 a password is kept as argon2id with a salt of its own and found again', async () => {
  const [one, other] = await Promise.all([hashPassword('schönes 码头'), hashPassword('schönes 码头')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(await isPassword(one, 'schönes 码头')).toBe(true)
  expect(await isPassword(one, 'schönes 码头 ')).toBe(false)
  expect(await isPassword(null, 'no account has this password')).toBe(false)
})

test.each(['123456', 'Password', 'qwerty', 'iloveyou'])('K5 %s is one of the commonest and refused', (password) => {
  expect(() => refuseCommonPassword(password)).toThrowError(expect.objectContaining({ fields: { password: 'passwordTooCommon' } }))
})

test('K5 an uncommon password passes', () => expect(refuseCommonPassword('a sampan at dusk')).toBeUndefined())

test('R50 a flood of checks waits in line and is turned away beyond it', async () => {
  const hash = await hashPassword('harbour')
  const answers = await Promise.allSettled(Array.from({ length: 160 }, () => isPassword(hash, 'harbour')))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ reason }) => reason.code === 'unavailable' && reason.retryAfterSeconds > 0)).toBe(true)
  expect(await isPassword(hash, 'harbour')).toBe(true)
})
