/** The page of a file request: whoever was asked sends without an account, and comes back (R2). */
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { holdParts, watchParts } from '../hold-parts.ts'
import { expect, inGate, someone, test } from '../journey.ts'
import { openPage } from '../open-page.ts'
import type { Server } from '../server.ts'
import { type Account, signIn } from '../signed-in.ts'
import { unzip } from '../unzip.ts'
import { type Language, words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const documents = [
  { name: 'Invoice', accept: ['pdf'] },
  { name: 'Packing list', isRequired: false, note: 'As Excel or PDF' },
]

async function ask(account: Account, more: object = {}) {
  const { status, json } = await account.browser.withAccess('POST', '/api/requests', {
    title: 'Order 66',
    message: 'By Friday, please.\nStamped.',
    documents,
    ...more,
  })
  expect(status, JSON.stringify(json)).toBe(201)
  return json
}
/** Links of mails name another origin than the test's server. */
const pathOf = (link: string): string => new URL(link).pathname

const slot = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
const picker = (page: Page, name: string) => page.locator(`input[data-place="${name}"]`)
const send = (page: Page, language: Language, count: number) =>
  page.getByRole('button', { name: words(language)('request.sendFiles', { count, number: count }), exact: true })

const open = (page: Page, link: string) => openPage(page, pathOf(link))

async function asked(server: Server, guest: (options?: object) => Promise<Page>, more: object = {}) {
  const owner = await guest()
  const account = await signIn(owner.context(), server, { fullName: 'Anna Berg', company: 'Berg Trading' })
  return { account, detail: await ask(account, more) }
}

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })
    const t = words(language)

    test(
      `R2 two documents and another file, sent, received, sent back, and sent again (${language})`,
      inGate(language === 'en'),
      async ({ page, guest, server, mailTo, complaints }) => {
        complaints.expectFailed(/\/r\//)
        const email = someone('li')
        const { account, detail } = await asked(server, guest, {
          sendAs: 'email',
          emailTo: [{ email, name: 'Li Wei' }],
          // What is sent fills it; what comes back may be sent again.
          maxSubmissions: 1,
        })
        const made = await makeFiles({ 'invoice.pdf': 300_000, 'list.xlsx': 5000, 'photo.jpg': 2000, 'wrong.exe': 10 })
        await open(page, detail.suppliers[0].linkUrl)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('request.asks', { who: 'Anna Berg' }))
        await expect(page.getByText('Stamped.')).toBeVisible()
        await expectGood(page, 'a request')
        await page.screenshot({ path: test.info().outputPath('asked.png'), fullPage: true })

        // What is not of a type that is asked for stays out, and is said.
        await picker(page, 'Invoice').setInputFiles(made.at('photo.jpg'))
        await expect(page.getByRole('alert').first()).toContainText('photo.jpg')
        await picker(page, 'Invoice').setInputFiles(made.at('invoice.pdf'))
        await picker(page, 'Packing list').setInputFiles(made.at('list.xlsx'))
        await picker(page, '').setInputFiles(made.at('photo.jpg'))
        await expect(slot(page, 'Invoice')).toContainText('invoice.pdf')
        await page.getByLabel(t('request.write', { who: 'Anna Berg' })).fill('Here it is')
        await page.screenshot({ path: test.info().outputPath('chosen.png'), fullPage: true })
        await send(page, language, 3).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('request.doneTitle'))
        await expect(page.getByText(t('request.doneMessage', { message: 'Here it is' }))).toBeVisible()
        await expectGood(page, 'received')
        await page.screenshot({ path: test.info().outputPath('done.png') })
        expect((await mailTo(email, /reached|已送达/)).text).toContain('307')

        const read = async () => (await account.browser.withAccess('GET', `/api/requests/${detail.request.slug}`)).json
        const [invoice, list, other] = (await read()).suppliers[0].slots
        expect([invoice.files[0].path, list.files[0].path, other.files[0].path]).toEqual([
          'invoice.pdf',
          'list.xlsx',
          'photo.jpg',
        ])
        await account.browser.withAccess('POST', `/api/requests/${detail.request.slug}/decisions`, {
          fileIds: [invoice.files[0].fileId],
          decision: 'rejected',
          reason: 'The stamp is missing',
        })
        await page.reload()
        await expect(slot(page, 'Invoice')).toContainText('The stamp is missing')
        await expectGood(page, 'sent back')
        await page.screenshot({ path: test.info().outputPath('back.png'), fullPage: true })
        await picker(page, 'Invoice').setInputFiles(made.at('invoice.pdf'))
        await send(page, language, 1).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('request.doneTitle'))
        expect((await read()).suppliers[0].slots[0]).toMatchObject({ state: 'received' })
      },
    )
  })
}

test('R2 after a reload words and files are back, each place goes on by itself, and nothing is sent twice', async ({
  guest,
  server,
}) => {
  const { account, detail } = await asked(server, guest, {
    documents: [{ name: 'Invoice' }, { name: 'Packing list' }],
    nameField: 'required',
  })
  const page = await guest()
  page.on('dialog', (dialog) => void dialog.accept())
  const made = await makeFiles({ 'small.pdf': 3_000_000, 'list.pdf': 60_000_000 })
  const t = words('en')
  const parts = watchParts(page)
  const { arrived } = await holdParts(page, 4)
  await open(page, detail.request.linkUrl)
  await picker(page, 'Invoice').setInputFiles(made.at('small.pdf'))
  await expect.poll(() => arrived().length).toBeGreaterThan(0)
  await picker(page, 'Packing list').setInputFiles(made.at('list.pdf'))
  await page.getByLabel(t('request.name'), { exact: true }).fill('Mei')
  await page.getByLabel(t('request.email'), { exact: true }).fill('mei@example.com')
  await page.getByLabel(t('request.write', { who: 'Anna Berg' })).fill('Both papers')
  await expect.poll(() => arrived().length).toBe(4)
  await page.unroute('**/api/uploads/*/blobs/*')

  await page.reload()
  await expect(page.getByLabel(t('request.write', { who: 'Anna Berg' }))).toHaveValue('Both papers')
  await expect(page.getByLabel(t('request.name'), { exact: true })).toHaveValue('Mei')
  await expect(slot(page, 'Invoice')).toContainText('small.pdf')
  await expect(slot(page, 'Invoice')).not.toContainText('choose it again', { ignoreCase: true })
  await expect(slot(page, 'Packing list')).toContainText('Choose it again')
  await expect(send(page, 'en', 1)).toBeDisabled()
  await expectGood(page, 'to be chosen again')
  await page.screenshot({ path: test.info().outputPath('again.png'), fullPage: true })
  await picker(page, 'Packing list').setInputFiles(made.at('list.pdf'))
  await send(page, 'en', 2).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('request.doneTitle'))
  expect(parts.sentAgain()).toEqual([])
  const [invoice, list] = (await account.browser.withAccess('GET', `/api/requests/${detail.request.slug}`)).json.suppliers[0]
    .slots
  expect([invoice.files[0].path, list.files[0].path]).toEqual(['small.pdf', 'list.pdf'])
  await page.reload()
  await expect(page.getByLabel(t('request.write', { who: 'Anna Berg' }))).toHaveValue('')
})

test('R2 what was sent and not whole goes on by itself once its files are there again, also where it has filled the request; it can be stopped, and is told as on the card', async ({
  guest,
  server,
  complaints,
}) => {
  complaints.expectFailed(/\/r\//)
  const { account, detail } = await asked(server, guest, { documents: [{ name: 'Invoice' }], maxSubmissions: 1 })
  const page = await guest()
  page.on('dialog', (dialog) => void dialog.accept())
  const made = await makeFiles({ 'invoice.pdf': 60_000_000, 'other.pdf': 10 })
  const t = words('en')
  const parts = watchParts(page)
  const { arrived } = await holdParts(page, 2)
  await open(page, detail.request.linkUrl)
  await picker(page, 'Invoice').setInputFiles(made.at('invoice.pdf'))
  await page.getByLabel(t('request.email'), { exact: true }).fill('mei@example.com')
  const submitted = page.waitForResponse(/submissions$/)
  await send(page, 'en', 1).click()
  await submitted
  await expect.poll(() => arrived().length).toBe(2)
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('sending.png'), fullPage: true })
  await page.getByRole('button', { name: t('send.cancel'), exact: true }).click()
  await page.getByRole('button', { name: t('send.yes'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('request.stoppedTitle') })).toBeVisible()
  await page.unroute('**/api/uploads/*/blobs/*')

  await page.reload()
  await expect(page.getByRole('heading', { name: t('request.stoppedTitle') })).toBeVisible()
  await picker(page, 'Invoice').setInputFiles(made.at('other.pdf'))
  await expect(slot(page, 'Invoice')).toContainText(t('request.notAwaited', { name: 'other.pdf' }))
  await expect(page.getByText(t('request.stoppedClosed'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('request.stoppedAgain') })).toHaveCount(0)
  await expectGood(page, 'stopped, and full')
  await page.screenshot({ path: test.info().outputPath('stopped.png'), fullPage: true })
  await picker(page, 'Invoice').setInputFiles(made.at('invoice.pdf'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('request.doneTitle'))
  expect(parts.sentAgain()).toEqual([])
  const [invoice] = (await account.browser.withAccess('GET', `/api/requests/${detail.request.slug}`)).json.suppliers[0].slots
  expect(invoice).toMatchObject({ state: 'received', files: [{ path: 'invoice.pdf' }] })
})

test('R2 R25 a password, then a stranger who has to say who they are, and what is written both ways', async ({
  guest,
  server,
  complaints,
}) => {
  complaints.expectFailed(/\/r\//)
  const { account, detail } = await asked(server, guest, { documents: [], password: 'a sampan at dusk', nameField: 'required' })
  const page = await guest()
  const t = words('en')
  await open(page, detail.request.linkUrl)
  await page.getByLabel(t('request.password'), { exact: true }).fill('a sampan at dusk')
  await page.getByRole('button', { name: t('request.open'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Anna Berg')
  await picker(page, '').setInputFiles((await makeFiles({ 'a.txt': 10 })).at('a.txt'))
  await send(page, 'en', 1).click()
  await expect(page.getByLabel(t('request.name'), { exact: true })).toBeFocused()
  await page.getByLabel(t('request.name'), { exact: true }).fill('Mei')
  await page.getByLabel(t('request.email'), { exact: true }).fill('mei@example.com')
  await send(page, 'en', 1).click()
  await expect(page.getByText(t('request.doneReceipt', { email: 'mei@example.com' }))).toBeVisible()
  await page.reload()
  await page.getByLabel(t('request.write', { who: 'Anna Berg' })).fill('Is that all?')
  await page.getByRole('button', { name: t('request.writeSend') }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Is that all?' })).toBeVisible()
  const read = (await account.browser.withAccess('GET', `/api/requests/${detail.request.slug}`)).json
  expect(read.suppliers[0]).toMatchObject({ name: 'Mei', email: 'mei@example.com', comments: [{ text: 'Is that all?' }] })
})

test('R2 closed, full, over, and unknown have pages of their own', async ({ guest, server, complaints }) => {
  complaints.expectFailed(/\/r\//)
  const { account, detail } = await asked(server, guest)
  const page = await guest()
  const t = words('en')
  const { slug, linkUrl } = detail.request
  const shows = async (key: string, status: number) => {
    expect((await open(page, linkUrl))?.status()).toBe(status)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(`request.${key}Title`))
    await expectGood(page, key)
  }
  await account.browser.withAccess('PATCH', `/api/requests/${slug}`, { state: 'closed' })
  await shows('closed', 403)
  await account.browser.withAccess('PATCH', `/api/requests/${slug}`, { state: 'open', dueAt: 1000 })
  await shows('expired', 410)
  await account.browser.withAccess('DELETE', `/api/requests/${slug}`)
  await shows('unknown', 404)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('R2 two photographs of a paper become one PDF of two pages', async ({ page, guest, server }) => {
    const { account, detail } = await asked(server, guest)
    const t = words('en')
    await open(page, detail.request.linkUrl)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: t('request.photographFor', { name: 'Invoice' }) }).click()
    const icon = fileURLToPath(new URL('../../apps/web/public/icon-512.png', import.meta.url))
    await (await chooser).setFiles([icon, icon])
    await expect(page.getByRole('img', { name: t('request.page', { number: 2 }) })).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('photographed.png'), fullPage: true })
    await page.getByRole('button', { name: t('request.photoDone', { count: 2, number: 2 }) }).click()
    await expect(slot(page, 'Invoice')).toContainText('Invoice.pdf')
    await page.getByLabel(t('request.email'), { exact: true }).fill('mei@example.com')
    await send(page, 'en', 1).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('request.doneTitle'))

    const { json } = await account.browser.withAccess('POST', `/api/requests/${detail.request.slug}/downloads`, {})
    const zip = unzip(Buffer.from(await (await fetch(server.url + json.url)).arrayBuffer()))
    const [pdf] = zip.values()
    expect(pdf!.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await getDocument({ data: new Uint8Array(pdf!), verbosity: 0 }).promise).numPages).toBe(2)
  })
})
