/** A link that lives while its sender still uploads: what is ready is downloaded, the rest appears by itself (D8). */
import type { Page } from '@playwright/test'
import { languageCookie } from '../../packages/contract/src/cookies.ts'
import { badLine, changeOnce } from '../bad-line.ts'
import { download, downloadPage } from '../download-page.ts'
import { makeFiles, sha256 } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, test } from '../journey.ts'
import { sendCard } from '../send-card.ts'
import type { Server } from '../server.ts'
import { signIn } from '../signed-in.ts'
import { unzip } from '../unzip.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

/** Of this file only the first part leaves, until the others are let go. */
async function holdFile(page: Page, name: string): Promise<() => void> {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const held = new Set<string>()
  await page.route(/\/api\/uploads$/, async (route) => {
    const response = await route.fetch()
    const plan = await response.json()
    const file = plan.files?.find(({ path }: { path: string }) => path === name)
    if (file) held.add(file.blobId)
    await route.fulfill({ response })
  })
  await page.route('**/api/uploads/*/blobs/*', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    if (held.has(pathname.split('/').at(-1)!) && searchParams.get('offset') !== '0') await free
    await route.continue().catch(() => {})
  })
  return letGo
}

/** Reads over a slow line, kills the server in the middle, and goes on at the same byte once it is back. */
async function killWhileReading(server: Server, href: URL): Promise<Buffer> {
  const line = await badLine(server, { bytesPerSecond: { down: 2_000_000 }, pipeBytes: 65_536 })
  const first = await fetch(new URL(href.pathname + href.search, line.url))
  const pieces: Uint8Array[] = []
  const reading = (async () => {
    for await (const piece of first.body!) pieces.push(piece as Uint8Array)
  })().catch(() => 'broken')
  const had = () => Buffer.concat(pieces)
  await changeOnce(line, async () => had().length > 1_000_000, { hold: { down: true } })
  await server.kill()
  line.act({ all: 'cut' })
  expect(await reading).toBe('broken')
  await server.restart()
  await line.stop()
  const range = { range: `bytes=${had().length}-`, 'if-range': first.headers.get('etag')! }
  const again = await fetch(href, { headers: range })
  expect(again.status).toBe(206)
  return Buffer.concat([had(), Buffer.from(await again.arrayBuffer())])
}

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })

    test(
      `D8 D2 a reader downloads what is ready, then everything, on one page (${language})`,
      inGate(locale === 'zh-CN' && viewport.width < 500),
      async ({ page, context, server, guest, complaints }) => {
        // Of the sender's page and of the reader's, while the server is down.
        complaints.expectFailed(/\/(?:api\/(?:uploads|transfers|live)|notifications|refreshToken|folderSize)(?:[/?]|$)/)
        // Two pages, an upload, and both themes of both of its ends.
        const { email } = await signIn(context, server)
        await context.addCookies([{ name: languageCookie.name, value: language, url: server.url }])
        const made = await makeFiles({ 'note.txt': 8_000_000, 'film.mov': 9_000_000 })
        const letGo = await holdFile(page, 'film.mov')
        const card = sendCard(page, server, language)
        await page.goto('/dash/send')
        await card.fileInput.setInputFiles([made.at('note.txt'), made.at('film.mov')])
        await card.sendAs('byLink').check()
        await card.send.click()
        const live = async () =>
          (await server.sql(`select slug from transfers where sender_email = $1 and state = 'uploading'`, [email]))[0]?.slug
        await expect.poll(live, 'the link that lives').toBeTruthy()

        const view = downloadPage(await guest({ locale, viewport }), language)
        const { t } = view
        await view.page.goto(`/w/${await live()}`)
        await expect(view.heading).toContainText(t('download.sendingYou', { sender: '', count: 2, number: 2 }).trim())
        await expect(view.row('note.txt')).toContainText(t('download.ready'))
        await expect(view.row('film.mov')).toContainText(new RegExp(t('download.arrivingPercent', { percent: '\\d+' })))
        await expect(view.file('film.mov')).toHaveCount(0)
        expect(Number(await view.article.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeGreaterThan(0)
        await expectGood(view.page, 'a live link')
        const early = await download(view.page, () => view.file('note.txt').click())
        expect([early.name, sha256(early.bytes)]).toEqual(['note.txt', made.hashes['note.txt']])
        // Its bytes are on their way when the server is killed; the same address goes on with the rest.
        if (language === 'en') {
          const href = new URL((await view.file('note.txt').getAttribute('href'))!, server.url)
          const rest = await killWhileReading(server, href)
          expect(sha256(rest)).toBe(made.hashes['note.txt'])
        }
        await view.box('film.mov').check()
        await expect(view.article.getByRole('button', { name: t('download.nothingReady') })).toBeDisabled()
        await view.box('note.txt').check()
        await expect(view.primary).toHaveText(t('download.downloadReady', { count: 1, number: 1, size: '8 MB' }))

        letGo()
        await expect(view.article).toContainText(t('download.allHere'))
        await expect(view.box('film.mov')).toBeChecked()
        await expect(view.heading).toContainText(t('download.sentYou', { sender: '', count: 2, number: 2 }).trim())
        await expectGood(view.page, 'all here')
        await expect(view.primary).toHaveText(t('download.downloadChosen', { count: 2, number: 2, size: '17 MB' }))
        const all = await download(view.page, () => view.primary.click())
        const hashes = Object.fromEntries([...unzip(all.bytes)].map(([path, bytes]) => [path, sha256(bytes!)]))
        expect(hashes).toEqual(made.hashes)
      },
    )
  })
}
