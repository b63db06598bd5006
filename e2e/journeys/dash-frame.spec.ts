/** What stands around the dashboard's pages: the storage, and the keys that work everywhere. */
import { dashboard } from '../dashboard.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { sendAs, signIn } from '../signed-in.ts'

test('T1 storage that gets tight is said in the frame and on the page', async ({ page, server }) => {
  const account = await signIn(page.context(), server)
  const slug = await sendAs(account)
  const fill = (bytes: number) =>
    server.sql('update owners set used_bytes = $2 where id = (select owner_id from transfers where slug = $1)', [slug, bytes])
  const dash = dashboard(page)
  await fill(9_000_000_000)
  await dash.open()
  await expect(page.getByText('Almost full', { exact: true })).toHaveCount(2)
  await fill(10_000_000_000)
  await page.reload()
  await expect(page.getByText('Maximum reached', { exact: true })).toHaveCount(2)
  await expectGood(page, 'full')
})

test('I2 keys: search, help, send, and none of them while typing or when turned off', async ({ page, server }) => {
  const account = await signIn(page.context(), server)
  await sendAs(account)
  const dash = dashboard(page)
  await dash.open()
  await expect(dash.rows).toHaveCount(1)
  await page.keyboard.press('/')
  await expect(dash.search).toBeFocused()
  await page.keyboard.type('n?/')
  await expect(dash.search).toHaveValue('n?/')
  await page.keyboard.press('Escape')
  await expect(dash.search).toHaveValue('')
  await dash.search.blur()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: dash.t('dash.keys') })
  await expectGood(page, 'keys')
  await help.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/dash\/transfers$/)

  const panel = await dash.openAccount(account.email)
  await panel.getByRole('button', { name: dash.t('dash.keys') }).click()
  await help.getByRole('checkbox').check()
  await help.getByRole('button', { name: dash.t('dash.close') }).click()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/dash\/send$/)
  await expect(page.locator('main h1')).toBeFocused()
})
