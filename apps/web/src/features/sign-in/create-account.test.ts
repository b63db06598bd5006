// @vitest-environment node
import { Problem } from '@sampan/contract/errors'
import type { Session } from '@sampan/contract/routes/accounts'
import { expect, test } from 'vitest'
import { createAccount, type SignUpCalls } from './create-account.ts'

const session = { accessToken: 't' } as Session
const filled = { step: 'details', email: 'a@b.cn', password: 'secret', code: '', provedEmail: null } as const

function recorded(changes: Partial<SignUpCalls> = {}) {
  const made: string[] = []
  const calls: SignUpCalls = {
    ask: async () => false,
    askAgain: async () => false,
    prove: async () => {},
    create: async () => session,
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
  return { made, calls: noted, onProved: () => void made.push('proved') }
}

test('A1 an address is asked to be proved, then the code creates the account', async () => {
  const first = recorded()
  expect(await createAccount(first.calls, filled, first.onProved)).toBeNull()
  expect(first.made).toEqual(['ask'])
  const second = recorded()
  expect(await createAccount(second.calls, { ...filled, step: 'code', code: 'AB2CD' }, second.onProved)).toBe(session)
  expect(second.made).toEqual(['prove', 'proved', 'create'])
})

test('A1 P1 a code that the address brought along proves it; one that is wrong asks for another', async () => {
  const brought = { ...filled, code: 'AB2CD' }
  const good = recorded()
  expect(await createAccount(good.calls, brought, good.onProved)).toBe(session)
  expect(good.made).toEqual(['prove', 'proved', 'create'])
  const old = recorded({ prove: async () => Promise.reject(new Problem('codeWrong')) })
  expect(await createAccount(old.calls, brought, old.onProved)).toBeNull()
  expect(old.made).toEqual(['prove', 'ask'])
})

test('A1 a verified flag skips the code', async () => {
  const { calls, made, onProved } = recorded({ ask: async () => true })
  expect(await createAccount(calls, filled, onProved)).toBe(session)
  expect(made).toEqual(['ask', 'proved', 'create'])
})

test('A1 what failed after the code is repeated without it', async () => {
  const { calls, made, onProved } = recorded()
  await createAccount(calls, { ...filled, step: 'code', code: 'AB2CD', provedEmail: filled.email }, onProved)
  expect(made).toEqual(['create'])
})

test('A1 a proof that has run out asks for a new code; any other refusal is told', async () => {
  const refusal = (code: 'addressNotVerified' | 'emailTaken') => async () => Promise.reject(new Problem(code))
  const old = recorded({ create: refusal('addressNotVerified') })
  expect(await createAccount(old.calls, { ...filled, provedEmail: filled.email }, old.onProved)).toBeNull()
  expect(old.made).toEqual(['create', 'askAgain'])
  let tries = 0
  const create = async () => (++tries === 1 ? Promise.reject(new Problem('addressNotVerified')) : session)
  const known = recorded({ create, askAgain: async () => true })
  expect(await createAccount(known.calls, { ...filled, provedEmail: filled.email }, known.onProved)).toBe(session)
  const taken = recorded({ create: refusal('emailTaken') })
  await expect(createAccount(taken.calls, { ...filled, step: 'code' }, taken.onProved)).rejects.toThrow('emailTaken')
})
