/** The second step of log-ins, as the tests of accounts set it up and type its codes. */
import { Secret, TOTP } from 'otpauth'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import type { TestServer } from '../../../test/support/test-server.ts'
import { signedIn } from './test-credentials.ts'
import { password } from './test-sign-up.ts'

const stepSeconds = 30

/** What the app shows, so many steps from now. */
export function appCode({ services }: Pick<TestServer, 'services'>, key: string, steps = 0): string {
  const timestamp = services.clock().getTime() + steps * stepSeconds * 1000
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp })
}
/** No code that an app shows about now. */
export function wrongCode(server: TestServer, key: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => appCode(server, key, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!
}

export type Secured = { browser: Browser; email: string; userId: string; key: string; recoveryCodes: string[] }

/** An account that log-ins ask for a code, whose next one has not been used yet. */
export async function secured(server: TestServer): Promise<Secured> {
  const account = await signedIn(server)
  const { key } = (await account.browser.withAccess('POST', '/api/second-factor')).json
  const confirmed = await account.browser.withAccess('POST', '/api/second-factor/confirm', { code: appCode(server, key) })
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.json))
  server.moveClock(stepSeconds)
  return { ...account, key, recoveryCodes: confirmed.json.recoveryCodes }
}

export const giveCode = (browser: Browser, code: string, more: Record<string, unknown> = {}, headers = {}): Promise<Reply> =>
  browser.call('POST', '/api/log-in/second-factor', { code, ...more }, headers)

/** A browser in which the password was right. */
export async function halfWay(server: TestServer, email: string, browser = new Browser(server)): Promise<Browser> {
  const { json } = await browser.call('POST', '/combinedAuth', { email, password })
  if (json.error?.code !== 'secondFactorNeeded') throw new Error(`not half way: ${JSON.stringify(json)}`)
  return browser
}
