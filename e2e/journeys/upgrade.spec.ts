/** A tab that stays open while the server is upgraded goes on working (W6). */
import { expect, test } from '../journey.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const t = words('en')

test('W6 a page whose script the new version does not have any more is loaded as a whole, once', async ({
  page,
  server,
  complaints,
}) => {
  complaints.expectFailed(/\/assets\/dash-contacts/)
  await signIn(page.context(), server)
  await page.goto('/dash')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const script = /\/assets\/dash-contacts-.*\.js$/
  let loads = 0
  await page.route(script, (route) => route.fulfill({ status: 404, body: '' }))
  page.on('request', async (request) => {
    if (!request.isNavigationRequest() || new URL(request.url()).pathname !== '/dash/contacts') return
    loads++
    // The page of the new version names its own script.
    await page.unroute(script)
  })
  await page
    .getByRole('link', { name: t('dash.contacts'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: t('contacts.title') })).toBeVisible()
  expect(loads).toBe(1)
  complaints.heard.length = 0
})

test('W6 where it never comes the page says so, with a button, and is not loaded for ever', async ({
  page,
  server,
  complaints,
}) => {
  complaints.expectFailed(/\/assets\/dash-contacts/)
  await signIn(page.context(), server)
  await page.goto('/dash')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route(/\/assets\/dash-contacts-.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  await page
    .getByRole('link', { name: t('dash.contacts'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: t('shell.troubleTitle') })).toBeVisible()
  await expect(page.getByRole('link', { name: t('shell.reload') })).toBeVisible()
  await expect.poll(() => loads).toBe(1)
  await expect(page.getByRole('heading', { level: 1, name: t('shell.troubleTitle') })).toBeVisible()
  expect(loads).toBe(1)
  complaints.heard.length = 0
})
