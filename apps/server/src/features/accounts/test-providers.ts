/** Log-ins by a provider, as the tests of accounts make them. */
import type { Browser, Reply } from '../../../test/support/sender.ts'
import { clientOfTests, type Person, type RealProvider, Visitor } from '../../../test/support/sign-in-provider.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

export const origin = 'http://sampan.test'
export const settingsOf = (id: string, issuer: string, more: Record<string, string> = {}): Record<string, string> => {
  const of = (name: string) => `OIDC_${id.toUpperCase()}_${name}`
  return {
    [of('ISSUER')]: issuer,
    [of('CLIENT_ID')]: clientOfTests.id,
    [of('CLIENT_SECRET')]: clientOfTests.secret,
    [of('NAME')]: id[0]!.toUpperCase() + id.slice(1),
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [of(name), value])),
  }
}
export const doneAt = (id: string): string => `${origin}/sign-in/${id}/done`

export const rates = 'signUpNetwork=1000/3600,codeNetwork=1000/3600,loginNetwork=1000/60,signInNetwork=10000/60'
export const startSignIn = (env: Record<string, string>): Promise<TestServer> =>
  startTestServer({ PUBLIC_URL: origin, RATE_LIMITS: rates, ...env })

/** Where a reply leads to; its path and query, or the whole address of another site. */
export const placeOf = ({ headers }: Reply): string => headers.get('location') ?? ''
export const refusalOf = (reply: Reply): string | null => new URL(placeOf(reply), origin).searchParams.get('refused')

export const begin = async (browser: Browser, id: string, next = ''): Promise<string> =>
  placeOf(await browser.call('GET', `/sign-in/${id}${next && `?next=${encodeURIComponent(next)}`}`))
export const comeBack = (browser: Browser, { pathname, search }: URL): Promise<Reply> => browser.call('GET', pathname + search)

/** The whole way; the browser is signed in where the provider's word was enough. */
export async function logInBy(
  provider: RealProvider,
  browser: Browser,
  person: Person,
  { id = 'acme', next = '', visitor = new Visitor() } = {},
): Promise<Reply> {
  provider.person = person
  const reply = await comeBack(browser, await visitor.walk(await begin(browser, id, next)))
  await takeSession(browser)
  return reply
}

/** As the page does that one comes to. */
export async function takeSession(browser: Browser): Promise<boolean> {
  const { status, json } = await browser.refresh()
  if (status !== 200) return false
  browser.accessToken = json.accessToken
  browser.user = json.user
  return true
}

let people = 0
/** Somebody whom a provider vouches for. */
export const somebody = (more: Record<string, unknown> = {}): Person & { email: string } => {
  people += 1
  return { sub: `person-${people}`, email: `person-${people}@example.com`, email_verified: true, name: 'Mei Lin', ...more }
}

/** By somebody who is logged in: where it leads to. */
export async function connectHere(provider: RealProvider, browser: Browser, person: Person): Promise<Reply> {
  provider.person = person
  const { status, json } = await browser.withAccess('POST', '/api/sign-in-providers/begin', { provider: 'acme' })
  if (status !== 200) throw new Error(JSON.stringify(json))
  return comeBack(browser, await new Visitor().walk(json.address))
}
