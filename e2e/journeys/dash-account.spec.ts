/** The account in the dashboard's frame: its data, its place on a phone, and the way out. */
import { dashboard } from '../dashboard.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { signIn } from '../signed-in.ts'

test('A1 T8 name and company can be changed later on', async ({ page, server }) => {
  const account = await signIn(page.context(), server)
  const dash = dashboard(page)
  await dash.open()
  const details = page.getByRole('dialog', { name: dash.t('dash.details') })
  const open = async (name: string) =>
    (await dash.openAccount(name)).getByRole('button', { name: dash.t('dash.details') }).click()
  await open(account.email)
  await details.getByLabel(dash.t('dash.fullName')).fill('Nobody')
  await details.getByRole('button', { name: dash.t('dash.cancel') }).click()
  await expect(details).toBeHidden()

  await open(account.email)
  await expect(details.getByLabel(dash.t('dash.fullName'))).toHaveValue('')
  await expectGood(page, 'details')
  await details.getByLabel(dash.t('dash.fullName')).fill('Alexandra Northmill')
  await details.getByLabel(dash.t('dash.company')).fill('Northmill Print')
  await details.getByRole('button', { name: dash.t('dash.save') }).click()
  await expect(details).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Alexandra')
  await page.reload()
  await open('Alexandra Northmill')
  await expect(details.getByLabel(dash.t('dash.company'))).toHaveValue('Northmill Print')
})

test('A3 a call that notices the logout first does not lead elsewhere', async ({ page, server, complaints }) => {
  complaints.expectFailed(/getQs|folderSize|refreshToken/)
  const account = await signIn(page.context(), server)
  const dash = dashboard(page)
  await dash.open()
  await page.route('**/logout', async (route) => {
    const response = await route.fetch()
    // What the page asks meanwhile is told that nobody is signed in.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.waitForResponse(/refreshToken/)
    await route.fulfill({ response })
  })
  const panel = await dash.openAccount(account.email)
  const visited: string[] = []
  page.on('framenavigated', (frame) => frame === page.mainFrame() && visited.push(new URL(frame.url()).pathname))
  await panel.getByRole('button', { name: dash.t('dash.logOut') }).click()
  await expect(page).toHaveURL('/')
  expect(visited).toEqual(['/'])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('T1 T8 a name of 200 letters leaves room for the rest, and one entry alone is on', async ({ page, server }) => {
    const fullName = 'A'.repeat(200)
    await signIn(page.context(), server, { fullName })
    const account = page.getByRole('button', { name: fullName })
    const dash = dashboard(page)
    await dash.open()
    expect((await page.getByRole('heading', { level: 1 }).boundingBox())!.height).toBeLessThan(90)
    const entry = page.getByRole('link', { name: dash.t('dash.transfers'), exact: true })
    const ground = () => entry.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await ground()).not.toBe('rgba(0, 0, 0, 0)')
    await account.click()
    expect(await ground()).toBe('rgba(0, 0, 0, 0)')
    const panel = page.getByRole('region', { name: dash.t('dash.account'), exact: true })
    expect((await panel.locator('b').boundingBox())!.height).toBeLessThan(60)
    await expectGood(page, 'long name')
  })
})
