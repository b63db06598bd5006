/** An account and a page that is signed in with it, without going through the screens. */
import type { BrowserContext } from '@playwright/test'
import { Browser, type TestFile } from '../apps/server/test/support/sender.ts'
import type { TestServer } from '../apps/server/test/support/test-server.ts'
import { expect, someone } from './journey.ts'
import type { Server } from './server.ts'

type Options = {
  email?: string
  fullName?: string
  company?: string
  /** What the context speaks, as if the account had been made on its pages. */
  lang?: 'en' | 'zh'
  /** The dialog that greets a new account is over already, unless a journey is about it. */
  isOnboarded?: boolean
}

/** The account's own calls, beside the page. */
export type Account = { email: string; userId: string; browser: Browser }

const textFile: TestFile = { path: 'note.txt', bytes: Buffer.from('hello') }

function browserAt(server: Server): Browser {
  const mailTo = async (address: string, nth = 1) => {
    await expect.poll(async () => (await server.mailsTo(address)).length, `mails to ${address}`).toBeGreaterThanOrEqual(nth)
    return (await server.mailsTo(address))[nth - 1]!
  }
  return new Browser({ url: server.url, mailsTo: server.mailsTo, mailTo } as unknown as TestServer)
}

const languageOf = async (context: BrowserContext): Promise<'en' | 'zh'> =>
  (await context.pages()[0]?.evaluate(() => navigator.language))?.startsWith('zh') ? 'zh' : 'en'

/** A new account that no page belongs to yet. */
export async function makeAccount(server: Server, options: Options = {}): Promise<Account> {
  const { email = someone('owner'), isOnboarded = true, ...profile } = options
  const browser = browserAt(server)
  const user = await browser.signUp(email, undefined, profile)
  if (isOnboarded) await browser.withAccess('POST', '/updateProfile', { finished_onboarding: true })
  return { email, userId: user._id, browser }
}

/** A new account; every page of the context then belongs to it. */
export async function signIn(context: BrowserContext, server: Server, options: Options = {}): Promise<Account> {
  const made = await makeAccount(server, { lang: await languageOf(context), ...options })
  // The page gets a session of its own: this browser's refresh token stays the one that only it uses.
  const page = browserAt(server)
  await page.logIn(made.email)
  await context.addCookies([...page.jar].map(([name, value]) => ({ name, value, url: server.url })))
  await context.addInitScript(() => {
    // Not in the frames without an address that judging a page brings in, nor in those of previews, which belong to no origin.
    if (location.protocol === 'about:' || window.origin === 'null') return
    if (!sessionStorage.getItem('signed-in')) localStorage.setItem('ssid', '1')
    sessionStorage.setItem('signed-in', '1')
  })
  return made
}

/** A transfer that the account has sent already; its slug. */
export async function sendAs(account: Account, more: Record<string, unknown> = {}, files = [textFile]): Promise<string> {
  const { browser, email } = account
  await browser.takeUserTicket()
  const created = await browser.create(files)
  expect(created.status, JSON.stringify(created.json)).toBe(201)
  await browser.putAll(created.json, files)
  const body = { slug: created.json.slug, senderEmail: email, emailTo: [{ email: someone('reader') }], ...more }
  const sent = await browser.withAccess('POST', '/quicksend2', body)
  expect(sent.status, JSON.stringify(sent.json)).toBe(200)
  return created.json.slug
}
