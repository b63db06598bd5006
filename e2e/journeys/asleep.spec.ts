/** Pages that everybody may read wake when somebody is at them (decision 062). */
import type { Page } from '@playwright/test'
import { expect, inGate, test } from '../journey.ts'
import { openPage } from '../open-page.ts'
import { sendCard } from '../send-card.ts'
import { words } from '../words.ts'

const t = words('en')

/** The app is fetched, and nothing is left to be done. */
async function openAtRest(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const isFetched = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/entry.client'))
  await expect.poll(() => page.evaluate(isFetched)).toBe(true)
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
}

test(
  'I2 W1 a page sleeps until the first sign of a person, and what was pressed or typed before it was awake counts',
  inGate(),
  async ({ page, server }) => {
    const awake = page.locator('html[data-awake]')
    const card = sendCard(page, server)
    await openAtRest(page, '/')
    await expect(awake).toHaveCount(0)
    // Typed first; then pressed as by a screen reader: without a pointer that would come before.
    await card.sender.evaluate((field: HTMLInputElement) => {
      field.value = 'mei@example.com'
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await card.send.evaluate((button: HTMLElement) => button.click())
    await expect(awake).toHaveCount(1)
    await expect(card.why).toBeVisible()
    await expect(card.sender).toHaveValue('mei@example.com')
  },
)

test('I2 a page wakes by itself where there is more to show, or where nothing watches for a person', async ({
  page,
  complaints,
}) => {
  const awake = page.locator('html[data-awake]')
  await page.goto('/login?ref=trial_ending')
  await expect(awake).toHaveCount(1)
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'light'))
  await page.goto('/pricing')
  await expect(awake).toHaveCount(1)
  await page.evaluate(() => localStorage.clear())
  complaints.expectFailed(/wake\.js$/)
  await page.route('**/wake.js', (route) => route.abort())
  await page.goto('/pricing')
  await expect(awake).toHaveCount(1)
  await expect(page.getByRole('link', { name: t('shell.logIn') }).first()).toBeVisible()
})

test.describe('by a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('A1 W1 I2 the window for a new account comes by itself, whoever taps the way to it', async ({ page }) => {
    await openAtRest(page, '/')
    await page
      .getByRole('link', { name: t('shell.signUp') })
      .first()
      .tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goto('/register')
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

test('I2 a theme that is chosen before the page is awake is kept', async ({ page }) => {
  await openAtRest(page, '/pricing')
  await page.locator('input[name=theme][value=dark]').evaluate((input) => (input as HTMLInputElement).click())
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await openPage(page, '/pricing')
  await expect(page.locator('input[name=theme][value=dark]')).toBeChecked()
})
