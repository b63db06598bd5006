/** Interrupted uploads: a server that is killed, a line that is gone, a page that is loaded anew, a file that cannot be read. */
import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { FaultProxy } from '../../scripts/fault-proxy/fault-proxy.mjs'
import { badLine, changeOnce, onThePhone } from '../bad-line.ts'
import { makeFiles } from '../files.ts'
import { holdParts, watchParts } from '../hold-parts.ts'
import { expect, inGate, linkIn, someone, test } from '../journey.ts'
import { receivedHashes } from '../measure/received.ts'
import { enterCode, type SendCard, sendCard } from '../send-card.ts'

const silence = { en: /\d+ seconds since the last byte/, zh: /已 \d+秒钟?没有数据/ }
const speed = { en: /\d [KMG]?B\/s/, zh: /\d [KMG]?B\/秒/ }
const causes = { killed: 'a server that is killed', offline: 'a line that is gone' }
const away = { killed: 'send.serverAway', offline: 'send.lineAway' } as const
const publishedBy = 'select 1 from transfers where sender_email = $1'
const shoot = (page: Page, name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`) })

type Draft = { sender: string; reader: string; files: string[] }

async function fillIn(card: SendCard, { sender, reader, files }: Draft, origin = ''): Promise<void> {
  await card.open(origin)
  await card.fileInput.setInputFiles(files)
  await card.addPeople(reader)
  await card.sender.fill(sender)
  await card.send.click()
}

const newDraft = (files: string[]): Draft => ({ sender: someone('sender'), reader: someone('reader'), files })
const percentOf = async (card: SendCard): Promise<number> => Number(await card.progress.getAttribute('aria-valuenow'))

/** Files leave from the drop on: so slow that most is left when the address is verified, however long that takes. */
const slow = { delayMs: 20, bytesPerSecond: { up: 150_000 } }
const faster = { bytesPerSecond: { up: 1_500_000 } }
/** Bytes of which an acknowledged part is left, and many more to come. */
const large = { 'one.bin': 24_000_000 }

type Sending = { card: SendCard; draft: Draft; mayBeSlow?: () => Promise<boolean> }

/** Sent over a slow line: the first parts have arrived, the page shows it, and the others take their time. */
async function sendingOn(line: FaultProxy, { card, draft, mayBeSlow = async () => true }: Sending) {
  await onThePhone(card.page)
  const parts = watchParts(card.page)
  await fillIn(card, draft, line.url)
  await enterCode(card, draft.sender)
  // What the code sets going shares the line with the parts.
  line.set(faster)
  await expect(card.progress).toBeVisible()
  const hasBegun = async () => parts.acknowledgedBytes() > 1_000_000 && (await percentOf(card)) > 5
  await changeOnce(line, async () => (await hasBegun()) && (await mayBeSlow()), slow)
  return parts
}

for (const language of ['en', 'zh'] as const)
  test.describe(`U5 ${language}`, () => {
    test.use({
      locale: language === 'zh' ? 'zh-CN' : 'en-US',
      viewport: language === 'zh' ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    })

    for (const cause of ['killed', 'offline'] as const)
      test(`U5 R01 ${causes[cause]} in the middle: the page says so, goes on by itself and all bytes arrive: ${language}`, async ({
        page,
        server,
        complaints,
        mailTo,
      }) => {
        complaints.expectFailed(/./)
        const line = await badLine(server, slow)
        const made = await makeFiles(large)
        const draft = newDraft([made.at('one.bin')])
        const card = sendCard(page, server, language)
        const parts = await sendingOn(line, { card, draft })
        const expectAway = async () => {
          await expect(card.card).toContainText(card.t(away[cause]))
          await expect(card.card).not.toContainText(card.t(away[cause === 'killed' ? 'offline' : 'killed']))
          await expect(card.card).toContainText(card.t('send.reconnecting'))
        }
        if (cause === 'killed') await server.kill()
        else await page.context().setOffline(true)
        line.act({ all: 'cut' })
        // It starts while the page is looked at, and nobody hears it until then: the longer it is away, the longer the page's pauses.
        line.set({ bytesPerSecond: 0, refuses: true })
        const started = server.restart()
        await expectAway()
        // Asking at once does no harm while nobody is there.
        await Promise.all([page.waitForEvent('requestfailed'), card.button(card.t('send.reconnectNow')).click()])
        await expectAway()
        await expect(card.card).toContainText(silence[language])
        await expect(card.card).not.toContainText(speed[language])
        await shoot(page, cause)
        await started
        line.set({ refuses: false })
        await page.context().setOffline(false)
        await expect(card.heading).toHaveText(card.t('send.doneTitle'))
        expect(parts.sentAgain(), 'parts that had been acknowledged').toEqual([])
        expect(await receivedHashes(linkIn(await mailTo(draft.reader)))).toEqual(new Map(Object.entries(made.hashes)))
        await line.stop()
      })

    test(
      `U5 R01 loaded anew, the same files go on where they stopped: ${language}`,
      inGate(language === 'en'),
      async ({ page, server, mailTo, complaints }) => {
        // A part of the page before may arrive late, and the same part of this one is told that it is there. At the end the page may
        // still ask about its mails when the line goes.
        complaints.expectFailed(/\/blobs\/|\/SendTransferEmail/)
        const line = await badLine(server, slow)
        const made = await makeFiles({ ...large, 'note.txt': 'hello' })
        const draft = newDraft([made.at('one.bin'), made.at('note.txt')])
        const card = sendCard(page, server, language)
        // What was sent goes on with sending once its files are there; a draft would come back as a form.
        const mayBeSlow = async () => (await server.sql(publishedBy, [draft.sender])).length === 1
        const parts = await sendingOn(line, { card, draft, mayBeSlow })
        page.on('dialog', (dialog) => void dialog.accept())
        await card.open(line.url)
        await expect(card.card.getByRole('region', { name: card.t('send.interruptedTitle') })).toBeVisible()
        const before = parts.acknowledgedBytes()
        // Its questions go out, and no answer comes.
        line.set({ hold: { down: true } })
        await card.fileInput.setInputFiles(draft.files)
        await expect(card.card).toContainText(card.t('send.resuming'))
        await shoot(page, 'resuming')
        line.set({ hold: { down: false }, bytesPerSecond: 0 })
        await expect(card.heading).toHaveText(card.t('send.doneTitle'))
        expect(before).toBeLessThan(large['one.bin'])
        expect(parts.sentAgain(), 'parts that had been acknowledged').toEqual([])
        expect(await receivedHashes(linkIn(await mailTo(draft.reader)))).toEqual(new Map(Object.entries(made.hashes)))
        const left = await page.evaluate(() => indexedDB.databases().then((all) => all.map(({ name }) => name)))
        expect(left).toEqual(['sampan-uploads'])
        expect(await keptCheckpoints(page), 'nothing is left to be resumed').toBe(0)
        await line.stop()
      },
    )
  })

const keptCheckpoints = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('sampan-uploads')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('checkpoints').objectStore('checkpoints').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )

test('U3 a file that is gone is named; after 12 attempts it is told what support needs', async ({ page, server, complaints }) => {
  complaints.expectFailed(/\/blobs\//)
  const made = await makeFiles({ 'report.bin': 12_000_000 })
  const draft = newDraft([made.at('report.bin')])
  const card = sendCard(page, server)
  const { letGo } = await holdParts(page, 4)
  await fillIn(card, draft)
  await enterCode(card, draft.sender)
  await expect.poll(() => percentOf(card)).toBeGreaterThan(20)
  await rm(made.at('report.bin'))
  letGo()
  await expect(card.card.getByText(card.t('send.fileLocked'))).toContainText('report.bin')
  await expect(card.card).toContainText(card.t('send.uploadFailed'))
  await card.card.getByText(card.t('send.errorDetails')).click()
  await expect(card.card).toContainText(card.t('send.errorFile', { number: 1, path: 'report.bin' }))
  await expect(card.card).toContainText(/Not(Found|Readable)Error/)
  await shoot(page, 'locked')
})

test('U3 a part that never gets through is warned of, until it does', async ({ page, server, complaints }) => {
  complaints.expectFailed(/\/blobs\//)
  const made = await makeFiles({ 'one.bin': 3_000_000 })
  const draft = newDraft([made.at('one.bin')])
  const card = sendCard(page, server)
  let isBroken = true
  await page.route(/\/blobs\/.*offset=0$/, (route) => (isBroken ? route.abort('connectionreset') : route.continue()))
  await fillIn(card, draft)
  await enterCode(card, draft.sender)
  await expect(card.card).toContainText(card.t('send.slowNetwork'))
  isBroken = false
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})

test('Q13 U5 a line that swallows everything: no speed is invented, and a new line is used at once', async ({
  page,
  server,
  mailTo,
}) => {
  const proxy = await badLine(server, slow)
  const made = await makeFiles({ 'one.bin': 12_000_000 })
  const draft = newDraft([made.at('one.bin')])
  const card = sendCard(page, server)
  await fillIn(card, draft, proxy.url)
  await enterCode(card, draft.sender)
  await expect(card.progress).toBeVisible()
  proxy.set(faster)
  await changeOnce(proxy, async () => (await percentOf(card)) > 15, { hold: { up: true } })
  proxy.act({ all: 'halfOpen' })
  await expect(card.card).toContainText(card.t('send.stalled'))
  await expect(card.card).not.toContainText(speed.en)
  await shoot(page, 'stalled')
  proxy.set({ hold: { up: false }, bytesPerSecond: 0 })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
  expect(await receivedHashes(linkIn(await mailTo(draft.reader)))).toEqual(new Map(Object.entries(made.hashes)))
  await proxy.stop()
})
