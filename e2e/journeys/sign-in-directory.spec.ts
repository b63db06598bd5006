/** Logging in by a directory, with a real one (Debian: slapd, ldap-utils): somebody new, a wrong password, and an account that is connected. */
import { join } from 'node:path'
import { root, Slapd, suffix } from '../../apps/server/test/support/slapd.ts'
import { account } from '../account.ts'
import { expectGood } from '../good-page.ts'
import { test as base, expect, someone } from '../journey.ts'
import { signIn } from '../signed-in.ts'
import { fourViews, seenAs } from '../views.ts'
import { words } from '../words.ts'

const test = base.extend<object, { slapd: Slapd }>({
  slapd: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from it
    async ({}, use) => {
      const slapd = await new Slapd().start()
      await use(slapd)
      await slapd.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ slapd }, use) =>
      use({
        ...{ LDAP_PROVIDERS: 'school', LDAP_SCHOOL_NAME: 'Harbour School', LDAP_SCHOOL_URL: slapd.url },
        ...{ LDAP_SCHOOL_CA_FILE: join(slapd.folder, 'ca.pem'), LDAP_SCHOOL_BASE: suffix, LDAP_SCHOOL_TRUST_EMAIL: 'on' },
        ...{ LDAP_SCHOOL_BIND_DN: root.dn, LDAP_SCHOOL_BIND_PASSWORD: root.password },
      }),
    { scope: 'worker' },
  ],
})

const name = 'Harbour School'
for (const view of fourViews)
  test.describe(view.join(' '), () => {
    const [language, width] = view
    test.use(seenAs(view))

    test('A11 A12 name and password of a directory log in, connect an account and prove who is there', async ({
      page,
      context,
      server,
      slapd,
      complaints,
    }) => {
      complaints.expectFailed(/\/(?:refreshToken|getQs|folderSize|getStripeData|notifications|requests|api\/)/)
      const [t, screens] = [words(language), account(page, language)]
      const link = page.getByRole('link', { name: t('account.providerLogIn', { name }), exact: true })
      const field = page.getByLabel(t('account.directoryName'), { exact: true })
      const uid = `mei${language}${width}`
      slapd.addPerson(uid, 'of the school', someone(uid))

      await screens.open('login')
      await expectGood(page, 'log in')
      await link.click()
      await expect(page.getByRole('heading', { name: t('account.directoryTitle', { name }) })).toBeVisible()
      await expect(field).toBeFocused()
      await expectGood(page, 'the form')
      await page.screenshot({ path: test.info().outputPath('form.png') })
      await field.press('Enter')
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await field.fill(uid)
      await screens.password.fill('guessed')
      await screens.password.press('Enter')
      await expect(screens.password).toHaveAttribute('aria-invalid', 'true')
      await expect(screens.password).toBeFocused()
      await expectGood(page, 'a wrong password')
      await page.screenshot({ path: test.info().outputPath('wrong.png') })
      await screens.password.fill('of the school')
      await screens.password.press('Enter')
      await expect(page).toHaveURL(/\/dash$/)

      await context.clearCookies()
      await page.evaluate(() => localStorage.clear())
      await page.goto(`${screens.path('login')}?with=school`)
      await field.fill(uid)
      await screens.password.fill('of the school')
      await screens.password.press('Enter')
      const anew = page.getByRole('link', { name: t('account.directoryAnew'), exact: true })
      await expect(anew).toBeVisible()
      await expectGood(page, 'nothing was begun')
      await page.screenshot({ path: test.info().outputPath('not-begun.png') })

      await signIn(context, server, { lang: language })
      const pupil = `lan${language}${width}`
      slapd.addPerson(pupil, 'of the school')
      await page.goto('/dash/account/security')
      await page.getByRole('button', { name: t('security.connectName', { name }), exact: true }).click()
      await expect(field).toBeFocused()
      await field.fill(pupil)
      await screens.password.fill('of the school')
      await screens.password.press('Enter')
      await expect(page.getByRole('button', { name: t('security.disconnectName', { name }), exact: true })).toBeVisible()
    })
  })
