/** The dashboard when the server refuses, is slow or is gone. */
import type { Page } from '@playwright/test'
import { dashboard } from '../dashboard.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { sendAs, signIn } from '../signed-in.ts'

const file = (path: string) => [{ path, bytes: Buffer.from('hello') }]

/** Calls of the address wait until the server answers again. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('T2 what is done is said once the server has done it, in one message for each transfer', async ({ page, server }) => {
  const account = await signIn(page.context(), server)
  await sendAs(account, {}, file('plan.pdf'))
  const dash = dashboard(page)
  await dash.open()
  const answerClose = await hold(page, '**/api/transfers/*')
  await dash.choose('plan.pdf', 'closeLink')
  await expect(dash.message(dash.t('dash.closing'))).toBeVisible()
  await expect(dash.message(dash.t('dash.linkClosed'))).toHaveCount(0)
  answerClose()
  await expect(dash.message(dash.t('dash.linkClosed'))).toBeVisible()
  await expect(dash.message(dash.t('dash.closing'))).toHaveCount(0)

  const answerDelete = await hold(page, '**/deleteTransfer')
  await dash.choose('plan.pdf', 'delete')
  await expect(dash.message(dash.t('dash.deletingName', { name: 'plan.pdf' }))).toBeVisible()
  await expect(dash.message(dash.t('dash.linkClosed'))).toHaveCount(0)
  await expect(dash.undo).toHaveCount(0)
  answerDelete()
  await expect(dash.undo).toBeFocused()
})

test('T2 without an answer nothing is said to be done, and the row is as it was', async ({ page, server, complaints }) => {
  complaints.expectFailed(/api\/transfers|deleteTransfer/)
  const account = await signIn(page.context(), server)
  const name = `${'long '.repeat(40)}end.pdf`
  await sendAs(account, {}, file(name))
  await page.route(/api\/transfers|deleteTransfer/, (route) => route.abort())
  const dash = dashboard(page)
  await dash.open()
  await dash.choose(name, 'closeLink')
  const reason = dash.t('send.offline')
  await expect(
    page.getByRole('status').getByText(new RegExp(`^${reason.replaceAll('.', '\\.')} “long .*….*end\\.pdf” was not changed`)),
  ).toBeVisible()
  await expect(dash.rows).toContainText([dash.t('dash.statusPending')])
  await dash.choose(name, 'delete')
  await expect(dash.rows).toHaveCount(0)
  await expect(page.getByRole('status').getByText(/was not deleted/)).toBeVisible()
  await expect(dash.rows).toHaveCount(1)
  await expect(dash.undo).toHaveCount(0)
})

test('T2 a search without an answer keeps the list, says so, and goes on by itself', async ({ page, server, complaints }) => {
  complaints.expectFailed(/getQs/)
  const account = await signIn(page.context(), server)
  await sendAs(account, {}, file('plan.pdf'))
  const dash = dashboard(page)
  await dash.open()
  await expect(dash.rows).toHaveCount(1)
  await page.route('**/getQs*', (route) => route.abort())
  await dash.search.fill('nothing like it')
  await expect(page.getByText(dash.t('dash.staleView'))).toBeVisible()
  await expect(dash.search).toHaveValue('nothing like it')
  await expect(dash.rows).toHaveText([/plan\.pdf/])
  await expect(dash.filter('filterAll')).toBeVisible()
  await expectGood(page, 'search without an answer')
  await page.unroute('**/getQs*')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(dash.t('dash.nothingTitle'))
  await expect(page.getByText(dash.t('dash.staleView'))).toHaveCount(0)
})

test('T2 a refused deletion comes back with the reason', async ({ page, server, complaints }) => {
  complaints.expectFailed(/deleteTransfer/)
  const account = await signIn(page.context(), server)
  await sendAs(account, {}, file('stays.pdf'))
  await page.route('**/deleteTransfer', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: '', requestId: 'x' } } }),
  )
  const dash = dashboard(page)
  await dash.open()
  await dash.choose('stays.pdf', 'delete')
  await expect(page.getByRole('status').getByText(/“stays\.pdf” was not deleted/)).toBeVisible()
  await expect(dash.rows).toHaveText([/stays\.pdf/])
})

test('T2 a list that cannot be loaded says so and tries again', async ({ page, server, complaints }) => {
  complaints.expectFailed(/getQs/)
  await signIn(page.context(), server)
  let isDown = true
  await page.route('**/getQs*', (route) =>
    isDown
      ? route.fulfill({ status: 500, json: { error: { code: 'internal', message: '', requestId: 'x' } } })
      : route.continue(),
  )
  const dash = dashboard(page)
  await dash.open()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(dash.t('dash.failedTitle'))
  await expectGood(page, 'failed')
  const asked = page.waitForRequest('**/getQs*')
  await page.getByRole('button', { name: dash.t('dash.tryAgain') }).click()
  await asked
  // Once the server answers again, the list goes on by itself.
  isDown = false
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(dash.t('dash.emptyTitle'))
})
