/** The crossing: pausing, resuming, cancelling, leaving. */
import type { Page, Route } from '@playwright/test'
import { makeFiles } from '../files.ts'
import { expect, someone, test } from '../journey.ts'
import { enterCode, type SendCard, sendCard } from '../send-card.ts'

/** Lets `count` parts through and holds the others until they are let go, so that a transfer stands still half-way. */
async function holdParts(page: Page, count: number): Promise<() => void> {
  let letGo = () => {}
  let left = count
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/uploads/*/blobs/*', async (route: Route) => {
    if (left-- <= 0) await free
    // A pause may have given the part up meanwhile.
    await route.continue().catch(() => {})
  })
  return letGo
}

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
  const letGo = await holdParts(page, 5)
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
  const letGo = await holdParts(page, 5)
  await startSending(card, someone('sender'), twoLarge)
  await card.card.getByText(card.t('send.eachFile')).click()
  await expect(card.card.getByRole('region', { name: card.t('send.eachFile') })).toContainText(/one\.bin.*10 MB/)
  letGo()
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})

test('Q13 cancel asks first: No goes on, Yes keeps the draft and what was sent', async ({ page, server }) => {
  const card = sendCard(page, server)
  const letGo = await holdParts(page, 5)
  await startSending(card, someone('sender'), twoLarge)
  await expect(card.progress).toBeVisible()
  await card.button(card.t('send.cancel')).click()
  await expect(card.card.getByRole('alertdialog')).toHaveText(/Cancel this transfer\?/)
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
  const letGo = await holdParts(page, 1)
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
  await expect(card.heading).toHaveText(card.t('send.doneTitle'), { timeout: 30_000 })
  expect(broken).toBeLessThan(0)
})
