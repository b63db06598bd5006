import { rateLimits } from '@sampan/contract/rate-limits'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { address, ask, verify } from './test-sign-up.ts'

const { emailTakenNetwork, signUpNetwork, codeAddressBrowser } = rateLimits

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMITS: 'codeNetwork=1000/3600,codeAddress=1000/3600,codeAddressNetwork=1000/3600,codeMailboxDay=1000/3600',
  })
})
afterAll(() => server?.close())

let networks = 0
let from: Record<string, string>
/** Every test comes from a network address of its own. */
const moveOn = () => {
  from = { 'x-forwarded-for': `203.0.113.${++networks}` }
}
beforeEach(moveOn)
const guest = () => new Browser(server, from)
const askConcurrently = (email: string, times: number) => Promise.all(Array.from({ length: times }, () => ask(guest(), email)))
const count = (replies: Reply[], status: number) => replies.filter((reply) => reply.status === status).length

async function taken(more: Record<string, unknown> = {}): Promise<string> {
  const email = address()
  await new Browser(server, { 'x-forwarded-for': `198.51.100.${++networks}` }).signUp(email, undefined, more)
  return email
}
/** After this the network address hears of no account any more. */
const useUp = async () =>
  expect(count(await askConcurrently(await taken(), emailTakenNetwork.max), 409)).toBe(emailTakenNetwork.max)

test('R20 a network address hears of 5 accounts an hour, also when 12 calls race', async () => {
  const email = await taken()
  const replies = await askConcurrently(email, 12)
  expect([count(replies, 409), count(replies, 200)]).toEqual([emailTakenNetwork.max, 12 - emailTakenNetwork.max])
  server.moveClock(emailTakenNetwork.windowSeconds + 1)
  expect((await ask(guest(), email)).status).toBe(409)
})

test('R20 then a taken address answers like a free one: bodies, limits and wrong codes', async () => {
  await useUp()
  const shapeOf = ({ status, json }: Reply) =>
    JSON.stringify([
      status,
      {
        ...json,
        ...(json.expiresAt && { expiresAt: '' }),
        ...(json.error && { error: { ...json.error, requestId: '', message: '', details: {}, retryAfterSeconds: 0 } }),
      },
    ])
  const answers: Record<'taken' | 'free', string[]> = { taken: [], free: [] }
  const addresses = { taken: await taken(), free: address() }
  for (const kind of ['taken', 'free'] as const) {
    const browser = guest()
    for (let time = 0; time <= codeAddressBrowser.max; time++) answers[kind].push(shapeOf(await ask(browser, addresses[kind])))
    answers[kind].push(shapeOf(await verify(browser, addresses[kind], 'AAAAA')))
  }
  expect(answers.taken).toEqual(answers.free)
  // Mailed, too often, wrong.
  expect(new Set(answers.taken).size).toBe(3)
})

test('R20 and its owner is told by mail to log in, in the language of the account', async () => {
  await useUp()
  const [english, chinese] = [await taken(), await taken({ lang: 'zh' })]
  const browser = guest()
  for (const email of [english, chinese])
    expect(await ask(browser, email)).toMatchObject({ status: 200, json: { verified: false } })
  const mail = await server.mailTo(english, 2)
  expect(mail.subject).toBe('You already have an account with Sampan')
  expect(mail.text).toContain('You already have an account: log in')
  expect(mail.text).toMatch(/\/login$/m)
  expect((await server.mailTo(chinese, 2)).text).toContain('您已经有账户了，请直接登录')
})

test('R20 a network address gets 30 sign-ups an hour', async () => {
  const replies = await Promise.all(Array.from({ length: signUpNetwork.max + 4 }, () => ask(guest(), address())))
  expect([count(replies, 200), count(replies, 429)]).toEqual([signUpNetwork.max, 4])
})
