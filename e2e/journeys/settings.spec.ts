/** What transfers begin with, what one thinks of the service, and what is new in it. */
import { accountSettingsPath, dashNewsPath, dashSendPath, homePath } from '../../packages/contract/src/paths.ts'
import { dashboard } from '../dashboard.ts'
import { makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { sendCard } from '../send-card.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const languageNames = { en: 'English', zh: '中文' }
const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 }, greeting: 'Hello, see what is enclosed.' },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 }, greeting: '您好，请查收。' },
] as const

for (const { language, locale, viewport, greeting } of screens) {
  const t = words(language)
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(`B4 a transfer begins with what the account has chosen (${name})`, async ({ page, server }) => {
      await signIn(page.context(), server)
      await page.goto(accountSettingsPath)
      // Of the row of pages, which scrolls on a phone, this one is in sight.
      await expect(page.getByRole('link', { name: t('dash.accountSettings'), exact: true })).toBeInViewport({ ratio: 0.9 })
      const form = page.getByRole('form', { name: t('settings.transfersTitle') })
      await form.getByRole('radio', { name: t('settings.sendAsLink') }).check()
      await form.getByRole('checkbox', { name: t('settings.notify') }).uncheck()
      await form.getByRole('textbox', { name: t('settings.message') }).fill(greeting)
      await expect(form.getByRole('option', { name: t('settings.notInPlan', { expiry: t('settings.year') }) })).toBeDisabled()
      await form.getByRole('button', { name: t('settings.save') }).click()
      await expect(form.getByText(t('settings.saved'))).toBeVisible()
      // No file of cities is here.
      await expect(page.getByRole('radio', { name: t('settings.city') })).toBeDisabled()
      await expect(page.getByRole('radio', { name: t('settings.country') })).toBeChecked()
      await page.getByRole('radio', { name: t('settings.off') }).check()
      await expect(page.getByText(t('settings.saved'), { exact: true })).toHaveCount(2)
      await expectGood(page, 'settings')
      // In the dark, as it is left, what is off is an outline.
      const off = form.getByRole('checkbox', { name: t('settings.notify') })
      await expect(off).not.toBeChecked()
      await expect(off).toHaveCSS('appearance', 'none')
      await expect(off).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
      await page.reload()
      await expect(page.getByRole('radio', { name: t('settings.off') })).toBeChecked()
      await page.goto('/dash/send')
      await expect(page.getByRole('textbox', { name: t('send.message') })).toHaveValue(greeting)
    })

    test(`B4 A5 what is typed and not saved is not lost without a question (${name})`, async ({ page, server }) => {
      const { email } = await signIn(page.context(), server)
      const warnings: string[] = []
      page.on('dialog', (dialog) => {
        warnings.push(dialog.type())
        void dialog.accept()
      })
      const question = page.getByRole('dialog', { name: t('dash.leaveTitle') })
      const answer = (key: string) => question.getByRole('button', { name: t(`dash.${key}`), exact: true }).click()
      const open = (key: string) => page.getByRole('link', { name: t(`dash.${key}`), exact: true }).click()
      const message = page.getByRole('form', { name: t('settings.transfersTitle') }).getByRole('textbox')
      const company = page.getByLabel(t('profile.company'), { exact: true })

      await page.goto(accountSettingsPath)
      await message.fill(greeting)
      await open('accountProfile')
      await expectGood(page, 'leaving')
      await answer('stay')
      await expect(page).toHaveURL(accountSettingsPath)
      await expect(message).toHaveValue(greeting)
      await page.reload()
      expect(warnings).toEqual(['beforeunload'])
      await expect(message).toHaveValue('')
      await open('accountProfile')
      await company.fill('Northmill Print')
      await open('accountSettings')
      await answer('leave')
      await expect(message).toBeVisible()
      await open('accountProfile')
      await expect(company).toHaveValue('')
      await company.fill('Northmill Print')
      await page
        .getByRole('button', { name: t('profile.save'), exact: true })
        .first()
        .click()
      await expect(page.getByText(t('profile.saved'), { exact: true })).toBeVisible()
      // What was saved and then changed elsewhere is nothing unsaved.
      const other = language === 'en' ? 'zh' : 'en'
      await page.getByRole('radio', { name: languageNames[other] }).check()
      await page
        .getByRole('button', { name: t('profile.save'), exact: true })
        .first()
        .click()
      await expect(page.getByText(words(other)('profile.saved'), { exact: true })).toBeVisible()
      const menu = await dashboard(page, other).openAccount(email)
      await menu.getByRole('link', { name: languageNames[language] }).click()
      await page.keyboard.press('Escape')
      await open('accountSettings')
      await expect(message).toBeVisible()
      await page.reload()
      expect(warnings).toHaveLength(1)

      // Logging out asks before the session ends; who leaves is not asked by the browser too.
      const logOut = async () => {
        const panel = await dashboard(page, language).openAccount(email)
        await panel.getByRole('button', { name: t('dash.logOut'), exact: true }).click()
      }
      await message.fill(greeting)
      await logOut()
      await answer('stay')
      await page
        .getByRole('form', { name: t('settings.transfersTitle') })
        .getByRole('button', { name: t('settings.save') })
        .click()
      await expect(page.getByText(t('settings.saved'), { exact: true })).toBeVisible()
      await message.fill('')
      await logOut()
      await answer('leave')
      await expect(page).toHaveURL(homePath(language))
      expect(warnings).toHaveLength(1)
    })

    test(`T7 at the third log-in, once, one is asked; later from the menu; what is new is listed (${name})`, async ({
      page,
      server,
    }) => {
      const account = await signIn(page.context(), server)
      await account.browser.logIn(account.email)
      await page.goto(dashNewsPath)
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      const window = page.getByRole('dialog')
      await expect(window.getByRole('heading', { name: t('feedback.title') })).toBeVisible()
      const send = window.getByRole('button', { name: t('feedback.send'), exact: true })
      await expect(send).toBeDisabled()
      await window.getByRole('textbox', { name: t('feedback.comment') }).fill('很快，很安静。')
      // Nobody's rating is chosen for them: it is asked for.
      await send.click()
      await expect(window.getByText(t('feedback.ratingMissing'))).toBeVisible()
      await expect(window.getByRole('radio', { checked: true })).toHaveCount(0)
      await window.getByText(t('feedback.Fantastic')).click()
      await expect(window.getByText(t('feedback.ratingMissing'))).toHaveCount(0)
      await expectGood(page, 'feedback')
      await send.click()
      await expect(window.getByRole('heading', { name: t('feedback.thanks') })).toBeVisible()
      await expect(window.getByText(t('feedback.thanksText'))).toBeVisible()
      await window.getByRole('button', { name: t('feedback.close'), exact: true }).click()

      const asked = page.waitForResponse('**/api/feedback/ask')
      await page.reload()
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      expect(await (await asked).json()).toEqual({ isDue: false })
      await expect(window).toHaveCount(0)
      await expectGood(page, 'news')
      const menu = page.getByRole('button', { name: t('dash.accountOf', { name: account.email }) })
      await menu.click()
      await page.getByRole('button', { name: t('dash.giveFeedback') }).click()
      await expect(window.getByRole('heading', { name: t('feedback.title') })).toBeVisible()
      await expect(menu).toHaveAttribute('aria-expanded', 'false')
    })

    for (const what of ['a window', 'an upload'])
      test(`T7 whoever is at ${what} by then is not asked over it (${name})`, async ({ page, server }) => {
        const account = await signIn(page.context(), server)
        await account.browser.logIn(account.email)
        let answer = () => {}
        const held = new Promise<void>((resolve) => {
          answer = resolve
        })
        await page.route('**/api/feedback/ask', async (route) => {
          await held
          await route.continue()
        })
        // Its answer is worked off once the page has read it and come to its next task.
        await page.addInitScript(() => {
          const { text } = Response.prototype
          Response.prototype.text = async function () {
            const body = await text.call(this)
            if (this.url.endsWith('/api/feedback/ask')) setTimeout(() => Object.assign(globalThis, { sentBody: body }))
            return body
          }
        })
        await Promise.all([page.waitForRequest('**/api/feedback/ask'), page.goto(dashSendPath)])
        const window = page.getByRole('dialog')
        if (what === 'a window') {
          await page.keyboard.press('ControlOrMeta+k')
          await expect(window.getByRole('combobox')).toBeFocused()
        } else {
          // It is through, so nothing warns any more: it waits for Send.
          const card = sendCard(page, server, language)
          await card.fileInput.setInputFiles((await makeFiles({ 'note.txt': 20 })).at('note.txt'))
          await expect(page.locator('[data-early]')).toContainText(t('send.earlyReady', { total: '20 B' }))
        }
        answer()
        await expect.poll(() => page.evaluate(() => (globalThis as { sentBody?: string }).sentBody)).toBe('{"isDue":true}')
        await expect(window).toHaveCount(what === 'a window' ? 1 : 0)
        await page.keyboard.press('Escape')
        await expect(window).toHaveCount(0)
      })
  })
}
