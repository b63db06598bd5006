/** A sending goes on while other pages are looked at: it lives in the app, not in its card. */
import type { Page } from '@playwright/test'
import { dropFiles, makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { holdParts } from '../hold-parts.ts'
import { expect, linkIn, someone, test } from '../journey.ts'
import { enterCode, type SendCard, sendCard } from '../send-card.ts'
import { signIn } from '../signed-in.ts'
import { watchWakeLock } from '../wake-lock.ts'
import { words } from '../words.ts'

const t = words('en')
const bar = (page: Page) => page.getByRole('region', { name: t('send.onItsWay') })
const toTransfers = (page: Page) =>
  page
    .getByRole('link', { name: t('dash.transfers'), exact: true })
    .first()
    .click()

async function fill(card: SendCard, person: string | null): Promise<void> {
  const made = await makeFiles({ 'one.bin': 10_000_000 })
  await card.page.goto('/dash/send')
  await card.fileInput.setInputFiles(made.at('one.bin'))
  if (person) await card.addPeople(person)
  else await card.sendAs('byLink').check()
}

test('Q13 Send, then Transfers before anything was answered: it is published, told, and mailed', async ({
  page,
  context,
  server,
  mailTo,
}) => {
  const isHydrated = await watchWakeLock(page)
  await signIn(context, server)
  const ana = someone('ana')
  const card = sendCard(page, server)
  const { letGo } = await holdParts(page, 1)
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  const asked = page.waitForRequest('**/quicksend2')
  await page.route('**/quicksend2', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await fill(card, ana)
  await card.send.click()
  await asked
  await toTransfers(page)
  await expect(page).toHaveURL(/\/dash\/transfers$/)

  await expect(bar(page)).toContainText(ana)
  await expect(bar(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', /\d/)
  expect(await isHydrated()).toBe(true)
  const warned = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await warned).dismiss()
  await bar(page)
    .getByRole('button', { name: t('send.pause') })
    .click()
  await expect(bar(page)).toContainText(t('send.paused'))
  await expectGood(page, 'the bar of a sending')
  await bar(page)
    .getByRole('button', { name: t('send.resume') })
    .click()

  answer()
  letGo()
  await expect(page.getByRole('status').filter({ hasText: t('send.doneTitle') })).toContainText(t('send.doneTo', { first: ana }))
  expect(linkIn(await mailTo(ana))).toContain('/d/')
  expect(await isHydrated()).toBe(false)
  await expectGood(page, 'the notice of the arrival')
  await page.getByRole('button', { name: t('send.close') }).click()
  await expect(page.getByText(t('send.doneTitle'))).toHaveCount(0)
  await page.close({ runBeforeUnload: true })
})

test('Q13 Q14 back at the card it is watched there and ends in its arrival; left again, a link is told with its address', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server)
  const card = sendCard(page, server)
  const first = await holdParts(page, 1)
  await fill(card, someone('ana'))
  await card.send.click()
  await expect(card.progress).toBeVisible()
  await toTransfers(page)
  await bar(page)
    .getByRole('link', { name: t('send.showSending') })
    .click()
  await expect(card.progress).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  first.letGo()
  await expect(card.heading).toHaveText(t('send.doneTitle'))

  await page.unroute('**/api/uploads/*/blobs/*')
  const second = await holdParts(page, 1)
  await card.button(t('send.sendAnother')).click()
  await fill(card, null)
  await card.send.click()
  await expect(card.progress).toBeVisible()
  await toTransfers(page)
  await expect(bar(page)).toBeVisible()
  second.letGo()
  const reported = page.getByRole('status').filter({ hasText: t('send.linkTitle') })
  await expect(reported.getByRole('link', { name: /\/w\// })).toBeVisible()
})

test('Q13 what goes wrong after the card was left is told, and tried again from there', async ({
  page,
  context,
  server,
  complaints,
}) => {
  complaints.expectFailed(/\/quicksend2/)
  await signIn(context, server)
  const card = sendCard(page, server)
  const { letGo } = await holdParts(page, 1)
  let refuses = true
  await page.route('**/quicksend2', (route) =>
    refuses
      ? route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Broken', requestId: 'r1' } } })
      : route.continue(),
  )
  await fill(card, someone('ana'))
  await card.send.click()
  await toTransfers(page)
  letGo()
  const alert = page.getByRole('alert').filter({ hasText: t('send.couldNotSend') })
  await expect(alert).toBeVisible()
  await expectGood(page, 'a sending that failed')
  refuses = false
  await alert.getByRole('button', { name: t('send.tryAgain') }).click()
  await expect(page.getByText(t('send.doneTitle'))).toBeVisible()
})

test('Q13 Q25 cancelled from the dock, after a question: nobody has it, what has come is kept, and the card has the draft', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server)
  const ana = someone('ana')
  const card = sendCard(page, server)
  await holdParts(page, 1)
  await fill(card, ana)
  await card.send.click()
  await expect(card.progress).toBeVisible()
  await toTransfers(page)
  const act = (name: string) => bar(page).getByRole('button', { name: t(`send.${name}`), exact: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: test.info().outputPath('dock.png') })
  await act('cancel').click()
  await expect(bar(page)).toContainText(t('send.cancelled'))
  await expectGood(page, 'the question of the dock')
  await page.screenshot({ path: test.info().outputPath('question.png') })
  await act('no').click()
  await act('cancel').click()
  await act('yes').click()
  const draft = page.getByRole('region', { name: t('send.draftHere') })
  await expect(draft).toContainText(t('send.cancelled'))
  await page.screenshot({ path: test.info().outputPath('draft.png') })
  await expect.poll(() => server.sql('select 1 from recipients where email = $1', [ana])).toEqual([])
  await draft.getByRole('link', { name: t('send.toDraft') }).click()
  await expect(card.chips).toContainText(ana)
})

const queue = (page: Page, language: 'en' | 'zh' = 'en') => page.getByRole('region', { name: words(language)('send.queue') })

test('Q25 the next transfers are written while one is sent, wait in the dock in the order that is wished, and begin by themselves', async ({
  page,
  context,
  server,
  mailTo,
}) => {
  await signIn(context, server)
  const [ana, li, bo] = [someone('ana'), someone('li'), someone('bo')]
  const made = await makeFiles({ 'two.bin': 300_000, 'three.bin': 200_000 })
  const card = sendCard(page, server)
  const begun: string[] = []
  page.on('request', (request) => request.method() === 'POST' && /\/api\/uploads$/.test(request.url()) && begun.push('one'))
  const { letGo } = await holdParts(page, 1)
  await fill(card, ana)
  await card.send.click()
  await expect(card.progress).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('sending.png') })
  await card.button(t('send.sendMeanwhile')).click()
  await expect(bar(page)).toContainText(ana)
  await expect(card.chips).toHaveCount(0)

  await card.fileInput.setInputFiles(made.at('two.bin'))
  await card.addPeople(li)
  await expect(card.card).toContainText(t('send.earlyQueued'))
  await expectGood(page, 'the next draft while one is sent')
  await page.screenshot({ path: test.info().outputPath('next.png') })
  await card.send.click()
  const rows = queue(page).getByRole('listitem')
  await expect(rows).toContainText([`Waits: 1 file, 300 KB, to ${li}`])
  await expect(card.card).toContainText(t('send.queued'))
  await expect(card.chips).toHaveCount(0)

  await dropFiles(page, [made.at('three.bin')])
  await card.addPeople(bo)
  await card.send.click()
  await expect(rows).toContainText([li, bo])
  await rows
    .nth(1)
    .getByRole('button', { name: t('send.queueNext') })
    .click()
  await expect(rows).toContainText([bo, li])
  expect(begun).toHaveLength(1)
  await expectGood(page, 'what waits, in the dock')
  await page.screenshot({ path: test.info().outputPath('queue.png') })
  const warned = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await warned).dismiss()

  await rows
    .nth(1)
    .getByRole('button', { name: t('send.cancel') })
    .click()
  await expect(card.chips, 'nothing was uploaded, so nothing is asked').toContainText([li])
  await expect(page.locator('#send-card')).toBeFocused()
  await card.send.click()
  await expect(rows).toContainText([bo, li])
  letGo()
  await mailTo(ana)
  await mailTo(bo)
  await mailTo(li)
  await expect(queue(page)).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: t('send.doneTitle') })).toContainText(li)
  const sent = await server.sql('select email from recipients where email = any($1) order by seq', [[ana, bo, li]])
  expect(sent.map(({ email }) => email)).toEqual([ana, bo, li])
  await page.close({ runBeforeUnload: true })
})

test.describe('on a phone', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 390, height: 844 } })

  test('Q25 Q12 a guest writes the next one under another address, verifies it, and cancels what runs: the next begins', async ({
    page,
    server,
    mailTo,
  }) => {
    const zh = words('zh')
    const [first, second, ana, li] = [someone('first'), someone('second'), someone('ana'), someone('li')]
    const made = await makeFiles({ 'one.bin': 10_000_000, 'two.bin': 300_000 })
    const card = sendCard(page, server, 'zh')
    const { letGo } = await holdParts(page, 1)
    await card.open()
    await card.fileInput.setInputFiles(made.at('one.bin'))
    await card.addPeople(ana)
    await card.sender.fill(first)
    await card.send.click()
    await enterCode(card, first)
    await expect(card.progress).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('sending.png'), fullPage: true })
    await card.button(zh('send.sendMeanwhile')).click()
    await card.fileInput.setInputFiles(made.at('two.bin'))
    await card.addPeople(li)
    await card.sender.fill(second)
    await card.send.click()
    await enterCode(card, second)
    await page.screenshot({ path: test.info().outputPath('folded.png') })
    // Two parts of the dock are one line there, which opens them.
    await page.getByRole('button', { name: zh('send.dockAll') }).click()
    await expect(queue(page, 'zh')).toContainText(li)
    await expectGood(page, 'what waits, on a phone')
    await page.screenshot({ path: test.info().outputPath('queue.png') })

    const running = page.getByRole('region', { name: zh('send.onItsWay') })
    await running.getByRole('button', { name: zh('send.cancel') }).click()
    await page.screenshot({ path: test.info().outputPath('question.png') })
    await running.getByRole('button', { name: zh('send.yes') }).click()
    await expect(card.card).toContainText(zh('send.nobodyTold'))
    await expect(card.chips).toContainText([ana])
    await expect(running).toContainText(li)
    await page.screenshot({ path: test.info().outputPath('cancelled.png'), fullPage: true })
    letGo()
    await mailTo(li)
    expect(await server.mailsTo(ana)).toEqual([])
    await card.send.click()
    await expect(card.heading).toHaveText(zh('send.doneTitle'))
    await mailTo(ana)
  })
})
