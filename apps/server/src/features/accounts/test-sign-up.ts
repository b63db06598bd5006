/** Signing up, as the tests of accounts ask for it. */
import { Browser, type Reply } from '../../../test/support/sender.ts'
import type { TestServer } from '../../../test/support/test-server.ts'

let names = 0
export const address = (): string => `mei${++names}@example.com`
export const password = 'a sampan at dusk'

export const ask = (browser: Browser, email: string): Promise<Reply> => browser.call('POST', '/newsignupverify', { email })
export const verify = (browser: Browser, email: string, verifyComplete: string): Promise<Reply> =>
  browser.call('POST', '/newsignupverify', { email, verifyComplete })
export const create = (browser: Browser, email: string, more: Record<string, unknown> = {}): Promise<Reply> =>
  browser.call('POST', '/signup2', { email, password, ...more })

export async function asked(server: TestServer): Promise<{ browser: Browser; email: string; code: string }> {
  const [browser, email] = [new Browser(server), address()]
  return { browser, email, code: (await browser.askCode('/newsignupverify', email))! }
}

/** A browser that may sign up with an address. */
export async function verified(server: TestServer): Promise<{ browser: Browser; email: string }> {
  const { browser, email, code } = await asked(server)
  await verify(browser, email, code)
  return { browser, email }
}
