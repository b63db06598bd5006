/** Takes the screens of the public pages and writes them where the pages have them, as AVIF and WebP. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { Supplier } from '../../apps/server/test/support/supplier.ts'
import type { TestServer } from '../../apps/server/test/support/test-server.ts'
import { expect, linkIn, test } from '../journey.ts'
import { sendCard } from '../send-card.ts'
import type { Server } from '../server.ts'
import { type Account, sendAs, signIn } from '../signed-in.ts'
import { examples, places } from './example.ts'

const folder = path.resolve(import.meta.dirname, '../../apps/web/public/screens')
const size = { width: 1120, height: 700 }

test.use({
  settings: { TRUST_PROXY: '127.0.0.1', BILLING: 'off', SUPPORT_EMAIL: '' },
  viewport: size,
  deviceScaleFactor: 1280 / 1120,
  colorScheme: 'light',
  reducedMotion: 'reduce',
})

async function write(name: string, png: Buffer): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const whole = () => sharp(png).resize(1280, 800, { fit: 'cover', position: 'top' })
  await whole()
    .avif({ quality: 52, effort: 4 })
    .toFile(path.join(folder, `${name}-1280.avif`))
  await whole()
    .webp({ quality: 72, effort: 4 })
    .toFile(path.join(folder, `${name}-1280.webp`))
  await whole()
    .resize(640)
    .avif({ quality: 52, effort: 4 })
    .toFile(path.join(folder, `${name}-640.avif`))
}

/** As it is once these words are there and nothing is on its way any more. */
async function shoot(page: Page, words: string): Promise<Buffer> {
  await expect(page.locator('.dash-waiting')).toHaveCount(0)
  await expect(page.getByText(words).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  })
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}

/** This recipient downloads every file, from a place of their own. */
async function downloadFrom(server: Server, link: string, place: string): Promise<void> {
  const [, , slug, user] = new URL(link, server.url).pathname.split('/') as [string, string, string, string]
  const headers = { 'x-forwarded-for': place }
  const view = await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`, { headers })).json()
  const query = new URLSearchParams({ user, dl: view.dl })
  for (const { fileId } of view.files) {
    const reply = await fetch(`${server.url}/api/transfers/${slug}/files/${fileId}?${query}`, { headers })
    await reply.arrayBuffer()
  }
}

async function askForPapers(server: Server, account: Account, { request }: (typeof examples)['en' | 'zh'], mailTo: MailTo) {
  const { status, json } = await account.browser.withAccess('POST', '/api/requests', {
    title: request.title,
    message: request.message,
    documents: request.documents.map((name) => ({ name })),
    sendAs: 'email',
    emailTo: request.suppliers.map(([email, name]) => ({ email, name })),
    dueAt: Date.now() + 5 * 86_400_000,
  })
  expect(status, JSON.stringify(json)).toBe(201)
  const pages: string[] = []
  for (const [at, [email]] of request.suppliers.entries()) {
    const text = (await mailTo(email)).text ?? ''
    const link = new URL(/https?:\/\/[^\s"]+\/r\/[^\s"<]+/.exec(text)![0]).pathname
    pages.push(link)
    const supplier = new Supplier({ url: server.url } as TestServer, link)
    const { documents } = (await supplier.look()).json
    // The first has sent all but one, the second half, the third nothing yet.
    const given = documents.slice(0, [3, 2, 0][at])
    if (given.length === 0) continue
    const files = given.map(({ name }: { name: string }) => ({ path: `${name}.pdf`, bytes: Buffer.alloc(400_000, name) }))
    const byPath = Object.fromEntries(given.map(({ _id, name }: { _id: string; name: string }) => [`${name}.pdf`, _id]))
    expect((await supplier.sendFiles(files, byPath)).status).toBe(200)
  }
  return { slug: json.request.slug as string, page: pages[1]! }
}

type MailTo = (address: string, which?: number | RegExp) => Promise<{ text?: string | undefined }>

for (const language of ['en', 'zh'] as const)
  test.describe(language, () => {
    test.use({ locale: language === 'zh' ? 'zh-CN' : 'en-US' })

    test(`screens in ${language}`, async ({ page, server, guest, mailTo, context, complaints }) => {
      // Those that are about to be taken may be missing on the home page.
      complaints.expectFailed(/\/screens\//)
      const example = examples[language]
      const save = async (name: string, words: string, from: Page = page) =>
        write(`${name}-${language}`, await shoot(from, words))
      const [title] = example.sent[0]
      const account = await signIn(context, server, example.sender)
      const slugs: string[] = []
      for (const [at, [title, files]] of example.sent.entries()) {
        const emailTo = example.people.map(([email, name]) => ({ email, name }))
        slugs.push(await sendAs(account, { title, message: example.message, emailTo }, [...files]))
        for (const [who, [email]] of example.people.entries()) {
          if ((at + who) % 4 === 3) continue
          await downloadFrom(server, linkIn((await mailTo(email, at + 1)) as never), places[who]!)
        }
      }
      const request = await askForPapers(server, account, example, mailTo)

      await page.goto('/dash')
      await save('dash', title)
      await page.goto('/dash/transfers')
      await save('transfers', title)
      await page.goto(`/dash/transfers/${slugs[0]}?part=receipts`)
      await save('receipt', 'SHA-256')
      await page.goto(`/dash/requests/${request.slug}`)
      await save('request', example.request.documents[0])
      await page.goto('/dash/analytics')
      await save('analytics', title)

      const look = { locale: language === 'zh' ? 'zh-CN' : 'en-US', reducedMotion: 'reduce', colorScheme: 'light' } as const
      const desk = await guest({ ...look, viewport: size, deviceScaleFactor: 1280 / 1120 })
      const link = linkIn((await mailTo(example.people[0][0], 1)) as never)
      await desk.goto(link)
      await save('download', example.message, desk)
      await desk.goto(request.page)
      await save('supplier', example.request.documents[0], desk)
      const card = sendCard(desk, server, language)
      await card.open()
      await card.fileInput.setInputFiles(
        example.sent[0][1].map(({ path: name, bytes }) => ({
          name: path.basename(name),
          mimeType: 'application/octet-stream',
          buffer: bytes,
        })),
      )
      await card.addPeople(...example.people.map(([email]) => email))
      await card.message.fill(example.message)
      await card.sender.fill(example.sender.email)
      await desk.evaluate(() => scrollTo(0, 0))
      await save('send', example.people[0][0], desk)

      const phone = await guest({ ...look, viewport: { width: 390, height: 720 }, deviceScaleFactor: 2 })
      const shots: string[] = []
      for (const [address, words] of [
        [link, example.message],
        [request.page, example.request.documents[0]],
      ] as const) {
        await phone.goto(address)
        shots.push((await shoot(phone, words)).toString('base64'))
      }
      const table = await guest({ ...look, viewport: size, deviceScaleFactor: 1280 / 1120 })
      const screens = shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join('')
      await table.setContent(
        `<style>body{margin:0;height:700px;display:flex;gap:90px;justify-content:center;align-items:center;background:#dfe8ea}img{height:630px;border:9px solid #13212e;border-radius:36px;box-shadow:0 18px 50px -16px #13212e80}</style>${screens}`,
      )
      await write(`phone-${language}`, await table.screenshot())
    })
  })
