// @vitest-environment node
import { Problem } from '@sampan/contract/errors'
import type { SignedUp } from '@sampan/contract/routes/accounts'
import { expect, test } from 'vitest'
import { createAccount, type SignUpCalls } from './create-account.ts'

const session = { accessToken: 't' } as SignedUp
const filled = { step: 'details', email: 'a@b.cn', password: 'secret', way: 'password', code: '', verifiedEmail: null } as const

function recorded(changes: Partial<SignUpCalls> = {}) {
  const made: string[] = []
  const calls: SignUpCalls = {
    ask: async () => false,
    askAgain: async () => false,
    verify: async () => {},
    create: async () => session,
    createByPasskey: async () => session,
    ...changes,
  }
  const noted = Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      (...args: [string, string]) => {
        made.push(name)
        return call(...args)
      },
    ]),
  ) as SignUpCalls
  return { made, calls: noted, onVerified: () => void made.push('verified') }
}

test('A1 an address is asked to be proved, then the code creates the account', async () => {
  const first = recorded()
  expect(await createAccount(first.calls, filled, first.onVerified)).toBeNull()
  expect(first.made).toEqual(['ask'])
  const second = recorded()
  expect(await createAccount(second.calls, { ...filled, step: 'code', code: 'AB2CD' }, second.onVerified)).toBe(session)
  expect(second.made).toEqual(['verify', 'verified', 'create'])
})

test('A1 P1 a code that the address brought along proves it; one that is wrong asks for another', async () => {
  const brought = { ...filled, code: 'AB2CD' }
  const good = recorded()
  expect(await createAccount(good.calls, brought, good.onVerified)).toBe(session)
  expect(good.made).toEqual(['verify', 'verified', 'create'])
  const old = recorded({ verify: async () => Promise.reject(new Problem('codeWrong')) })
  expect(await createAccount(old.calls, brought, old.onVerified)).toBeNull()
  expect(old.made).toEqual(['verify', 'ask'])
})

test('A9 with a passkey no password is asked about, and the passkey is made once the code was right', async () => {
  const first = recorded({ ask: async (_, password) => password !== undefined })
  expect(await createAccount(first.calls, { ...filled, way: 'passkey' }, first.onVerified)).toBeNull()
  const second = recorded()
  const coded = { ...filled, way: 'passkey', step: 'code', code: 'AB2CD' } as const
  expect(await createAccount(second.calls, coded, second.onVerified)).toBe(session)
  expect(second.made).toEqual(['verify', 'verified', 'createByPasskey'])
})

test('A1 a verified flag skips the code', async () => {
  const { calls, made, onVerified } = recorded({ ask: async () => true })
  expect(await createAccount(calls, filled, onVerified)).toBe(session)
  expect(made).toEqual(['ask', 'verified', 'create'])
})

test('A1 what failed after the code is repeated without it', async () => {
  const { calls, made, onVerified } = recorded()
  await createAccount(calls, { ...filled, step: 'code', code: 'AB2CD', verifiedEmail: filled.email }, onVerified)
  expect(made).toEqual(['create'])
})

test('A1 a proof that has run out asks for a new code; any other refusal is told', async () => {
  const refusal = (code: 'addressNotVerified' | 'emailTaken') => async () => Promise.reject(new Problem(code))
  const old = recorded({ create: refusal('addressNotVerified') })
  expect(await createAccount(old.calls, { ...filled, verifiedEmail: filled.email }, old.onVerified)).toBeNull()
  expect(old.made).toEqual(['create', 'askAgain'])
  let tries = 0
  const create = async () => (++tries === 1 ? Promise.reject(new Problem('addressNotVerified')) : session)
  const known = recorded({ create, askAgain: async () => true })
  expect(await createAccount(known.calls, { ...filled, verifiedEmail: filled.email }, known.onVerified)).toBe(session)
  const taken = recorded({ create: refusal('emailTaken') })
  await expect(createAccount(taken.calls, { ...filled, step: 'code' }, taken.onVerified)).rejects.toThrow('emailTaken')
})
