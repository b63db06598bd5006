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
  guest: (options?: BrowserContextOptions) => Promise<Page>
  /** A mail to an address, as soon as it is there: the n-th (1 is the first), or the first with these words in its subject or text. */
  mailTo: (address: string, which?: number | RegExp) => Promise<Email>
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

export const test = base.extend<Fixtures & { watched: RegExp[] }, { server: Server; settings: Record<string, string> }>({
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ settings }, use) => {
      const server = await startServer(settings)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from it
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
  guest: async ({ browser, baseURL, complaints, watched }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, locale: 'en-US', viewport: { width: 1440, height: 900 }, ...options })
      watch(context, complaints, watched)
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  mailTo: async ({ server }, use) => use((address, which = 1) => server.mailTo(address, which)),
})

export { expect }

/** Few journeys are part of `npm test`, one for each way that files or money can go wrong; all others are part of the long suite. */
export const inGate = (is = true): { tag?: string } => (is ? { tag: '@gate' } : {})

let counter = 0
/** An address that no other test uses. */
export const someone = (name: string): string => `${name}.${process.pid}.${Date.now()}.${++counter}@example.com`

/** What has to be in a mail: nothing is never taken for it. */
function found(pattern: RegExp, text = ''): string {
  const [whole, part = whole] = pattern.exec(text) ?? []
  if (!part) throw new Error(`no ${pattern} in: ${text}`)
  return part
}

/** The code of the verify mail. */
export const codeIn = (mail: Email): string => found(/\b([0-9A-HJKMNP-TV-Z]{5})\b/, mail.subject)

/** The personal link of a mail to a recipient. */
export const linkIn = (mail: Email): string => found(/https?:\/\/[^\s"]+\/d\/[^\s"<]+/, mail.text)

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
