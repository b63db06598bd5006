/** The second step of logging in, and a fresh proof of who is there, in both languages on desk and phone. */
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { account } from '../account.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { signIn } from '../signed-in.ts'
import { type Language, words } from '../words.ts'

/** What accounts made without the screens have. */
const password = 'a sampan at dusk'
const security = '/dash/account/security'
/** Also what a dashboard asks for that was logged out behind its back. */
const refused = /\/(?:refreshToken|getQs|folderSize|getStripeData|combinedAuth|notifications|requests|api\/)/

const stepMs = 30_000
/** The next one: that of now may be used up. */
const nextCode = (key: string): string =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: (TOTP.counter() + 1) * stepMs })
const codeNow = (key: string): string => new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate()

function stepPage(page: Page, language: Language) {
  const t = words(language)
  const window = page.getByRole('dialog')
  return {
    t,
    window,
    button: (name: string) => page.getByRole('button', { name: t(name), exact: true }),
    code: page.getByLabel(t('account.stepCode', { count: 6 }), { exact: true }),
    recovery: page.getByLabel(t('account.recoveryCode'), { exact: true }),
    submit: window.locator('button[type=submit]'),
    open: async () => {
      await page.goto(security)
      await expect(page.getByText(t('security.stepIsOff'), { exact: true })).toBeVisible()
    },
  }
}
type Step = ReturnType<typeof stepPage>

/** Sets it up; the key as the page shows it, and the recovery codes. */
async function setUp(page: Page, at: Step, look: (what: string) => Promise<unknown>) {
  await at.button('security.stepSetUp').click()
  await expect(at.window.getByRole('img', { name: at.t('security.stepQr') })).toBeVisible()
  const key = await at.window.locator('code').innerText()
  await look('the key')
  await at.code.fill('12')
  await at.code.press('Enter')
  await expect(at.code).toHaveAttribute('aria-invalid', 'true')
  await at.code.fill(codeNow(key))
  await at.code.press('Enter')
  const codes = at.window.getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await look('recovery codes')
  const recoveryCodes = await codes.allInnerTexts()
  await at.button('security.recoveryDone').click()
  await expect(page.getByText(at.t('security.codesLeft', { count: 10 }))).toBeVisible()
  return { key, recoveryCodes }
}

test.describe('en at 1440', () => {
  test.use({ locale: 'en-US', viewport: { width: 1440, height: 900 } })

  test('A10 A12 a second step is set up, asked for, remembered, and ended with a fresh proof', async ({
    page,
    server,
    context,
    guest,
    mailTo,
    complaints,
  }) => {
    complaints.expectFailed(refused)
    const { email } = await signIn(context, server, { lang: 'en' })
    const at = stepPage(page, 'en')
    await at.open()
    // The proof of the log-in has grown old meanwhile: the page asks, and says nothing to whoever thinks better of it.
    await server.sql(`update sessions set proven_at = now() - interval '11 minutes'`)
    await at.button('security.stepSetUp').click()
    await expect(at.window).toContainText(at.t('account.proofByPassword'))
    await expect(at.window.getByLabel(at.t('account.password'), { exact: true })).toBeFocused()
    await expectGood(page, 'proof by password')
    await page.keyboard.press('Escape')
    await expect(at.window).toBeHidden()
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    await at.button('security.stepSetUp').click()
    const typed = at.window.getByLabel(at.t('account.password'), { exact: true })
    await typed.fill('not this one')
    await typed.press('Enter')
    await expect(typed).toHaveAttribute('aria-invalid', 'true')
    await typed.fill(password)
    await typed.press('Enter')
    await expect(at.window.locator('code')).toBeVisible()
    await page.keyboard.press('Escape')
    const { key, recoveryCodes } = await setUp(page, at, (what) => expectGood(page, what))
    expect((await mailTo(email, /takes a code as well/)).text).toContain('authenticator app')
    await expect(page.getByText(at.t('security.proof_passwordAndCode'))).toBeVisible()

    const elsewhere = await guest()
    const log = account(elsewhere, 'en')
    const there = stepPage(elsewhere, 'en')
    const logIn = async () => {
      await log.open('/login')
      await log.email.fill(email)
      await log.password.fill(password)
      await log.submit.click()
    }
    await logIn()
    await expect(there.code).toBeFocused()
    await expect(there.code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(there.code).toHaveAttribute('inputmode', 'numeric')
    await expectGood(elsewhere, 'the code')
    await there.code.fill('000000')
    await log.submit.click()
    await expect(there.code).toHaveAttribute('aria-invalid', 'true')
    await there.button('account.haveNeither').click()
    await expect(elsewhere.getByText(at.t('account.neitherText'))).toBeVisible()
    await there.button('account.back').click()
    await expect(log.email).toHaveValue(email)
    await log.password.fill(password)
    await log.submit.click()
    await there.button('account.useRecovery').click()
    await there.recovery.fill(recoveryCodes[0]!.toLowerCase())
    await elsewhere.getByLabel(at.t('account.rememberBrowser')).check()
    await log.submit.click()
    await expect(elsewhere).toHaveURL(/\/dash$/)
    // From where nothing runs that would notice, and go to the log-in by itself.
    await elsewhere.goto('/robots.txt')
    await elsewhere.evaluate(() => fetch('/logout', { headers: { 'x-sampan': 'web' } }))
    await elsewhere.evaluate(() => localStorage.clear())
    await logIn()
    await expect(elsewhere).toHaveURL(/\/dash$/)

    await page.reload()
    await expect(page.getByText(at.t('security.codesLeft', { count: 9 }))).toBeVisible()
    await server.sql(`update sessions set proven_at = now() - interval '11 minutes'`)
    await at.button('security.stepOff').click()
    await at.window.getByRole('button', { name: at.t('security.stepOff'), exact: true }).click()
    await expect(at.window).toContainText(at.t('account.proofByCode'))
    await at.code.fill(nextCode(key))
    await at.code.press('Enter')
    await expect(page.getByText(at.t('security.stepIsOff'), { exact: true })).toBeVisible()
    await expect(page.getByText(at.t('security.stepOffDone'))).toBeVisible()
  })
})

test.describe('zh at 390', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 390, height: 844 } })

  test('A10 the second step on a phone', async ({ page, server, context, guest, complaints }) => {
    complaints.expectFailed(refused)
    const { email } = await signIn(context, server, { lang: 'zh' })
    const at = stepPage(page, 'zh')
    await at.open()
    const { recoveryCodes } = await setUp(page, at, (what) => expectGood(page, what))
    await expectGood(page, 'security, on')
    const elsewhere = await guest({ locale: 'zh-CN', viewport: { width: 390, height: 844 } })
    const log = account(elsewhere, 'zh')
    const there = stepPage(elsewhere, 'zh')
    await log.open('/zh/login')
    await log.email.fill(email)
    await log.password.fill(password)
    await log.submit.click()
    await there.button('account.haveNeither').click()
    await expectGood(elsewhere, 'the code')
    await there.button('account.useRecovery').click()
    await there.recovery.fill(recoveryCodes[3]!)
    await log.submit.click()
    await expect(elsewhere).toHaveURL(/\/dash$/)
  })
})
