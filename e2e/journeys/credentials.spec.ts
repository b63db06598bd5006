/** A forgotten password, and what one logs in with and where, in both languages on phone and desk. */
import type { Page } from '@playwright/test'
import { account } from '../account.ts'
import { expectGood } from '../good-page.ts'
import { codeIn, expect, someone, test } from '../journey.ts'
import { signIn } from '../signed-in.ts'
import { type Language, words } from '../words.ts'

/** What accounts made without the screens have. */
const oldPassword = 'a sampan at dusk'
const newPassword = 'two sampans at dawn'
const security = '/dash/account/security'
const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const linkIn = (text: string): string => /https?:\S+\/updatepassword\?\S+/.exec(text)![0]

function securityPage(page: Page, language: Language) {
  const t = words(language)
  const devices = page.getByRole('list', { name: t('security.devicesTitle'), exact: true }).getByRole('listitem')
  const window = page.getByRole('dialog')
  return {
    t,
    devices,
    window,
    button: (name: string) => page.getByRole('button', { name: t(`security.${name}`), exact: true }),
    field: (name: string) => window.getByLabel(t(`security.${name}`), { exact: true }),
    said: (text: string) => expect(page.getByRole('status').getByText(text, { exact: true })).toBeVisible(),
    open: async () => {
      await page.goto(security)
      await expect(devices.first()).toBeVisible()
    },
  }
}

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })
    // Judged on the phone, which is the harder one.
    const checkLook = async (page: Page, what: string) => viewport.width < 500 && expectGood(page, what)

    test(`A2 A4 R24 a forgotten password: a link by mail, once, and everybody is logged out (${language})`, async ({
      page,
      server,
      guest,
      mailTo,
      complaints,
    }) => {
      complaints.expectFailed(/\/(?:passTokenCheck|refreshToken|getQs|folderSize|getStripeData|api\/)/)
      const elsewhere = await guest({ locale })
      const { email } = await signIn(elsewhere.context(), server, { lang: language })
      await elsewhere.goto('/dash')
      await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible()
      // A page behind another one is not painted, and starts its app only then.
      await page.bringToFront()
      const at = account(page, language)
      await at.open(at.path('login?next=%2Fdash%2Fsend'))
      await expect(page.getByRole('link', { name: at.t('account.createOne'), exact: true })).toHaveAttribute('href', /\?next=/)
      await at.email.fill(email)
      await page.getByRole('link', { name: at.t('account.forgot'), exact: true }).click()
      await expect(page).toHaveTitle(at.t('account.forgotPage'))
      // The same with its first breath: it is built as the log-in, and complains of nothing.
      await page.reload()
      await expect(page).toHaveTitle(at.t('account.forgotPage'))
      await expect(at.email).toHaveValue(email)
      await expect(at.email).toBeFocused()
      await at.email.fill('mei')
      await at.submit.click()
      await expect(at.email).toHaveAttribute('aria-invalid', 'true')
      await checkLook(page, 'forgotten, refused')
      await at.email.fill(email)
      await at.submit.click()
      await expect(page.getByText(at.t('account.sentText'), { exact: true })).toBeVisible()
      if (language === 'en')
        await expect(
          page.getByText('If we have an account with that email, please click the included link to reset your password.'),
        ).toBeVisible()
      const first = await mailTo(email, 2)
      await page.getByRole('button', { name: at.t('account.sendAgain') }).click()
      await expect(page.getByText(at.t('account.sentAgain'))).toBeVisible()
      const link = linkIn((await mailTo(email, 3)).text!)
      await page.getByRole('link', { name: at.t('account.backToLogIn') }).click()
      await expect(at.email).toHaveValue(email)
      expect(new URL(page.url()).searchParams.get('next')).toBe('/dash/send')

      const dead = page.getByRole('heading', { name: at.t('security.resetDeadTitle') })
      await page.goto(linkIn(first.text!))
      await expect(dead).toBeVisible()
      await checkLook(page, 'dead link')
      // What is no answer of ours: tried again only by who reads the page.
      await page.route('**/passTokenCheck', (route) => route.fulfill({ status: 418, body: 'a proxy' }))
      await page.goto(link)
      await expect(page.getByRole('heading', { name: at.t('security.noAnswerTitle') })).toBeVisible()
      await page.unroute('**/passTokenCheck')
      await page.getByRole('button', { name: at.t('security.tryAgain') }).click()
      const field = page.getByLabel(at.t('security.newPassword'), { exact: true })
      await expect(field).toBeFocused()
      await field.fill('12345')
      await at.submit.click()
      await expect(field).toHaveAccessibleDescription(/6/)
      await checkLook(page, 'new password, too short')
      await field.fill(newPassword)
      await at.submit.click()
      await expect(page.getByRole('heading', { name: at.t('security.resetDoneTitle') })).toBeVisible()
      await page
        .getByRole('link', { name: at.t('security.logIn'), exact: true })
        .last()
        .click()
      await at.email.fill(email)
      await at.password.fill(newPassword)
      await at.submit.click()
      await expect(page).toHaveURL(/\/dash$/)

      await elsewhere.reload()
      await expect(elsewhere).toHaveURL(/\/login/)
      await page.goto(link)
      await expect(dead).toBeVisible()
      await page.getByRole('link', { name: at.t('security.askAnew') }).click()
      await expect(page).toHaveURL(/forgotPass/)
      expect((await mailTo(email, 4)).subject).toMatch(language === 'en' ? /password was changed/ : /密码已更改/)
    })

    test(`A3 A5 R27 devices, password and address in the account (${language})`, async ({
      page,
      server,
      context,
      guest,
      mailTo,
      complaints,
    }) => {
      complaints.expectFailed(/\/(?:refreshToken|getQs|folderSize|getStripeData|requests|notifications|api\/)/)
      const { email, browser } = await signIn(context, server, { lang: language })
      const other = await guest({ locale })
      const their = account(other, language)
      await their.open(their.path('login'))
      await their.email.fill(email)
      await their.password.fill(oldPassword)
      await their.submit.click()
      await expect(other).toHaveURL(/\/dash$/)
      // Due at this third log-in, the question what one thinks of the service would come in between.
      await browser.withAccess('POST', '/api/feedback/ask')
      const at = securityPage(page, language)

      // First the skeleton, and the truth once the answer comes.
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/api/sessions', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(security)
      await expect(page.getByRole('status', { name: at.t('security.devicesLoading') })).toBeVisible()
      answer()
      await expect(at.devices).toHaveCount(3)
      await expect(at.devices.first()).toContainText(at.t('security.thisDevice'))
      await expectGood(page, 'security')

      const theirs = at.devices.filter({ hasText: 'Chrome' }).last()
      const name = /Chrome/.test((await theirs.textContent()) ?? '') ? theirs : at.devices.nth(1)
      const logOut = name.getByRole('button')
      await page.route('**/api/sessions/*', (route) =>
        route.fulfill({ status: 404, json: { error: { code: 'notYours', message: '' } } }),
      )
      await logOut.click()
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
      await expect(at.devices).toHaveCount(3)
      await page.unroute('**/api/sessions/*')
      await logOut.click()
      await expect(at.devices).toHaveCount(2)
      await other.reload()
      await expect(other).toHaveURL(/\/login/)

      await at.button('changePassword').click()
      await at.field('currentPassword').fill('not this one')
      await at.field('newPassword').fill(newPassword)
      await at.window.getByRole('button', { name: at.t('security.changePassword') }).click()
      await expect(at.field('currentPassword')).toHaveAttribute('aria-invalid', 'true')
      await expect(at.field('currentPassword')).toBeFocused()
      await checkLook(page, 'password, refused')
      await at.field('currentPassword').fill(oldPassword)
      await at.field('currentPassword').press('Enter')
      await at.said(at.t('security.passwordDone'))
      await expect(at.devices).toHaveCount(1)
      await expect(page.getByText(at.t('security.devicesAlone'))).toBeVisible()
      expect((await browser.refresh()).status).toBe(401)

      const to = someone('moved')
      await at.button('changeEmail').click()
      await at.field('newEmail').fill(email)
      await at.field('currentPassword').fill(newPassword)
      await at.field('currentPassword').press('Enter')
      await expect(at.field('newEmail')).toHaveAccessibleDescription(at.t('security.sameEmail'))
      await at.field('newEmail').fill(to)
      await at.field('newEmail').press('Enter')
      const code = codeIn(await mailTo(to))
      await expect(at.field('code')).toBeFocused()
      await at.field('code').fill(code === '22222' ? '33333' : '22222')
      await at.field('code').press('Enter')
      await expect(at.window.getByRole('alert')).toContainText(/\S/)
      await expect(at.field('code')).toHaveValue('')
      await checkLook(page, 'code, wrong')
      await at.field('code').fill(code)
      await at.field('code').press('Enter')
      await at.said(at.t('security.emailDone', { email: to }))
      await expect(page.getByText(to, { exact: true }).first()).toBeVisible()
      await page.reload()
      await expect(page.getByText(to, { exact: true }).first()).toBeVisible()
      const old = await server.mailsTo(email)
      expect(old.at(-1)!.text).not.toContain(to)
      await page.getByRole('link', { name: at.t('security.tokens') }).click()
      await expect(page).toHaveURL(/\/dash\/tokens$/)
    })
  })
}
