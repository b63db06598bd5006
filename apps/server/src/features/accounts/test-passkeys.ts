/** Passkeys, as the tests of accounts make and use them. */
import { Authenticator } from '../../../test/support/authenticator.ts'
import type { Browser, Reply } from '../../../test/support/sender.ts'
import type { TestServer } from '../../../test/support/test-server.ts'
import { signedIn } from './test-credentials.ts'

type Wrong = { host?: string; isVerified?: boolean; type?: string; origin?: string }

export const originOf = ({ services }: TestServer): string => services.config.publicUrl

export const beginAdding = (browser: Browser): Promise<Reply> => browser.withAccess('POST', '/api/passkeys/begin')
/** A new key, or one that the device has already. */
export const add = async (browser: Browser, device: Authenticator, wrong: Wrong = {}, known?: number): Promise<Reply> => {
  const asked = (await beginAdding(browser)).json
  const passkey = device.create(asked, { origin: originOf(browser.server), ...wrong }, known)
  return browser.withAccess('POST', '/api/passkeys', { passkey })
}

export type WithPasskey = { browser: Browser; email: string; userId: string; device: Authenticator; passkeyId: string }

/** An account with a passkey. */
export async function withPasskey(server: TestServer): Promise<WithPasskey> {
  const [account, device] = [await signedIn(server), new Authenticator()]
  const { status, json } = await add(account.browser, device)
  if (status !== 201) throw new Error(JSON.stringify(json))
  return { ...account, device, passkeyId: json.passkey._id }
}

/** What the server asks of whoever logs in. */
export const question = async (browser: Browser) => (await browser.call('POST', '/api/log-in/passkey/begin')).json

export const giveAnswer = (browser: Browser, passkey: unknown, headers = {}): Promise<Reply> =>
  browser.call('POST', '/api/log-in/passkey', { passkey }, headers)

/** Both steps of a log-in in a browser; the session's token is the browser's. */
export async function enterBy(device: Authenticator, browser: Browser, wrong: Wrong = {}): Promise<Reply> {
  const asked = await question(browser)
  const reply = await giveAnswer(browser, device.answer(asked, { origin: originOf(browser.server), ...wrong }))
  if (reply.status === 200) browser.accessToken = reply.json.accessToken
  return reply
}
