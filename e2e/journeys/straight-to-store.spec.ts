/** Files that go from the page straight into a bucket at another origin (O3), by the rules that the doctor prints; and past it where there are none. */
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import type { CorsRule } from '../../apps/server/test/support/s3/cors.ts'
import { type S3Double, startS3Double } from '../../apps/server/test/support/s3/s3-double.ts'
import { bucketSettings } from '../../apps/server/test/support/s3/settings.ts'
import { download, downloadPage } from '../download-page.ts'
import { makeFiles, sha256 } from '../files.ts'
import { test as base, expect, linkIn, someone } from '../journey.ts'
import { receivedHashes } from '../measure/received.ts'
import { openPage } from '../open-page.ts'
import { enterCode, type SendCard, sendCard } from '../send-card.ts'
import type { Server } from '../server.ts'
import type { Language } from '../words.ts'

const test = base.extend<object, { store: S3Double }>({
  store: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from it
    async ({}, use) => {
      const store = await startS3Double()
      await use(store)
      await store.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ store }, use) =>
      use({ ...{ STORE: 's3', STORE_SEALED: 'no', STORE_DIRECT: 'yes' }, ...bucketSettings(store.settings) }),
    { scope: 'worker' },
  ],
})

/** What an operator who asks the doctor is told to set in the bucket. */
async function rulesOfDoctor(server: Server, settings: Record<string, string>): Promise<CorsRule[]> {
  const program = path.resolve(import.meta.dirname, '../../sampan')
  const { port } = new URL(server.url)
  const env = { PATH: process.env.PATH, DATA_DIR: server.dataDir, PUBLIC_URL: server.url, PORT: port, ...settings }
  const said = await promisify(execFile)(process.execPath, [program, 'doctor', '--quick', '--json'], { env }).catch(
    (error) => error,
  )
  const lines: string[] = JSON.parse(said.stdout).flatMap(({ change = [] }: { change?: string[] }) => change)
  return JSON.parse(lines.find((line) => line.startsWith('CORS: '))!.slice('CORS: '.length))
}

const mib = 1024 * 1024
/** The end of the film is too small for the bucket, and so is the note. */
const contents = { 'film.bin': 33 * mib, 'note.txt': 'hello' }

/**
 * Parts are as large from the first on as they become on a good line: how fast this machine is does not decide which way they go. In the
 * page, because what a test catches on its way is not asked about by the browser any more.
 */
const makePartsLarge = (page: Page) =>
  page.addInitScript((partSize) => {
    const call = window.fetch
    window.fetch = async (input, init) => {
      const reply = await call(input, init)
      if (!reply.ok || !/\/api\/uploads$/.test(reply.url)) return reply
      const plan: { blobs: { via: string; partSize: number }[] } = await reply.json()
      for (const blob of plan.blobs) if (blob.via === 'store') blob.partSize = partSize
      return Response.json(plan, { status: reply.status, headers: { 'x-request-id': reply.headers.get('x-request-id') ?? '' } })
    }
  }, 8 * mib)

/** What the page sends, by where it goes. */
function watchWays(page: Page, store: S3Double) {
  const ways = { store: 0, server: 0 }
  page.on('requestfinished', async (request) => {
    if (request.method() !== 'PUT') return
    const isDirect = request.url().startsWith(store.settings.endpoint)
    const status = (await request.response())?.status()
    if (isDirect ? status === 200 : status === 204) ways[isDirect ? 'store' : 'server']++
  })
  return ways
}

async function send(card: SendCard, files: string[]) {
  await makePartsLarge(card.page)
  const [sender, reader] = [someone('sender'), someone('reader')]
  await card.open()
  await card.fileInput.setInputFiles(files)
  await card.addPeople(reader)
  await card.sender.fill(sender)
  await card.send.click()
  await enterCode(card, sender)
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
  return reader
}

async function expectWhole(page: Page, link: string, hashes: Record<string, string>, language: Language): Promise<void> {
  await openPage(page, link)
  const reading = downloadPage(page, language)
  for (const [name, hash] of Object.entries(hashes)) {
    const { bytes } = await download(page, () => reading.file(name).click())
    expect(sha256(bytes), name).toBe(hash)
  }
}

for (const language of ['en', 'zh'] as const)
  test.describe(`O3 ${language}`, () => {
    test.use({
      locale: language === 'zh' ? 'zh-CN' : 'en-US',
      viewport: language === 'zh' ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    })

    test(`O3 by the rules that the doctor prints, a page sends straight into the bucket, and what comes back is what was sent: ${language}`, async ({
      page,
      server,
      settings,
      store,
      mailTo,
      guest,
    }) => {
      store.cors = []
      const rules = await rulesOfDoctor(server, settings)
      store.cors = rules
      const made = await makeFiles(contents)
      const ways = watchWays(page, store)
      const before = store.preflights.length
      const card = sendCard(page, server, language)
      const reader = await send(card, Object.keys(contents).map(made.at))
      expect(ways.store, 'parts that went into the bucket').toBeGreaterThan(0)
      expect(ways.server, 'parts that were too small for that').toBeGreaterThan(0)
      // Nothing else is needed, and nothing less.
      const asked = store.preflights.slice(before)
      expect(asked.length).toBeGreaterThan(0)
      for (const headers of asked) {
        expect(headers.origin).toBe(server.url)
        expect(headers['access-control-request-method']).toBe('PUT')
        expect(headers['access-control-request-headers']).toBe(rules[0]!.AllowedHeaders!.join())
      }
      const { lang, ...looks } = { lang: language === 'zh' ? 'zh-CN' : 'en-US', viewport: page.viewportSize() }
      await expectWhole(await guest({ locale: lang, ...looks }), linkIn(await mailTo(reader)), made.hashes, language)
    })

    for (const [what, cors] of [
      ['knows nothing of the page', []],
      [
        'lets in others alone',
        [{ AllowedOrigins: ['https://other.example.com'], AllowedMethods: ['PUT'], AllowedHeaders: ['*'] }],
      ],
    ] as const)
      test(`O3 U5 a bucket that ${what} costs two tries, and whoever sends notices nothing: ${language}`, async ({
        page,
        server,
        store,
        complaints,
        mailTo,
      }) => {
        store.cors = cors as readonly CorsRule[] as CorsRule[]
        complaints.expectFailed(new RegExp(`^${store.settings.endpoint}`))
        const made = await makeFiles(contents)
        const ways = watchWays(page, store)
        const before = store.preflights.length
        const card = sendCard(page, server, language)
        const seen = await watchWords(page)
        const reader = await send(card, Object.keys(contents).map(made.at))
        expect(ways.store).toBe(0)
        expect(store.preflights.length - before, 'tries before it gave up').toBeGreaterThanOrEqual(2)
        const words = await seen()
        expect(words).toContain(card.t('send.doneTitle'))
        for (const word of ['reconnecting', 'serverAway', 'lineAway', 'slowNetwork', 'uploadFailed'])
          expect(words, word).not.toContain(card.t(`send.${word}`))
        // The browser tells its console, and nobody else.
        const told = complaints.heard.splice(0)
        expect(told.filter((text) => !/blocked by CORS policy/.test(text))).toEqual([])
        expect(told.length).toBeGreaterThan(0)
        expect(await receivedHashes(linkIn(await mailTo(reader)))).toEqual(new Map(Object.entries(made.hashes)))
      })
  })

/** All words that the page has shown from its first moment on. */
async function watchWords(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const all = new Set<string>()
    const look = () => all.add(document.body?.textContent ?? '')
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { shownWords: () => [...all].join('\n') })
  })
  return () => page.evaluate(() => (window as unknown as { shownWords: () => string }).shownWords())
}

test('O3 R35 pages reach their own server and the bucket, and nobody else', async ({ page, server, store, complaints }) => {
  store.cors = [{ AllowedOrigins: ['*'], AllowedMethods: ['GET', 'PUT'], AllowedHeaders: ['*'] }]
  const other = createServer((_, response) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end('here'))
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
  const reply = await openPage(page, '/')
  const policy = (await reply!.headerValue('content-security-policy'))!
  const ofStore = policy.split('; ').filter((line) => line.includes(store.settings.endpoint))
  expect(ofStore).toEqual([`connect-src 'self' ${store.settings.endpoint}`])
  const reach = (url: string) =>
    page.evaluate(
      (at) =>
        fetch(at).then(
          () => 'reached',
          () => 'refused',
        ),
      url,
    )
  complaints.expectFailed(/./)
  // Without a signature there is nothing to be had, but it may ask.
  expect(await reach(`${store.settings.endpoint}/files/x`)).toBe('reached')
  expect(await reach(elsewhere)).toBe('refused')
  const asked = await page.evaluate(
    (at) =>
      new Promise<boolean>((resolve) => {
        const image = new Image()
        image.onload = () => resolve(true)
        image.onerror = () => resolve(false)
        image.src = at
      }),
    `${store.settings.endpoint}/files/x.png`,
  )
  expect(asked).toBe(false)
  expect(complaints.heard.splice(0).filter((text) => !/Content Security Policy/i.test(text))).toEqual([])
  expect(server.logs.filter((line) => line.includes('STORE_DIRECT is off'))).toEqual([])
  await new Promise((resolve) => other.close(resolve))
})
