/** Progress of an upload: pausing, resuming, cancelling, leaving. */
import type { Page } from '@playwright/test'
import { badLine } from '../bad-line.ts'
import { makeFiles } from '../files.ts'
import { holdParts } from '../hold-parts.ts'
import { expect, someone, test } from '../journey.ts'
import { enterCode, type SendCard, sendCard } from '../send-card.ts'
import { watchWakeLock } from '../wake-lock.ts'

async function startSending(card: SendCard, sender: string, files: Record<string, number>): Promise<void> {
  const made = await makeFiles(files)
  await card.open()
  await card.fileInput.setInputFiles(Object.keys(files).map(made.at))
  await card.addPeople(someone('ana'))
  await card.sender.fill(sender)
  await card.send.click()
  await enterCode(card, sender)
}

const twoLarge = { 'one.bin': 10_000_000, 'two.bin': 10_000_000 }

test('Q13 pause holds still, resume goes on to the end; the tab shows the percent', async ({ page, server }) => {
  const sender = someone('sender')
  const card = sendCard(page, server)
  const { letGo } = await holdParts(page, 5)
  await startSending(card, sender, twoLarge)
  await expect.poll(async () => Number(await card.progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await expect(page).toHaveTitle(/^[1-9]\d?% · /)
  await card.button(card.t('send.pause')).click()
  await expect(card.card).toContainText(card.t('send.paused'))
  letGo()
  await card.button(card.t('send.resume')).click()
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})

test('Q13 each file shows its own progress', async ({ page, server }) => {
  const card = sendCard(page, server)
  const { letGo } = await holdParts(page, 5)
  await startSending(card, someone('sender'), twoLarge)
  await card.card.getByText(card.t('send.eachFile')).click()
  await expect(card.card.getByRole('region', { name: card.t('send.eachFile') })).toContainText(/one\.bin.*10 MB/)
  letGo()
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})

test('Q13 cancel asks first: No goes on, Yes keeps the draft and what was sent', async ({ page, server }) => {
  const card = sendCard(page, server)
  const { letGo } = await holdParts(page, 5)
  await startSending(card, someone('sender'), twoLarge)
  await expect(card.progress).toBeVisible()
  await card.button(card.t('send.cancel')).click()
  await expect(card.card.getByRole('alertdialog')).toHaveText(
    /Cancel this transfer\?.*You can resume this transfer within 7 days\./,
  )
  await expect(card.button(card.t('send.no'))).toBeFocused()
  await card.button(card.t('send.no')).click()
  await expect(card.card.getByRole('alertdialog')).toHaveCount(0)
  await card.button(card.t('send.cancel')).click()
  await card.button(card.t('send.yes')).click()
  await expect(card.card).toContainText('You can resume this transfer within 7 days.')
  await expect(card.files.getByRole('listitem')).toHaveCount(2)

  letGo()
  await card.send.click()
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})

test('Q13 leaving the page while it sends warns, afterwards it does not', async ({ page, server }) => {
  const card = sendCard(page, server)
  const { letGo } = await holdParts(page, 1)
  await startSending(card, someone('sender'), twoLarge)
  await expect(card.progress).toBeVisible()
  const warned = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await warned
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  letGo()
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
  await page.close({ runBeforeUnload: true })
})

test('U2 U3 a line that breaks for a moment is noticed, told, and overcome', async ({ page, server, complaints }) => {
  complaints.expectFailed(/\/api\/uploads\//)
  const card = sendCard(page, server)
  let broken = 3
  await page.route('**/api/uploads/*/blobs/*', (route) => (broken-- > 0 ? route.abort('connectionreset') : route.continue()))
  await startSending(card, someone('sender'), { 'one.bin': 3_000_000 })
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
  expect(broken).toBeLessThan(0)
})

/** What the step shows, as often as it changes: percents, and the words under them. */
async function watchNumbers(page: Page) {
  await page.evaluate(() => {
    const seen: { percent: number; line: string }[] = []
    Object.assign(window, { seen })
    const look = () => {
      const bar = document.querySelector('[role=progressbar]')
      const line = bar?.closest('div[class*=step]')?.querySelector('p[class*=line]')?.textContent ?? ''
      if (bar) seen.push({ percent: Number(bar.getAttribute('aria-valuenow')), line })
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  return () => page.evaluate(() => (window as unknown as { seen: { percent: number; line: string }[] }).seen)
}

/** The same moment on a phone and on a desk, light and dark. */
async function takeFrames(page: Page, name: string): Promise<void> {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: test.info().outputPath(`frame-${name}-${size.width}-${colorScheme}.png`) })
    }
}

for (const language of ['en', 'zh'] as const)
  test.describe(`Q13 frames ${language}`, () => {
    test.use({ locale: language === 'zh' ? 'zh-CN' : 'en-US' })

    test(`Q13 over a slow line: percents only rise, speed and time left are told, the screen stays awake: ${language}`, async ({
      page,
      server,
    }) => {
      const line = await badLine(server, { bytesPerSecond: { up: 900_000 } })
      const isAwake = await watchWakeLock(page)
      const made = await makeFiles({ 'one.bin': 12_000_000, 'note.txt': 'hello' })
      const sender = someone('sender')
      const card = sendCard(page, server, language)
      const { letGo } = await holdParts(page, 1)
      await card.open(line.url)
      await card.addPeople(someone('ana'))
      await card.sender.fill(sender)
      await card.fileInput.setInputFiles([made.at('note.txt'), made.at('one.bin')])
      await card.send.click()
      await enterCode(card, sender)
      await expect(card.progress).toBeVisible()
      const seen = await watchNumbers(page)
      await expect.poll(isAwake).toBe(true)
      letGo()
      for (const percent of [20, 60, 95]) {
        await expect
          .poll(
            async () => (await card.progress.isVisible()) && Number(await card.progress.getAttribute('aria-valuenow')) < percent,
          )
          .toBe(false)
        await takeFrames(page, String(percent))
      }
      await expect(card.heading).toHaveText(card.t('send.doneTitle'))
      await takeFrames(page, 'done')
      const numbers = await seen()
      const percents = numbers.map(({ percent }) => percent)
      expect(percents).toEqual([...percents].sort((one, other) => one - other))
      expect(
        numbers.some(({ line }) => / · .*\/(s|秒) · /.test(line)),
        'speed and time left were told',
      ).toBe(true)
      await expect.poll(isAwake).toBe(false)
      await line.stop()
    })
  })
