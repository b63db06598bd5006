/** Passkeys, with the authenticator that Chromium plays: added, used by the button and by the browser's own offer, renamed, removed. */
import type { Page } from '@playwright/test'
import { account } from '../account.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

/** Browsers bind them to a name. */
test.use({ settings: { PUBLIC_URL: 'http://localhost' } })

/** Until somebody may touch it, nothing that is asked is answered; what was asked before stays so. */
async function authenticator(page: Page) {
  const line = await page.context().newCDPSession(page)
  await line.send('WebAuthn.enable')
  const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  return {
    touch: (enabled: boolean) => line.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    keys: async () => (await line.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

test('A9 A12 a passkey is added, logs in by the button and by itself, proves who is there, is renamed and removed', async ({
  page,
  server,
  context,
  mailTo,
  complaints,
}) => {
  complaints.expectFailed(/\/(?:refreshToken|getQs|folderSize|getStripeData|notifications|requests|api\/)/)
  const t = words('en')
  const { email } = await signIn(context, server, { lang: 'en' })
  const device = await authenticator(page)
  const button = (name: string, slots = {}) => page.getByRole('button', { name: t(name, slots), exact: true })
  const window = page.getByRole('dialog')
  const open = async () => {
    await page.goto('/dash/account/security')
    await expect(button('security.passkeyAdd')).toBeVisible()
  }
  const logOut = async () => {
    await page.goto('/robots.txt')
    await page.evaluate(() => fetch('/logout', { headers: { 'x-sampan': 'web' } }))
    await page.evaluate(() => localStorage.clear())
  }
  await open()
  await device.touch(true)
  await button('security.passkeyAdd').click()
  const name = 'Chrome, Linux'
  await expect(page.getByText(t('security.passkeyAdded', { name }))).toBeVisible()
  await expect(page.getByText(t('security.passkeyUnused'))).toBeVisible()
  await expectGood(page, 'one passkey')
  const [key] = await device.keys()
  expect(key).toMatchObject({ rpId: 'localhost', isResidentCredential: true })
  expect((await mailTo(email, /passkey was added/)).text).toContain(name)

  await logOut()
  await device.touch(false)
  const log = account(page, 'en')
  await log.open('/login')
  await expect(log.email).toHaveAttribute('autocomplete', 'username webauthn')
  await expectGood(page, 'log in')
  await device.touch(true)
  await button('account.passkeyLogIn').click()
  await expect(page).toHaveURL(/\/dash$/)
  await logOut()
  await log.open('/login')
  await expect(page).toHaveURL(/\/dash$/)

  await open()
  await expect(page.getByText(t('security.proof_passkey'))).toBeVisible()
  await button('security.passkeyRenameName', { name }).click()
  const field = window.getByLabel(t('security.passkeyName'), { exact: true })
  await expect(field).toBeFocused()
  await field.fill('')
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill('Harbour laptop')
  await expectGood(page, 'renaming')
  await field.press('Enter')
  await expect(button('security.passkeyRemoveName', { name: 'Harbour laptop' })).toBeVisible()
  // The proof of the log-in has grown old meanwhile.
  await server.sql(`update sessions set proven_at = now() - interval '11 minutes'`)
  await button('security.passkeyRemoveName', { name: 'Harbour laptop' }).click()
  await expectGood(page, 'removing')
  await window.getByRole('button', { name: t('security.remove'), exact: true }).click()
  await expect(window).toContainText(t('account.proofByPassword'))
  await expectGood(page, 'a proof by passkey')
  await button('account.proofPasskey').click()
  await expect(page.getByText(t('security.passkeyRemoved', { name: 'Harbour laptop' }))).toBeVisible()
  await logOut()
  await log.open('/login')
  await expect(page.getByText(/opens nothing here any more/)).toBeVisible()
})
