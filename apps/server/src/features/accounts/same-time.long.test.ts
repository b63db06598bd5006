/** Statistics of time, on a machine with nothing else to do: what an answer takes does not tell whether an account is there. */
import { setTimeout as sleep } from 'node:timers/promises'
import { rateLimits } from '@sampan/contract/rate-limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { passwordCost, setPasswordCost } from '../../adapters/passwords/passwords.ts'
import { address, ask } from './test-sign-up.ts'

const rules = Object.keys(rateLimits).map((rule) => (rule === 'emailTakenNetwork' ? `${rule}=1/3600` : `${rule}=100000/3600`))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: rules.join(',') }, sleep)
  setPasswordCost(passwordCost)
})
afterAll(() => server?.close())

/** Milliseconds of each kind in the middle of its calls; the kinds take turns, so that whatever else happens meets both. */
async function medians<K extends string>(
  times: number,
  calls: Record<K, (nth: number) => Promise<unknown>>,
): Promise<Record<K, number>> {
  const kinds = Object.keys(calls) as K[]
  const spent = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<K, number[]>
  for (let nth = 0; nth < times; nth++)
    for (const kind of nth % 2 ? kinds : [...kinds].reverse()) {
      const begin = performance.now()
      await calls[kind](nth)
      spent[kind].push(performance.now() - begin)
    }
  const middle = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1]!
  return Object.fromEntries(kinds.map((kind) => [kind, middle(spent[kind])])) as Record<K, number>
}

test('R20 signing up with a taken address: medians within 10 ms', async () => {
  const addresses = { taken: address(), free: address() }
  await new Browser(server).signUp(addresses.taken)
  const browser = new Browser(server)
  expect((await ask(browser, addresses.taken)).status).toBe(409)
  const { taken, free } = await medians(40, {
    taken: async () => expect((await ask(browser, addresses.taken)).status).toBe(200),
    free: async () => expect((await ask(browser, addresses.free)).status).toBe(200),
  })
  expect(Math.abs(taken - free)).toBeLessThan(10)
})

test('R20 logging in with an unknown address: most of the time is the hash, which it pays as well', async () => {
  const email = address()
  await new Browser(server).signUp(email)
  const guest = new Browser(server)
  const logIn = (typed: string) => guest.call('POST', '/combinedAuth', { email: typed, password: 'wrong' })
  const { known, unknown } = await medians(60, { known: () => logIn(email), unknown: (nth) => logIn(`nobody${nth}@example.com`) })
  expect(unknown).toBeGreaterThan(known * 0.7)
  expect(unknown).toBeLessThan(known * 1.4)
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(10, known * 0.25))
})
