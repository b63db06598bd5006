/** Signing up with a passkey in place of a password (A9), with the authenticator that Chromium plays. */
import type { Page } from '@playwright/test'
import { account, greetLater } from '../account.ts'
import { expectGood } from '../good-page.ts'
import { codeIn, expect, someone, test } from '../journey.ts'
import { fourViews, seenAs } from '../views.ts'
import { words } from '../words.ts'

/** Browsers bind them to a name. */
test.use({ settings: { PUBLIC_URL: 'http://localhost' } })

/** One that looks at whoever is there, or at nobody. */
async function authenticator(page: Page) {
  const line = await page.context().newCDPSession(page)
  await line.send('WebAuthn.enable')
  const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: false, automaticPresenceSimulation: true },
    },
  })
  return {
    lookAt: (isUserVerified: boolean) => line.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    keys: async () => (await line.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

for (const view of fourViews)
  test.describe(view.join(' '), () => {
    const [language, width] = view
    test.use(seenAs(view))

    test('A9 an address, its code and a passkey make an account, by keys alone; the passkey is its way in', async ({
      page,
      server,
      complaints,
    }) => {
      complaints.expectFailed(/\/(?:refreshToken|getQs|folderSize|getStripeData|notifications|requests|api\/)/)
      const [t, at] = [words(language), account(page, language)]
      const device = await authenticator(page)
      const email = someone(`passkey${language}${width}`)
      await at.open(at.path('register'))
      await expect(at.email).toBeFocused()
      await expectGood(page, 'details')
      await page.screenshot({ path: test.info().outputPath('details.png') })
      await at.button('passkeySignUp').focus()
      await page.keyboard.press('Enter')
      await expect(at.email).toHaveAttribute('aria-invalid', 'true')
      await at.email.fill(email)
      await at.button('passkeySignUp').focus()
      await page.keyboard.press('Enter')
      await expect(at.code).toBeFocused()
      await expect(at.window).toContainText(t('account.codeTextPasskey', { email }))
      await expectGood(page, 'code')
      await expect.poll(async () => (await server.mailsTo(email)).length, 'the mail with the code').toBeGreaterThan(0)
      await at.code.fill(codeIn((await server.mailsTo(email)).at(-1)!))
      await page.keyboard.press('Enter')

      // The device did not see who is there: nothing is lost, and the button is pressed again.
      await expect(at.window.locator('[aria-live=assertive]')).not.toBeEmpty()
      await expectGood(page, 'no passkey yet')
      await page.screenshot({ path: test.info().outputPath('no-passkey.png') })
      await device.lookAt(true)
      await at.button('create').click()
      await expect(page).toHaveURL(/\/dash/)
      await greetLater(page, t)
      expect(await device.keys()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true, userName: email }])

      await page.goto('/dash/account/security')
      await expect(page.getByText(t('security.passwordNone'))).toBeVisible()
      await expect(page.getByText(t('security.proof_passkey'))).toBeVisible()
      await server.sql(`update sessions set proven_at = now() - interval '11 minutes'`)
      await page.getByRole('button', { name: /^(Remove|移除|删除) Chrome/ }).click()
      await at.window.getByRole('button', { name: t('security.remove'), exact: true }).click()
      await expect(at.window).toContainText(t('account.proofByPasskey'))
      await expectGood(page, 'a proof by passkey alone')
      await at.window.getByRole('button', { name: t('account.proofPasskey'), exact: true }).click()
      await expect(page.locator('main')).toContainText(/only way into your account|唯一方式/)
    })
  })
