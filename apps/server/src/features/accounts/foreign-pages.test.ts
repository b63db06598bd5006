import { cookies } from '@sampan/contract/cookies'
import { routes } from '@sampan/contract/routes/index'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../../test/support/sender.ts'
import { stateOf } from '../../../test/support/state-dump.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { address, password, verified } from './test-sign-up.ts'

const email = address()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await new Browser(server).signUp(email)
})
afterAll(() => server?.close())

const evil: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', 'content-type': 'text/plain' },
]

async function signedIn() {
  const browser = new Browser(server)
  await browser.logIn(email)
  return { browser, email }
}

describe('a page of somebody else', () => {
  const guarded = routes.filter(
    ({ who, method }) =>
      who === 'sameOrigin' || (method !== 'GET' && (who === 'browser' || who === 'user' || who === 'operator')),
  )
  let browser: Browser
  let before: Awaited<ReturnType<typeof stateOf>>
  beforeAll(async () => {
    browser = (await signedIn()).browser
    before = await stateOf(server)
  })
  test.each(guarded.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'R22 brings nothing about: %s',
    async (_, route) => {
      const path = route.path.replace(/:\w+/g, 'x')
      for (const headers of evil) {
        const body = route.method === 'GET' ? undefined : { fullName: 'Mallory' }
        const { status, json } = await browser.withAccess(route.method, path, body, { 'x-sampan': 'web', ...headers })
        expect([status, json.error.code]).toEqual([404, 'notYours'])
      }
      expect(await stateOf(server)).toEqual(before)
    },
  )

  test('R22 signs nobody in or up, even with all that it takes', async () => {
    const [{ email }, up] = [await signedIn(), await verified(server)]
    const before = await stateOf(server)
    for (const headers of evil) {
      expect((await new Browser(server).call('POST', '/combinedAuth', { email, password }, headers)).status).toBe(404)
      expect((await up.browser.call('POST', '/signup2', { email: up.email, password }, headers)).status).toBe(404)
    }
    expect(await stateOf(server)).toEqual(before)
  })

  test.each(['/refreshToken', '/logout'])('R22 an image of %s, from a browser that tells nothing, does nothing', async (path) => {
    const { browser } = await signedIn()
    const before = await stateOf(server)
    expect((await browser.call('GET', path)).status).toBe(404)
    expect(await stateOf(server)).toEqual(before)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'R22 a form of type %s is no JSON',
    async (type) => {
      const { email } = await signedIn()
      const before = await stateOf(server)
      const reply = await new Browser(server).call('POST', '/combinedAuth', { email, password }, { 'content-type': type })
      expect([400, 415]).toContain(reply.status)
      expect(await stateOf(server)).toEqual(before)
    },
  )
})

describe('our own pages', () => {
  test.each([{ 'sec-fetch-site': 'same-origin' }, { origin: () => server.url }, { origin: () => 'http://localhost:0' }])(
    'R22 do what they ask: case %#',
    async (marks) => {
      const headers = Object.fromEntries(
        Object.entries(marks).map(([name, value]) => [name, typeof value === 'function' ? value() : value]),
      )
      const { browser, email } = await signedIn()
      expect((await browser.call('POST', '/combinedAuth', { email, password }, headers)).status).toBe(200)
      expect((await browser.call('GET', '/refreshToken', undefined, headers)).status).toBe(200)
      expect((await browser.call('GET', '/logout', undefined, headers)).status).toBe(200)
    },
  )
})

describe('cookies', () => {
  const lineOf = (lines: string[], name: string) =>
    lines
      .find((line) => line.startsWith(`${name}=`))!
      .split('; ')
      .slice(1)
  const cases = [
    ['https://files.example.com', '__Host-', ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']],
    ['http://files.example.com', '', ['HttpOnly', 'Path=/', 'SameSite=Lax']],
  ] as const
  test.each(cases)('R22 at %s carry the prefix "%s" and %j', async (publicUrl, prefix, attributes) => {
    const https = await startTestServer({ PUBLIC_URL: publicUrl })
    try {
      const lines: string[] = []
      class Watched extends Browser {
        override async call(...args: Parameters<Browser['call']>) {
          const reply = await super.call(...args)
          lines.push(...reply.headers.getSetCookie())
          return reply
        }
      }
      const browser = new Watched(https)
      await browser.signUp(address())
      for (const cookie of [cookies.browser, cookies.signUpTicket, cookies.refresh]) {
        const given = lineOf(lines, prefix + cookie.name)
        expect(given.filter((each) => !each.startsWith('Max-Age')).sort()).toEqual(attributes)
        expect(given).toContain(`Max-Age=${cookie.maxAgeSeconds}`)
      }
      expect([...browser.jar.keys()].sort()).toEqual([cookies.browser, cookies.refresh].map(({ name }) => prefix + name).sort())
      lines.length = 0
      await browser.call('GET', '/logout', undefined, { 'x-sampan': 'web' })
      expect(lineOf(lines, prefix + cookies.refresh.name)).toEqual(expect.arrayContaining([...attributes]))
      expect(browser.jar.has(prefix + cookies.refresh.name)).toBe(false)
    } finally {
      await https.close()
    }
  })
})
