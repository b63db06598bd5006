/** Signing up over the home page, logging in, staying signed in and logging out, in both languages on phone and desk. */
import type { Page } from '@playwright/test'
import { account, fillDetails, greetLater, password, type Screens, signUp } from '../account.ts'
import { makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { codeIn, countShakes, expect, inGate, someone, test } from '../journey.ts'
import { sendCard } from '../send-card.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

/** What accounts made without the screens have. */
const testPassword = 'a sampan at dusk'
const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'en', locale: 'en-US', viewport: { width: 390, height: 844 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const expectPath = (page: Page, path: string) => expect(page).toHaveURL((url) => url.pathname === path)

/** The account's menu, past the dialog that greets a new account. */
async function logOut(at: Screens): Promise<void> {
  const { page, t } = at
  await page.getByRole('button', { name: t('dash.accountOf', { name: '' }) }).click()
  await page.getByRole('button', { name: t('dash.logOut'), exact: true }).click()
}

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })
    // Judged on the phone, which is the harder one; that wishes for less motion as well.
    const isPhone = viewport.width < 500
    const checkLook = async (page: Page, what: string) => isPhone && expectGood(page, what)

    test(
      `A1 A3 W1 I1 I2 from the home page to an account; a reload keeps it, one logout ends both tabs (${language})`,
      inGate(locale === 'en-US' && viewport.width > 1000),
      async ({ page, server, context, mailTo, complaints }) => {
        complaints.expectFailed(/\/(?:newsignupverify|refreshToken)$/)
        const at = account(page, language)
        const shakes = await countShakes(page)
        const email = someone('captain')
        await at.open(at.home)
        await checkLook(page, 'home')
        await at.signUp.click()
        await expect(at.window).toHaveAccessibleName(at.t('account.signUpTitle'))
        await expect(page).toHaveTitle(at.t('account.signUpPage'))
        await expectPath(page, at.path('register'))
        await expect(at.email).toBeFocused()
        await checkLook(page, 'sign-up, empty')

        await fillDetails(at, email, '12345')
        await expect(at.password).toBeFocused()
        await expect(at.password).toHaveAccessibleDescription(
          language === 'en' ? 'Password has to be at least 6 characters' : /6/,
        )
        await checkLook(page, 'sign-up, short password')

        await fillDetails(at, email.toUpperCase())
        await expect(at.window).toContainText(at.t('account.codeText', { email }))
        const code = codeIn(await mailTo(email))
        await expect(at.button('create')).toBeDisabled()
        await at.code.fill(code === '22222' ? '33333' : '22222')
        await at.button('create').click()
        if (language === 'en') await expect(at.window).toContainText('Incorrect, check your email and try again.')
        await expect(at.code).toHaveValue('')
        await expect(at.code).toBeFocused()
        await expect.poll(shakes).toBe(isPhone ? 0 : 1)
        await checkLook(page, 'code, wrong')

        await at.button('back').click()
        await expect(at.email).toHaveValue(email)
        await expect(at.password).toHaveValue(password)
        // The code in the mailbox still lives: going on again asks for no other one.
        await at.button('goOn').click()
        await at.code.fill(code)
        expect(await server.mailsTo(email)).toHaveLength(1)
        await at.button('create').click()
        await expect(page).toHaveURL(/\/dash$/)

        await greetLater(page, at.t)
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const other = await context.newPage()
        await other.goto(at.home)
        await expect(other).toHaveURL(/\/dash$/)
        await expect(other.getByRole('navigation', { name: at.t('dash.menu') })).toBeVisible()

        // What a tab was asking for in the moment of the logout is refused.
        complaints.expectFailed(/./)
        await logOut(at)
        await expect(page).not.toHaveURL(/\/dash/)
        await expect(other).toHaveURL(/\/login$/)
        expect(await page.evaluate(() => localStorage.ssid)).toBeUndefined()
        await page.goto('/dash/send')
        await expect(page).toHaveURL(/\/login\?next=%2Fdash%2Fsend$/)
      },
    )

    test(
      `A2 I1 I2 logging in: a wrong password shakes and is selected, the right one goes on (${language})`,
      inGate(locale === 'zh-CN' && viewport.width < 500),
      async ({ page, server, guest, complaints }) => {
        complaints.expectFailed(/\/combinedAuth$/)
        const elsewhere = await guest()
        const { email } = await signIn(elsewhere.context(), server)
        const at = account(page, language)
        const shakes = await countShakes(page)
        await at.open(at.home)
        await at.logIn.click()
        await expect(page).toHaveTitle(at.t('account.logInPage'))
        await expectPath(page, at.path('login'))
        await expect(at.email).toBeFocused()

        await at.submit.click()
        await expect(at.email).toHaveAttribute('aria-invalid', 'true')
        await expect.poll(shakes).toBe(1)
        await at.email.fill(email)
        await at.password.fill('not the one')
        await at.submit.click()
        await expect(at.password).toHaveAccessibleDescription(
          language === 'en' ? 'Unable to log in with provided credentials' : '邮箱或密码不正确',
        )
        await expect.poll(shakes).toBe(2)
        await expect(at.email).toHaveValue(email)
        await expect(at.password).toBeFocused()
        await page.keyboard.type('x')
        await expect(at.password).toHaveValue('x')
        await at.submit.click()
        await expect(at.password).toHaveAttribute('aria-invalid', 'true')
        await expect.poll(shakes).toBe(3)
        await checkLook(page, 'log-in, refused')

        await at.password.fill(testPassword)
        await at.password.press('Enter')
        await expect(page).toHaveURL(/\/dash$/)
        // In the language of the account, whichever the log-in spoke.
        await expect(page.getByRole('navigation', { name: words('en')('dash.menu') })).toBeVisible()
      },
    )
  })
}

test('A1 a taken address says so and leads to the log-in with the address filled in', async ({
  page,
  server,
  guest,
  complaints,
}) => {
  complaints.expectFailed(/\/newsignupverify$/)
  const { email } = await signIn((await guest()).context(), server)
  const at = account(page, 'en')
  await at.open(`/register?email=${encodeURIComponent(email)}`)
  await expect(at.email).toHaveValue(email)
  await at.password.fill(password)
  await at.button('goOn').click()
  await expect(at.email).toHaveAccessibleDescription(/^This email has been taken/)
  await at.window.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`/login?user=${encodeURIComponent(email)}`)
  await expect(at.email).toHaveValue(email)
  await expect(at.password).toBeFocused()
})

test('A1 I2 the window keeps the focus within, closes by Escape, cross and a click outside, and gives the focus back', async ({
  page,
}) => {
  const at = account(page, 'en')
  await at.open('/')
  const closings = [
    () => page.keyboard.press('Escape'),
    () => at.window.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(20, 500),
    () => page.goBack(),
  ]
  for (const close of closings) {
    await at.signUp.focus()
    await page.keyboard.press('Enter')
    await expect(at.email).toBeFocused()
    for (let i = 0; i < 10; i++) await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
    await close()
    await expect(at.window).toHaveCount(0)
    await expectPath(page, '/')
    await expect(at.signUp).toBeFocused()
  }
})

test('A1 Q20 what lies on the send card comes along into the account', async ({ page, server }) => {
  const made = await makeFiles({ 'a.txt': 'hello' })
  const card = sendCard(page, server)
  const at = account(page, 'en')
  await card.open()
  await card.fileInput.setInputFiles(made.at('a.txt'))
  await card.message.fill('kept')
  await at.signUp.click()
  await signUp(at, server, someone('captain'))
  await expect(page).toHaveURL(/\/dash\/send$/)
  await page.getByRole('button', { name: at.t('dash.later'), exact: true }).click()
  await expect(card.files).toContainText('a.txt')
  await expect(card.message).toHaveValue('kept')
})

test('A1 when the line is down nothing that was typed is lost, and the next try goes on', async ({
  page,
  mailTo,
  complaints,
}) => {
  complaints.expectFailed(/\/newsignupverify$/)
  const at = account(page, 'en')
  const email = someone('captain')
  let isDown = true
  await page.route('**/newsignupverify', (route) => (isDown ? route.fulfill({ status: 500, body: '' }) : route.continue()))
  await at.open('/register')
  await fillDetails(at, email)
  await expect(at.window).toContainText('Something went wrong on our side. Please try again.')
  await expect(at.email).toHaveValue(email)
  await expect(at.password).toHaveValue(password)
  isDown = false
  await at.button('goOn').click()
  await expect(at.code).toBeVisible()
  await mailTo(email)
})

test('A3 W2 the mark of a session that has ended is taken away and leads to the log-in; who is signed in sees the dashboard there', async ({
  page,
  context,
  server,
  complaints,
}) => {
  complaints.expectFailed(/\/refreshToken$/)
  // A page without the app: it asks nobody.
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('ssid', '1'))
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.ssid)).toBeUndefined()
  await signIn(context, server)
  const other = await context.newPage()
  await other.goto('/signup/login?next=//evil.test')
  await expect(other).toHaveURL(/\/dash$/)
  await other.goto('/login?next=%2Fdash%2Fsend')
  await expect(other).toHaveURL(/\/dash\/send$/)
})

test('A3 a server that does not answer logs nobody out', async ({ page, context, server, complaints }) => {
  complaints.expectFailed(/\/refreshToken$/)
  await signIn(context, server)
  let isDown = true
  await page.route('**/refreshToken', (route) => (isDown ? route.fulfill({ status: 500, body: '' }) : route.continue()))
  await page.goto('/dash')
  await expect(page.getByRole('heading', { name: 'No answer from the server' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.ssid)).toBe('1')
  isDown = false
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
})

test('I3 W1 logo, language and both ways in stand side by side on the narrowest phone, and nothing moves for who has a session', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.route('**/refreshToken', () => {})
  for (const language of ['en', 'zh'] as const) {
    const at = account(page, language)
    await at.open(at.home)
    const links = page.getByRole('banner').getByRole('link')
    const boxesOf = async () => Promise.all((await links.all()).map((link) => link.boundingBox()))
    const boxes = (await boxesOf()).map((box) => box!)
    expect(boxes).toHaveLength(4)
    const ends = boxes.map(({ x, width }) => x + width)
    for (const [i, { x, height }] of boxes.entries()) {
      expect(x, `${language} ${i}`).toBeGreaterThanOrEqual(ends[i - 1] ?? 0)
      expect(height).toBeGreaterThanOrEqual(24)
    }
    expect(ends.at(-1)).toBeLessThanOrEqual(360)

    // Without an answer the page stays and shows the way to the dashboard.
    await page.evaluate(() => localStorage.setItem('ssid', '1'))
    await at.open(at.home)
    await expect(links.last()).toHaveText(at.t('shell.dashboard'))
    expect((await boxesOf()).slice(0, 2)).toEqual(boxes.slice(0, 2))
    await page.evaluate(() => localStorage.removeItem('ssid'))
  }
})
