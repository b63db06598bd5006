/** File requests in the dashboard: asking, following, deciding (R1, R3, R5). */
import type { Page } from '@playwright/test'
import { Supplier } from '../../apps/server/src/testing/supplier.ts'
import type { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, someone, test } from '../journey.ts'
import type { Server } from '../server.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const bytes = Buffer.from('%PDF-1.7 an invoice')
const supplierAt = (server: Server, link: string) =>
  new Supplier({ url: server.url, mailsTo: server.mailsTo } as unknown as TestServer, link)
const shot = (page: Page, name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })
    const t = words(language)

    test(
      `R1 R3 asked of two suppliers by mail, received, accepted, sent back with a reason, closed and opened (${language})`,
      inGate(language === 'en'),
      async ({ page, context, server, mailTo }) => {
        const account = await signIn(context, server, { fullName: 'Anna Berg' })
        const [li, raj] = [someone('li'), someone('raj')]
        await page.goto('/dash/requests')
        await expect(page.getByRole('heading', { name: t('requests.emptyTitle') })).toBeVisible()
        await expectGood(page, 'no requests')
        await shot(page, 'empty')

        await page.getByRole('link', { name: t('requests.newRequest') }).click()
        await page.getByRole('radio', { name: t('requests.byEmail') }).check({ force: true })
        await page.getByLabel(t('requests.emails')).fill(`${li}, ${raj}`)
        await page.getByLabel(t('requests.requestTitle')).fill('Order 66')
        for (const name of ['Invoice', 'Packing list']) {
          await page.getByRole('button', { name: t('requests.addDocument') }).click()
          await page.locator('input[name^="document "]').last().fill(name)
        }
        await expectGood(page, 'a new request')
        await shot(page, 'new')
        // A reload loses nothing.
        await page.reload()
        await expect(page.getByLabel(t('requests.requestTitle'))).toHaveValue('Order 66')
        await page.getByRole('button', { name: t('requests.createMails', { count: 2, number: 2 }) }).click()
        await expect(page.getByRole('heading', { level: 1 })).toContainText('Order 66')
        await expect(page.getByRole('row')).toHaveCount(3)

        const slug = page.url().split('/').at(-1)
        const read = async () => (await account.browser.withAccess('GET', `/api/requests/${slug}`)).json
        const { documents, suppliers } = await read()
        const ids = documents.map(({ _id }: { _id: string }) => _id)
        const byEmail = (email: string) => suppliers.find((each: { email: string }) => each.email === email)
        await supplierAt(server, byEmail(li).linkUrl).sendFiles(
          [
            { path: 'invoice.pdf', bytes },
            { path: 'list.pdf', bytes },
          ],
          {
            'invoice.pdf': ids[0],
            'list.pdf': ids[1],
          },
        )
        await supplierAt(server, byEmail(raj).linkUrl).sendFiles([{ path: 'wrong.pdf', bytes }], { 'wrong.pdf': ids[0] })
        // It comes by itself.
        const cell = (who: string, what: string, state: string) =>
          page.getByRole('button', { name: t('requests.cell', { who, what, state: t(`requests.slot_${state}`) }) })
        await expect(cell(li, 'Packing list', 'received')).toBeVisible()
        await expect(cell(raj, 'Invoice', 'received')).toBeVisible()
        await expectGood(page, 'the grid')
        await shot(page, 'grid')

        await cell(li, 'Invoice', 'received').click()
        const window = page.getByRole('dialog')
        await expect(window.getByText('invoice.pdf')).toBeVisible()
        await window
          .getByRole('button', { name: t('requests.accept_file') })
          .first()
          .click()
        await expect(window.getByText(t('requests.slot_accepted')).first()).toBeVisible()
        await expectGood(page, 'a supplier')
        await shot(page, 'supplier')
        await page.keyboard.press('Escape')
        await expect(cell(li, 'Invoice', 'accepted')).toBeVisible()

        await cell(raj, 'Invoice', 'received').click()
        await window.getByRole('button', { name: t('requests.reject'), exact: true }).click()
        await window.getByLabel(t('requests.reason')).fill('The stamp is missing')
        await window
          .getByRole('button', { name: t('requests.rejectSend') })
          .last()
          .click()
        expect((await mailTo(raj, /sent back|退回/)).text).toContain('The stamp is missing')
        await expect(window.getByText(t('requests.reasonIs', { reason: 'The stamp is missing' }))).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(cell(raj, 'Invoice', 'rejected')).toBeVisible()

        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: t('requests.downloadAll') }).click()
        expect((await download).suggestedFilename()).toBe('Order 66.zip')
        const act = async (name: string) => {
          await page.getByRole('button', { name: t('requests.actions'), exact: true }).click()
          await page.getByRole('menuitem', { name: t(`requests.${name}`) }).click()
        }
        await act('close')
        await expect(page.getByText(t('requests.status_closed'), { exact: true })).toBeVisible()
        await act('reopen')
        await expect(page.getByText(t('requests.status_open'), { exact: true })).toBeVisible()
        await page.getByRole('link', { name: t('requests.back') }).click()
        await expect(page.getByText(t('requests.received', { number: '2', all: '4' }))).toBeVisible()
        await expectGood(page, 'the list')
        await shot(page, 'list')
      },
    )
  })
}

test('R1 R3 R5 a link at once, edited, kept as a template, copied, and deleted', async ({ page, context, server }) => {
  const t = words('en')
  await signIn(context, server)
  await page.goto('/dash/requests')
  await page.getByRole('button', { name: t('requests.instant') }).click()
  await expect(page.getByRole('img', { name: t('requests.qr') })).toBeVisible()
  await expectGood(page, 'a link at once')
  await shot(page, 'link')
  const act = async (name: string) => {
    await page.getByRole('button', { name: t('requests.actions'), exact: true }).click()
    await page.getByRole('menuitem', { name: t(`requests.${name}`) }).click()
  }
  await act('edit')
  const window = page.getByRole('dialog')
  await window.getByLabel(t('requests.requestTitle')).fill('Papers')
  await window.getByRole('button', { name: t('requests.addDocument') }).click()
  await window.getByRole('button', { name: t('requests.save') }).click()
  await expect(window.locator('input[name^="document "]')).toBeFocused()
  await window.locator('input[name^="document "]').fill('Deed')
  await expectGood(page, 'editing')
  await window.getByRole('button', { name: t('requests.save') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Papers')
  const address = page.url()
  await act('duplicate')
  await expect(page).not.toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Papers')
  await act('deleteRequest')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('requests.deleteYes'), exact: true })
    .click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Papers' })).toHaveCount(1)

  await page.getByRole('link', { name: t('requests.newRequest') }).click()
  await page.getByLabel(t('requests.requestTitle')).fill('Import')
  await page.getByRole('button', { name: t('requests.keepTemplate') }).click()
  await page.getByRole('button', { name: t('requests.save') }).click()
  await expect(page.getByText(t('requests.templateKept'))).toBeVisible()
  await page.getByLabel(t('requests.requestTitle')).fill('')
  await page.getByLabel(t('requests.template')).selectOption('Import')
  await expect(page.getByLabel(t('requests.requestTitle'))).toHaveValue('Import')
})
