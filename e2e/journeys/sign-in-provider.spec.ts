/** Logging in by a provider, with a real one of OpenID Connect: a new account, one that was there before, and what Security shows of it. */
import { type Person, RealProvider } from '../../apps/server/test/support/sign-in-provider.ts'
import { account } from '../account.ts'
import { expectGood } from '../good-page.ts'
import { test as base, expect, someone } from '../journey.ts'
import { signIn } from '../signed-in.ts'
import { seenAs, twoViews } from '../views.ts'
import { words } from '../words.ts'

const test = base.extend<object, { provider: RealProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from it
    async ({}, use) => {
      const provider = await new RealProvider().listen()
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ provider }, use) =>
      use({
        OIDC_PROVIDERS: 'acme,google,entra',
        ...Object.fromEntries(
          (['ACME', 'GOOGLE', 'ENTRA'] as const).flatMap((id) => [
            [`OIDC_${id}_ISSUER`, provider.issuer],
            [`OIDC_${id}_CLIENT_ID`, 'sampan'],
            [`OIDC_${id}_CLIENT_SECRET`, 'a-secret-of-tests'],
          ]),
        ),
        OIDC_ACME_NAME: 'Acme & Söhne',
        ...{ OIDC_GOOGLE_NAME: 'Google', OIDC_GOOGLE_ICON: 'google' },
        ...{ OIDC_ENTRA_NAME: 'Microsoft', OIDC_ENTRA_ICON: 'microsoft' },
      }),
    { scope: 'worker' },
  ],
})

const name = 'Acme & Söhne'
const person = (email: string): Person => ({ sub: email, email, email_verified: true, name: 'Mei Lin' })
for (const view of twoViews)
  test.describe(view.join(' '), () => {
    const [language] = view
    test.use(seenAs(view))

    test('A11 somebody new is in at once; an account that was there is connected after a log-in, and disconnected', async ({
      page,
      context,
      server,
      provider,
      mailTo,
      complaints,
    }) => {
      complaints.expectFailed(/\/(?:refreshToken|getQs|folderSize|getStripeData|notifications|requests|api\/|combinedAuth)/)
      provider.register({ backTo: ['acme', 'google', 'entra'].map((id) => `${server.url}/sign-in/${id}/done`) })
      const [t, screens] = [words(language), account(page, language)]
      const link = page.getByRole('link', { name: t('account.providerLogIn', { name }), exact: true })
      const button = (key: string, slots = {}) => page.getByRole('button', { name: t(key, slots), exact: true })
      const dialog = page.getByRole('dialog')

      const written = await (await page.request.get(screens.path('login'))).text()
      expect(written).toContain(`<span>${t('account.providerLogIn', { name: 'Acme &amp; Söhne' })}</span>`)
      await screens.open('login')
      await expect(link).toBeVisible()
      await expectGood(page, 'log in')
      await page.screenshot({ path: test.info().outputPath('log-in.png') })
      provider.person = { ...person(someone('mei')), email_verified: false }
      await link.click()
      await expect(page.getByText(t('account.logInText'), { exact: true })).toBeVisible()
      await expect(page.locator('[aria-live=assertive]')).toContainText(name)
      await expectGood(page, 'refused')
      await page.screenshot({ path: test.info().outputPath('refused.png') })

      // At the provider, too, this browser is nobody any more.
      await context.clearCookies()
      provider.person = person(someone('mei'))
      await link.click()
      await expect(page).toHaveURL(/\/dash$/)
      await mailTo(String(provider.person.email))
      await context.clearCookies()
      await page.evaluate(() => localStorage.clear())

      const owner = await signIn(context, server, { lang: language })
      // Due at its third log-in, the question what one thinks of the service would come in between.
      await owner.browser.withAccess('POST', '/api/feedback/ask')
      await context.clearCookies()
      provider.person = person(owner.email)
      await screens.open('login')
      await link.click()
      await expect(page.locator('[aria-live=assertive]')).toContainText(name)
      await expect(screens.email).toHaveValue(owner.email)
      await screens.password.fill('a sampan at dusk')
      await screens.submit.click()
      await expect(dialog.getByText(t('security.providerWaitingTitle', { name }))).toBeVisible()
      await expectGood(page, 'waiting')
      await page.screenshot({ path: test.info().outputPath('waiting.png') })
      await dialog.getByRole('button', { name: t('security.connect'), exact: true }).click()
      await expect(page.getByText(t('security.providerConnected', { name }))).toBeVisible()
      await expectGood(page, 'connected')
      await page.screenshot({ path: test.info().outputPath('connected.png'), fullPage: true })
      await mailTo(owner.email, /Acme/)

      await button('security.disconnectName', { name }).click()
      await dialog.getByRole('button', { name: t('security.disconnect'), exact: true }).click()
      await expect(page.getByText(t('security.providerRemoved', { name }))).toBeVisible()
      await button('security.connectName', { name: 'Google' }).click()
      await expect(button('security.disconnectName', { name: 'Google' })).toBeVisible()
    })

    test('A11 M1 a team says by which provider its people log in, and who has not is led there', async ({
      page,
      context,
      server,
      complaints,
    }) => {
      complaints.expectFailed(/\/(?:refreshToken|getQs|folderSize|getStripeData|notifications|requests|api\/)/)
      const t = words(language)
      const { userId } = await signIn(context, server, { lang: language })
      await server.sql("update owners set role = 'business', given_role = 'business' where key = $1", [userId])
      await page.goto('/dash/account/teams')
      const choice = page.getByRole('combobox', { name: t('team.logInTitle'), exact: true })
      await choice.selectOption({ label: t('team.logInBy', { name }) })
      await expect(page.getByText(t('team.logInRuled', { name }))).toBeVisible()
      await expect(choice).toHaveValue('acme')
      await expectGood(page, 'the rule')
      await page.screenshot({ path: test.info().outputPath('rule.png'), fullPage: true })
      await page.goto('/dash?left=logIn&provider=acme')
      const way = page.getByRole('link', { name: t('profile.teamLogInNow', { name }) })
      await expect(way).toHaveAttribute('href', '/sign-in/acme?next=%2Fdash')
      await page.screenshot({ path: test.info().outputPath('led.png') })
    })
  })
