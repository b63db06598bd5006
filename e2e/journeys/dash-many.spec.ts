/** Home, the palette, and many transfers at once: on a desk with the keyboard, on a phone with the finger. */
import { dashboard } from '../dashboard.ts'
import { download, downloadPage } from '../download-page.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { sendAs, signIn } from '../signed-in.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const file = (path: string, bytes = 5) => [{ path, bytes: Buffer.alloc(bytes, 'x') }]
const link = { sendAs: 'link', emailTo: [] }

for (const { language, locale, viewport } of screens) {
  const isDesk = viewport.width > 700
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(`T1 T2 I2 home, palette, sort and bulk (${name})`, async ({ page, server, guest, complaints }) => {
      // A way through much of the dashboard, judged on each of its pages.
      // The palette leads to a transfer's own page, which asks for more than is looked at here.
      complaints.expectFailed(/\/api\/transfers\//)
      const account = await signIn(page.context(), server, { fullName: 'Anna Northmill' })
      const dash = dashboard(page, language)
      await dash.openHome()
      await expect(page.getByRole('heading', { level: 2, name: dash.t('dash.emptyTitle') })).toBeVisible()

      await sendAs(account, {}, file('b-drawing.pdf', 300))
      await sendAs(account, link, file('c-catalogue.pdf', 20))
      const slug = await sendAs(account, link, file('a-报价单.xlsx', 90))
      const reader = downloadPage(await guest({ locale }), language)
      await reader.page.goto(`/w/${slug}`)
      await download(reader.page, () => reader.primary.click())

      await page.reload()
      const latest = page.getByRole('list', { name: dash.t('overview.latest'), exact: true }).getByRole('listitem')
      await expect(latest).toHaveText([/a-报价单/, /c-catalogue/, /b-drawing/])
      await expect(latest.first()).toContainText(dash.t('dash.statusDownloaded'))
      await expect(latest.last()).toContainText(dash.t('dash.statusPending'))
      const activity = page.getByRole('list', { name: dash.t('overview.activity'), exact: true }).getByRole('listitem')
      await expect(activity.first()).toContainText(dash.t('overview.someone'))
      await expect(activity.first()).toContainText('a-报价单.xlsx')
      await expectGood(page, 'home')

      if (isDesk) await page.keyboard.press('Control+k')
      else await page.getByRole('button', { name: dash.t('dash.find') }).click()
      const palette = page.getByRole('dialog', { name: dash.t('palette.title') })
      const box = palette.getByRole('combobox')
      await expect(box).toBeFocused()
      await expectGood(page, 'palette')
      await box.fill('c-cat')
      await expect(palette.getByRole('option')).toHaveText([/c-catalogue\.pdf/])
      await box.fill('theme dark')
      await expect(palette.getByRole('option', { selected: true })).toHaveText(dash.t('palette.themeDark'))
      await box.press('Enter')
      await expect(palette).toBeHidden()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await page.getByRole('button', { name: dash.t('dash.find') }).click()
      await box.fill('theme system')
      await box.press('Enter')
      await expect(palette).toBeHidden()

      await page.getByRole('link', { name: dash.t('dash.transfers'), exact: true }).click()
      await expect(dash.rows).toHaveText([/a-报价单/, /c-catalogue/, /b-drawing/])
      await page.getByRole('combobox', { name: dash.t('dash.sort') }).selectOption('name')
      await expect(dash.rows).toHaveText([/a-报价单/, /b-drawing/, /c-catalogue/])
      await expect(page).toHaveURL(/sort=name/)

      const box1 = dash.row('a-报价单').getByRole('checkbox')
      await box1.click()
      await dash
        .row('b-drawing')
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] })
      const bar = page.getByRole('region', { name: dash.t('dash.selectedBar') })
      await expect(bar).toContainText(dash.t('dash.selected', { count: 2, number: 2 }))
      await expectGood(page, 'two chosen')
      await bar.getByRole('button', { name: dash.t('dash.bulkClose') }).click()
      await expect(dash.message(dash.t('dash.bulkClosed', { count: 2, number: 2 }))).toBeVisible()
      await expect(dash.rows.filter({ hasText: dash.t('dash.statusDisabled') })).toHaveCount(2)

      await page.getByRole('checkbox', { name: dash.t('dash.selectAll') }).click()
      await bar.getByRole('button', { name: dash.t('dash.delete'), exact: true }).click()
      const question = page.getByRole('dialog', { name: dash.t('dash.askDelete', { count: 3, number: 3 }) })
      await question.getByRole('button', { name: dash.t('dash.delete'), exact: true }).click()
      await expect(dash.message(dash.t('dash.bulkDeleted', { count: 3, number: 3 }))).toBeVisible()
      await expect(dash.rows).toHaveCount(0)
      await dash.undo.click()
      await expect(dash.message(dash.t('dash.bulkRestored', { count: 3, number: 3 }))).toBeVisible()
      await expect(dash.rows).toHaveText([/a-报价单/, /b-drawing/, /c-catalogue/])
    })
  })
}

test('T2 I2 the list by keyboard; a g and a letter go elsewhere', async ({ page, server, complaints }) => {
  complaints.expectFailed(/\/api\/transfers\//)
  const account = await signIn(page.context(), server)
  await sendAs(account, {}, file('second.pdf'))
  const slug = await sendAs(account, {}, file('first.pdf'))
  const dash = dashboard(page)
  await dash.open()
  const first = dash.row('first.pdf').getByRole('link')
  const second = dash.row('second.pdf').getByRole('link')
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await expect(second).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dash.row('second.pdf').getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dash.row('second.pdf').getByRole('checkbox')).not.toBeChecked()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('dialog', { name: dash.t('dash.askDelete', { count: 1, number: 1 }) })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dash.rows).toHaveCount(2)
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dash/transfers/${slug}`)
  await expect(dash.rows).toHaveCount(2)
  await page.goBack()
  await expect(first).toBeFocused()
  // In one go: the h counts for a second and a half.
  await page.keyboard.type('gh')
  await expect(page).toHaveURL(/\/dash$/)
})

test('T1 files dropped on home are in the card that sends', async ({ page, server }) => {
  await signIn(page.context(), server)
  const dash = dashboard(page)
  await dash.openHome()
  await expect(page.getByRole('heading', { name: dash.t('dash.emptyTitle') })).toBeVisible()
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['hello'], 'dropped.pdf'))
    return data
  })
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
  await expect(page).toHaveURL(/\/dash\/send$/)
  await expect(page.locator('main').getByText('dropped.pdf')).toBeVisible()
})

test('T1 files chosen on home are in the card that sends', async ({ page, server }) => {
  await signIn(page.context(), server)
  const dash = dashboard(page)
  await dash.openHome()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: dash.t('overview.chooseFiles'), exact: true }).click()
  await (await chooser).setFiles({ name: 'chosen.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hello') })
  await expect(page).toHaveURL(/\/dash\/send$/)
  await expect(page.locator('main').getByText('chosen.pdf')).toBeVisible()
})
