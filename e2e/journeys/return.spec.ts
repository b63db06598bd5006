/** Coming back: the draft is there, and what was interrupted goes on, with as few files to pick again as can be (Q20, Q23). */
import { appendFile } from 'node:fs/promises'
import type { Browser, Page, Route } from '@playwright/test'
import { makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { holdParts } from '../hold-parts.ts'
import { expect, linkIn, someone, test } from '../journey.ts'
import { receivedHashes } from '../measure/received.ts'
import { enterCode, type SendCard, sendCard } from '../send-card.ts'

const shoot = (page: Page, name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })
const panelOf = (card: SendCard) => card.card.getByRole('region', { name: card.t('send.interruptedTitle') })
const listOf = (card: SendCard) => card.card.getByLabel(card.t('send.interruptedList'), { exact: true })
const letLeave = (page: Page) => page.on('dialog', (dialog) => void dialog.accept())

async function fillIn(card: SendCard, reader: string, sender: string): Promise<void> {
  await card.addPeople(reader)
  await card.sender.fill(sender)
  await card.message.fill('海上的文件 🌊')
}

/** The browser is closed, or crashes, and is opened again another day: what it keeps is all that is left. */
async function anotherDay(browser: Browser, page: Page): Promise<Page> {
  const storageState = await page.context().storageState({ indexedDB: true })
  const next = await browser.newContext({
    storageState,
    baseURL: new URL(page.url()).origin,
    locale: 'en-US',
    viewport: page.viewportSize(),
  })
  return next.newPage()
}

const keptLists = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('sampan-uploads')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('draftFiles').objectStore('draftFiles').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )

test.use({ settings: { PLAN_LIMITS: 'anon.files=5000' } })

for (const language of ['en', 'zh'] as const)
  test.describe(`Q23 ${language}`, () => {
    test.use({
      locale: language === 'zh' ? 'zh-CN' : 'en-US',
      viewport: language === 'zh' ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    })

    test(`Q12 Q20 Q23 after a reload at the code step the draft is back, only what is not whole has to be picked again, and the same code counts: ${language}`, async ({
      page,
      server,
      mailTo,
    }) => {
      const made = await makeFiles({ '照片/🌊 海.bin': 12_000_000, '照片/list.txt': 'hello', 'new.txt': 'one more' })
      const [reader, sender] = [someone('reader'), someone('sender')]
      const card = sendCard(page, server, language)
      const first = await holdParts(page, 4)
      await card.open()
      await fillIn(card, reader, sender)
      await card.options.click()
      await card.card.getByLabel(card.t('send.notifyMe')).uncheck()
      await card.folderInput.setInputFiles(made.at('照片'))
      await expect.poll(() => first.arrived().length).toBe(4)
      const codes: string[] = []
      page.on('request', (request) => void (request.url().endsWith('/verifyEmail') && codes.push(request.url())))
      await card.send.click()
      await expect(card.code).toBeVisible()
      const arrived = first.arrived()
      letLeave(page)
      const second = await holdParts(page, 0)
      await card.open()
      first.letGo()
      await expect(card.card).toContainText(card.t('send.draftBack'))
      await expect(card.card).toContainText(card.t('send.draftCode', { email: sender }))
      await expect(card.chips).toHaveText([reader])
      await expect(card.sender).toHaveValue(sender)
      await expect(card.message).toHaveValue('海上的文件 🌊')
      await expect(card.options).toContainText(card.t('send.notNotified'))
      await expect(panelOf(card)).toContainText(card.t('send.interruptedPick', { count: 1 }))
      const row = (name: string) => listOf(card).getByRole('listitem').filter({ hasText: name })
      await expect(row('list.txt')).toContainText(card.t('send.arrived'))
      await expect(row('海.bin')).not.toContainText(card.t('send.arrived'))
      await expect(card.why).toHaveText(card.t('send.needResume'))
      const resume = panelOf(card).getByRole('button', { name: card.t('send.resume'), exact: true, disabled: true })
      await expect(resume).toHaveAccessibleDescription(card.t('send.resumeWaits', { count: 1 }))
      await shoot(page, 'found')
      await expectGood(page, `an interrupted upload, ${language}`)
      await card.fileInput.setInputFiles(made.at('new.txt'))
      await expect(panelOf(card)).toBeVisible()
      await panelOf(card).locator('input[name=folderAgain]').setInputFiles(made.at('照片'))
      await expect(panelOf(card)).toHaveCount(0)
      await expect(card.code).toBeFocused()
      await enterCode(card, sender)
      await expect(card.progress).toBeVisible()
      second.letGo()
      await expect(card.heading).toHaveText(card.t('send.doneTitle'))
      const again = second.arrived().filter((url) => arrived.includes(url))
      expect(again, 'parts that had been acknowledged').toEqual([])
      expect(codes, 'codes asked for').toHaveLength(1)
      expect(await receivedHashes(linkIn(await mailTo(reader)))).toEqual(new Map(Object.entries(made.hashes)))
      await card.open()
      await expect(card.send).toBeVisible()
      await expect(card.card).not.toContainText(card.t('send.draftBack'))
      await expect(card.chips).toHaveCount(0)
    })
  })

test('Q23 what is whole on the server needs no picking; a file that has changed is taken only when it is said so', async ({
  page,
  server,
  mailTo,
}) => {
  const made = await makeFiles({ 'note.txt': 'hello', 'report.bin': 9_000_000 })
  const [reader, sender] = [someone('reader'), someone('sender')]
  const card = sendCard(page, server)
  const first = await holdParts(page, 3)
  await card.open()
  await fillIn(card, reader, sender)
  await card.fileInput.setInputFiles([made.at('note.txt'), made.at('report.bin')])
  await expect.poll(() => first.arrived().length).toBe(3)
  letLeave(page)
  await page.route('**/api/uploads/*/blobs/*', (route) => route.continue().catch(() => {}))
  await page.reload()
  first.letGo()
  await expect(panelOf(card)).toBeVisible()
  await appendFile(made.at('report.bin'), 'more')
  await card.fileInput.setInputFiles(made.at('report.bin'))
  await expect(listOf(card)).toContainText(card.t('send.differsSize'))
  await expect(card.files, 'not listed twice').toHaveCount(0)
  await shoot(page, 'differs')
  await card.button(`${card.t('send.takeInstead')}: report.bin`).click()
  await expect(panelOf(card)).toHaveCount(0)
  await card.send.click()
  await enterCode(card, sender)
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
  const received = await receivedHashes(linkIn(await mailTo(reader)))
  expect(received.get('note.txt')).toBe(made.hashes['note.txt'])
  expect([...received.keys()].sort()).toEqual(['note.txt', 'report.bin'])
  expect(received.get('report.bin')).not.toBe(made.hashes['report.bin'])
})

test('Q20 Q23 nothing to pick: everything had arrived, the draft is simply back; discarding erases it on the server, and offers what another tab has left', async ({
  page,
  server,
  complaints,
}) => {
  complaints.expectFailed(/\/api\/uploads\//)
  const made = await makeFiles({ 'a.txt': 'one', 'b.txt': 'two', 'c.txt': 'three' })
  const other = sendCard(await page.context().newPage(), server)
  await other.open()
  await other.message.fill('left in another tab')
  await other.fileInput.setInputFiles(made.at('a.txt'))
  await expect(other.card).toContainText(other.t('send.earlyReady', { total: '3 B' }))
  const card = sendCard(page, server)
  await card.open()
  await fillIn(card, someone('reader'), someone('sender'))
  await card.fileInput.setInputFiles([made.at('a.txt'), made.at('b.txt')])
  await expect(card.card).toContainText(card.t('send.earlyReady', { total: '6 B' }))
  await page.reload()
  await expect(card.card).toContainText(card.t('send.draftBack'))
  await expect(card.files.getByRole('listitem')).toHaveCount(2)
  await expect(panelOf(card)).toHaveCount(0)
  await expect(card.send).toBeEnabled()

  const parts = '**/api/uploads/*/blobs/*'
  await page.route(parts, (route) => route.abort())
  const planned = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && /uploads\/[\w-]+\/files/.test(reply.url()),
  )
  await card.fileInput.setInputFiles(made.at('c.txt'))
  await planned
  letLeave(page)
  await page.reload()
  await page.unroute(parts)
  await expect(panelOf(card)).toContainText(card.t('send.interruptedPick', { count: 1 }))
  const discarded = page.waitForResponse((reply) => reply.request().method() === 'DELETE')
  const inPanel = (name: string) => panelOf(card).getByRole('button', { name, exact: true })
  await inPanel(card.t('send.interruptedDiscard')).click()
  await inPanel(card.t('send.discardSure')).click()
  expect((await discarded).status()).toBe(204)
  await expect(panelOf(card)).toHaveCount(0)
  await expect(card.card).not.toContainText(card.t('send.draftBack'))
  await expect(card.chips).toHaveCount(1)
  await page.reload()
  await expect(card.chips).toHaveCount(1)
  await expect(panelOf(card)).toHaveCount(0)
  await other.page.close()
  await card.button(card.t('send.draftDiscard')).click()
  await card.button(card.t('send.discardSure')).click()
  await expect(card.message).toHaveValue('left in another tab')
  await expect(card.files.getByRole('listitem')).toHaveText(/a\.txt/)
  await card.button(card.t('send.draftDiscard')).click()
  await card.button(card.t('send.discardSure')).click()
  await page.reload()
  await expect(card.send).toBeVisible()
  await expect(card.card).not.toContainText(card.t('send.draftBack'))

  // Discarded before it is known what there is of it.
  await card.fileInput.setInputFiles(made.at('a.txt'))
  await expect(card.card).toContainText(card.t('send.earlyReady', { total: '3 B' }))
  const looked: Route[] = []
  await page.route(/\/api\/uploads\/[\w-]+$/, (route) =>
    route.request().method() === 'GET' ? void looked.push(route) : route.continue(),
  )
  await page.reload()
  await expect.poll(() => looked.length).toBe(1)
  await card.button(card.t('send.draftDiscard')).click()
  await card.button(card.t('send.discardSure')).click()
  await expect(card.card).not.toContainText(card.t('send.draftBack'))
  await looked[0]!.continue()
  await page.unroute(/\/api\/uploads\/[\w-]+$/)
  await card.fileInput.setInputFiles(made.at('b.txt'))
  await expect(card.files.getByRole('listitem')).toHaveText(/b\.txt/)
  await expect(card.card).toContainText(card.t('send.earlyReady', { total: '3 B' }))
})

test('Q20 two tabs keep two drafts; a tab that is opened later takes up that of one which is gone', async ({ page, server }) => {
  const other = await page.context().newPage()
  const [one, two] = [sendCard(page, server), sendCard(other, server)]
  await one.open()
  await one.message.fill('first tab')
  await two.open()
  await expect(two.message).toHaveValue('')
  await two.message.fill('second tab')
  await one.message.fill('first tab still')
  await other.reload()
  await expect(two.message).toHaveValue('second tab')
  await page.reload()
  await expect(one.message).toHaveValue('first tab still')
  await page.close()
  const third = await other.context().newPage()
  await third.goto(`${server.url}/`)
  await expect(sendCard(third, server).message).toHaveValue('first tab still')
  await expect(two.message).toHaveValue('second tab')
})

test('Q23 a transfer that was sent already goes on with sending on another day, and its readers get it whole', async ({
  browser,
  page,
  server,
  mailTo,
  complaints,
}) => {
  complaints.expectFailed(/\/blobs\//)
  const made = await makeFiles({ 'film.bin': 9_000_000 })
  const [reader, sender] = [someone('reader'), someone('sender')]
  const card = sendCard(page, server)
  const first = await holdParts(page, 3)
  await card.open()
  await fillIn(card, reader, sender)
  await card.fileInput.setInputFiles(made.at('film.bin'))
  await card.send.click()
  await enterCode(card, sender)
  await expect.poll(() => first.arrived().length).toBe(3)
  await expect
    .poll(async () => (await server.sql('select 1 from transfers where sender_email = $1', [sender])).length, 'published')
    .toBe(1)
  const later = await anotherDay(browser, page)
  await page.context().close()
  const back = sendCard(later, server)
  await back.open()
  await expect(panelOf(back)).toContainText(back.t('send.interruptedSentTo', { people: reader }))
  await shoot(later, 'sent-before')
  await expectGood(later, 'a sent transfer that is not whole')
  const second = await holdParts(later, 0)
  await back.fileInput.setInputFiles(made.at('film.bin'))
  await expect(back.card).toContainText(back.t('send.resuming'))
  second.letGo()
  await expect(back.heading).toHaveText(back.t('send.doneTitle'))
  expect(second.arrived().filter((url) => first.arrived().includes(url))).toEqual([])
  expect(await receivedHashes(linkIn(await mailTo(reader)))).toEqual(new Map(Object.entries(made.hashes)))
  await later.context().close()
})

test('Q20 Q23 five thousand files of a folder are ticked off at once', async ({ page, server }) => {
  const names = Array.from({ length: 5000 }, (_, index) => `many/${index % 50}/文件 ${index}.txt`)
  const made = await makeFiles(Object.fromEntries(names.map((name) => [name, 'x'])))
  const card = sendCard(page, server)
  await holdParts(page, 0)
  await card.open()
  await card.folderInput.setInputFiles(made.at('many'))
  await expect.poll(() => keptLists(page), 'the list is written beside').toBe(1)
  await page.reload()
  const panel = card.card.getByRole('region', { name: card.t('send.interruptedFiles') })
  await expect(panel).toContainText(card.t('send.interruptedPick', { count: 5000 }))
  expect(await listOf(card).getByRole('listitem').count()).toBeLessThan(30)
  await shoot(page, 'many')
  await card.folderInput.setInputFiles(made.at('many'))
  await expect(panel).toHaveCount(0)
})
