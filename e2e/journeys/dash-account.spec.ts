/** The account in the dashboard's frame: its place on a phone, and the way out. */
import { dashboard } from '../dashboard.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { signIn } from '../signed-in.ts'

test('A3 a call that notices the logout first does not lead elsewhere', async ({ page, server, complaints }) => {
  complaints.expectFailed(/getQs|folderSize|notifications|refreshToken/)
  const account = await signIn(page.context(), server)
  const dash = dashboard(page)
  await dash.open()
  await page.route('**/logout', async (route) => {
    const refreshed = page.waitForResponse(/refreshToken/)
    const response = await route.fetch()
    // What the page asks meanwhile is told that nobody is signed in; it may ask by itself before it is made to.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await refreshed
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
