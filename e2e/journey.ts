/** What every journey has: a running server, mails, and watchers that let no page complain unheard. */
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import type { Email } from 'postal-mime'
import { type Server, startServer } from './server.ts'

type Complaints = {
  /** Errors in the console, broken policies, faults of scripts: none may be left when the test ends. */
  heard: string[]
  /** A refusal that the test provokes shows up in the console as a failed load: those of these addresses are meant. */
  expectFailed: (address: RegExp) => void
}

type Fixtures = {
  complaints: Complaints
  /** Somebody else at another device: a context of its own. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>
  /** Waits for the n-th mail (1 is the first) to an address. */
  mailTo: (address: string, nth?: number) => Promise<Email>
}

function watch(context: BrowserContext, complaints: Complaints, meant: RegExp[]): void {
  context.on('weberror', (error) => void complaints.heard.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() !== 'error' && !/content security policy/i.test(message.text())) return
    const address = message.location().url
    if (/^Failed to load resource/.test(message.text()) && meant.some((pattern) => pattern.test(address))) return
    complaints.heard.push(`${message.text()} (${address})`)
  })
}

export const test = base.extend<Fixtures & { watched: RegExp[] }, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from it
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  watched: async ({}, use) => use([]),
  complaints: [
    async ({ watched }, use) => {
      const heard: string[] = []
      await use({ heard, expectFailed: (address) => void watched.push(address) })
      expect(heard, 'what the pages complained about').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, complaints, watched }, use) => {
    watch(context, complaints, watched)
    await use(context)
  },
  visitor: async ({ browser, baseURL, complaints, watched }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, locale: 'en-US', viewport: { width: 1440, height: 900 }, ...options })
      watch(context, complaints, watched)
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  mailTo: async ({ server }, use) =>
    use(async (address, nth = 1) => {
      await expect.poll(async () => (await server.mailsTo(address)).length, `mails to ${address}`).toBeGreaterThanOrEqual(nth)
      return (await server.mailsTo(address))[nth - 1]!
    }),
})

export { expect }

let counter = 0
/** An address that no other test uses. */
export const someone = (name: string): string => `${name}.${process.pid}.${Date.now()}.${++counter}@example.com`

/** The code of the verify mail. */
export const codeIn = (mail: Email): string => /\b([0-9A-HJKMNP-TV-Z]{5})\b/.exec(mail.subject ?? '')?.[1] ?? ''

/** The personal link of a mail to a recipient. */
export const linkIn = (mail: Email): string => /https?:\/\/[^\s"]+\/d\/[^\s"<]+/.exec(mail.text ?? '')?.[0] ?? ''

/** Counts what moves sideways from the next page on: a shake of 380 ms is over before one could look at it. */
export async function countShakes(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { animate } = Element.prototype
    Object.assign(window, { shakes: 0 })
    Element.prototype.animate = function (keyframes, options) {
      if (JSON.stringify(keyframes).includes('translateX')) (window as unknown as { shakes: number }).shakes++
      return animate.call(this, keyframes, options)
    }
  })
  return () => page.evaluate(() => (window as unknown as { shakes: number }).shakes)
}
