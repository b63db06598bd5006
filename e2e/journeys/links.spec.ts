/** What a link answers in each of its states, and without scripts. */
import { randomBytes } from 'node:crypto'
import { download, downloadPage } from '../download-page.ts'
import { makeFiles, sha256 } from '../files.ts'
import { expect, inGate, test } from '../journey.ts'
import { prepareTransfer } from '../prepared.ts'
import { sendCard } from '../send-card.ts'
import { unzip } from '../unzip.ts'

const files = [
  { path: 'a/one.bin', bytes: randomBytes(100_000) },
  { path: 'a/two.bin', bytes: randomBytes(50_000) },
  { path: '三.txt', bytes: Buffer.from('three') },
]

test('D10 D2 without scripts: who, what, everything as a zip, one file, chosen ones', inGate(), async ({ guest, server }) => {
  const { link, sender } = await prepareTransfer(server, files, 'Two lines\n<b>as text</b>')
  const page = await guest({ javaScriptEnabled: false })
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sender)
  await expect(page.getByRole('main')).toContainText('<b>as text</b>')

  const all = await download(page, () => page.getByRole('button', { name: 'Download all' }).click())
  expect([...unzip(all.bytes).values()].map((bytes) => bytes && sha256(bytes))).toEqual(files.map(({ bytes }) => sha256(bytes)))
  const one = await download(page, () => page.getByRole('button', { name: '三.txt' }).click())
  expect([one.name, one.bytes.toString()]).toEqual(['三.txt', 'three'])
  await page.getByRole('checkbox', { name: 'Choose a/two.bin' }).check()
  await page.getByRole('checkbox', { name: 'Choose 三.txt' }).check()
  const chosen = await download(page, () => page.getByRole('button', { name: 'Download the chosen files' }).click())
  expect([...unzip(chosen.bytes).keys()]).toEqual(['a/two.bin', '三.txt'])
})

test('D2 D3 some of many files as one zip, found by their name', inGate(), async ({ guest, server }) => {
  const many = Array.from({ length: 40 }, (_, i) => ({ path: `deck/page ${i + 1}.txt`, bytes: Buffer.from(`page ${i + 1}`) }))
  const { link } = await prepareTransfer(server, many)
  const view = downloadPage(await guest())
  await view.page.goto(link)
  await view.page.getByRole('searchbox').fill('page 4')
  await expect(view.box('page 40.txt')).toBeVisible()
  await view.box('page 4.txt').check()
  await view.box('page 40.txt').check()
  const chosen = await download(view.page, () => view.primary.click())
  expect([...unzip(chosen.bytes).values()].map(String)).toEqual(['page 4', 'page 40'])
  await view.page.getByRole('searchbox').fill('nothing like it')
  await expect(view.article).toContainText(view.t('download.nothingFound', { search: 'nothing like it' }))
})

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with scripts' : 'without scripts'

  test(
    `D6 an unknown link, a wrong token and a bare slug look the same: 404 (${how})`,
    inGate(),
    async ({ guest, server, complaints }) => {
      complaints.expectFailed(/\/[dw]\/|\/api\/transfers\//)
      const { slug } = await prepareTransfer(server)
      for (const address of ['/d/0000000', '/w/0000000', `/d/${slug}/0000000000000000000000`, `/d/${slug}`]) {
        const page = await guest({ javaScriptEnabled })
        expect((await page.goto(address))?.status(), address).toBe(404)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing here')
        await expect(page).toHaveTitle(/^Nothing here/)
      }
    },
  )

  test(`D6 X1 an expired link says so with 410, and its bytes stop (${how})`, async ({ guest, server, complaints }) => {
    complaints.expectFailed(/\/d\/|\/api\/transfers\//)
    const { slug, link } = await prepareTransfer(server)
    const page = await guest({ javaScriptEnabled })
    await page.goto(link)
    const started = await download(page, () =>
      page
        .getByRole(javaScriptEnabled ? 'link' : 'button', { name: /^Download/ })
        .first()
        .click(),
    )
    await server.sql("update transfers set expires_at = now() - interval '1 minute' where slug = $1", [slug])
    expect((await page.goto(link))?.status()).toBe(410)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link expired')
    expect((await page.request.get(started.url)).status()).toBe(410)
  })
}

test('D6 loaded again, the page of a limited link still knows which files its visit took', async ({ guest, server }) => {
  const three = ['a.txt', 'b.txt', 'c.txt'].map((path) => ({ path, bytes: Buffer.from('hello') }))
  const { slug, link } = await prepareTransfer(server, three)
  await server.sql('update transfers set download_limit = 2 where slug = $1', [slug])
  const view = downloadPage(await guest())
  const { page, t } = view
  await page.goto(link)
  await download(page, () => view.file('a.txt').click())
  await expect(view.article).toContainText(t('download.limitCounted'))
  await page.reload()
  await expect(view.article).toContainText(t('download.limitCounted'))
  await expect(view.row('a.txt')).toContainText(t('download.startedMark'))
  await expect(view.row('b.txt')).not.toContainText(t('download.startedMark'))
  await expect(view.article).toContainText(t('download.limitBegun', { begun: 1, number: 3 }))
})

test('W1 an unknown page answers 404 with its page', async ({ page, complaints }) => {
  complaints.expectFailed(/\/nowhere$/)
  expect((await page.goto('/nowhere'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await page.getByRole('link', { name: 'To the home page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Big files')
})

test('I1 the language follows the browser, can be changed on every page, and is remembered', async ({ guest, server }) => {
  const { link } = await prepareTransfer(server)
  const page = await guest({ locale: 'zh-CN' })
  await page.goto(link)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('link', { name: /^下载/ }).first()).toBeVisible()
  await page.getByRole('link', { name: 'English' }).first().click()
  await expect(page.getByRole('link', { name: /^Download/ }).first()).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('sent you 1 file')
})

test('I1 what was filled in stays when the language is changed', inGate(), async ({ page, server }) => {
  const card = sendCard(page, server)
  await card.open()
  await card.fileInput.setInputFiles((await makeFiles({ 'kept.txt': 100 })).at('kept.txt'))
  await card.addPeople('kept@example.com')
  await card.message.fill('Kept as well')
  await page.getByRole('link', { name: '中文' }).first().click()
  await expect(page).toHaveURL(/\/zh\/$/)
  const chinese = sendCard(page, server, 'zh')
  await expect(chinese.message).toHaveValue('Kept as well')
  await expect(chinese.chips).toHaveCount(1)
  await expect(chinese.card.getByText('kept.txt')).toBeVisible()
})
