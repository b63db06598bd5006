/** Forwarding files of an earlier transfer from the dashboard (Q18), and the zip that starts at once (D2). */
import { dashboard } from '../dashboard.ts'
import { download, downloadPage } from '../download-page.ts'
import { expectGood } from '../good-page.ts'
import { expect, linkIn, someone, test } from '../journey.ts'
import { sendAs, signIn } from '../signed-in.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const files = ['Autumn catalogue.pdf', 'photos/船.jpg', 'notes.txt'].map((path) => ({
  path,
  bytes: Buffer.from(`hello ${path}`),
}))

for (const { language, locale, viewport } of screens) {
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(`Q18 I2 chosen files go to somebody else, or not at all; a link of all of them (${name})`, async ({
      page,
      server,
      guest,
      mailTo,
    }) => {
      const account = await signIn(page.context(), server)
      await sendAs(account, {}, files)
      const dash = dashboard(page, language)
      const { t } = dash
      const recipients = page.getByLabel(t('send.emailTo'), { exact: true })
      const all = page.getByRole('checkbox', { name: t('dash.forwardAll') })
      await dash.open()
      await dash.choose('Autumn catalogue.pdf', 'forward')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('dash.forwardTitle'))
      await expect(all).toBeChecked()
      await expectGood(page, 'forwarding')
      await page.getByRole('link', { name: t('dash.cancel'), exact: true }).click()
      await expect(dash.rows).toHaveCount(1)

      await dash.choose('Autumn catalogue.pdf', 'forward')
      await all.uncheck()
      await expect(page.locator('#why-not')).toHaveText(t('send.needFiles'))
      await page.getByRole('checkbox', { name: 'notes.txt' }).check()
      const to = someone('forwarded')
      await recipients.pressSequentially(`${to},`)
      const send = page.getByRole('button', { name: t('send.sendTo', { count: 1 }), exact: true })
      await expect(send).toBeEnabled()
      await recipients.press('Enter')
      await page.getByRole('textbox', { name: t('send.message'), exact: true }).fill('Only the notes')
      await send.click()
      await expect(page.getByRole('heading', { name: t('send.doneTitle') })).toBeVisible()
      const mail = await mailTo(to)
      expect(mail.text).toContain('Only the notes')
      const reader = downloadPage(await guest({ locale, viewport }), language)
      await reader.page.goto(linkIn(mail))
      const got = await download(reader.page, () => reader.primary.click())
      expect([got.name, got.bytes.toString()]).toEqual(['notes.txt', 'hello notes.txt'])

      await page.getByRole('link', { name: t('send.seeTransfer'), exact: true }).click()
      await expect(page).toHaveURL(/\/dash\/transfers\/\w+$/)
      await expect(page.getByRole('complementary', { name: t('detail.transfer'), exact: true })).toContainText('notes.txt')

      await dash.open()
      await expect(dash.rows).toHaveCount(2)
      await dash.choose('Autumn catalogue.pdf', 'forward')
      await page.getByRole('radio', { name: t('send.byLink') }).check({ force: true })
      await page.getByRole('button', { name: t('send.getLink'), exact: true }).click()
      await expect(page.getByRole('textbox', { name: t('send.link'), exact: true })).toHaveValue(/\/w\/\w{7}$/)
    })

    test(`D2 D6 the zip starts by itself, after the password, and once (${name})`, async ({
      context,
      guest,
      server,
      mailTo,
      complaints,
    }) => {
      complaints.expectFailed(/\/downloads\/|\/api\/transfers\//)
      const account = await signIn(context, server)
      const to = someone('reader')
      await sendAs(account, { emailTo: [{ email: to }], password: 'over the 7 seas' }, files)
      const path = linkIn(await mailTo(to)).replace(/^.*\/d\//, '/downloads/')
      // Its sender would be asked for no password.
      const page = await guest({ locale: language === 'zh' ? 'zh-CN' : 'en-US' })
      const { t } = downloadPage(page, language)
      await page.goto(`${path}/zip`)
      await page.getByLabel(t('download.password'), { exact: true }).fill('over the 7 seas')
      const zip = await download(page, () => page.getByRole('button', { name: t('download.open'), exact: true }).click())
      expect(zip.name).toMatch(/\.zip$/)
      await expect(page).toHaveURL(new RegExp(`${path}(\\?dl=|$)`))
    })
  })
}
