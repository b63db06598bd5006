/** Where nobody logs in with a password (PASSWORD_LOGIN=off): no form is offered, and what the server writes is what the app draws. */
import { account } from '../account.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { seenAs, twoViews } from '../views.ts'

test.use({
  settings: {
    OIDC_PROVIDERS: 'acme',
    OIDC_ACME_ISSUER: 'https://login.example.com/acme',
    OIDC_ACME_CLIENT_ID: 'sampan',
    OIDC_ACME_NAME: 'Acme',
    PASSWORD_LOGIN: 'off',
  },
})

for (const view of twoViews)
  test.describe(view.join(' '), () => {
    const [language] = view
    test.use(seenAs(view))

    test('A11 the log-in page and the sign-up have the provider alone', async ({ page }) => {
      const at = account(page, language)
      const link = page.getByRole('link', { name: at.t('account.providerLogIn', { name: 'Acme' }), exact: true })
      await at.open(at.path('login'))
      await expect(link).toHaveAttribute('href', '/sign-in/acme?next=%2Fdash')
      await expect(at.email).toHaveCount(0)
      await expectGood(page, 'log in')
      await page.screenshot({ path: test.info().outputPath('log-in.png') })
      await at.open(`${at.path('login')}?forgotPass=1`)
      await expect(link).toBeVisible()
      await expect(at.email).toHaveCount(0)
      await at.open(at.path('register'))
      await expect(at.window.getByRole('link', { name: at.t('account.providerLogIn', { name: 'Acme' }) })).toBeVisible()
      await expect(at.email).toHaveCount(0)
      await expectGood(page, 'sign up')
      await page.screenshot({ path: test.info().outputPath('sign-up.png') })
    })
  })
