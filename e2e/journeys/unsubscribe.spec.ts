/** Whoever gets mails refuses further ones by the link in them, and the sender sees it (R41). */
import { expectGood } from '../good-page.ts'
import { expect, someone, test } from '../journey.ts'
import { openPage } from '../open-page.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const files = [{ path: '船.jpg', bytes: Buffer.from('hello') }]
const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 360, height: 780 } },
] as const

for (const { language, locale, viewport } of screens) {
  test.describe(language, () => {
    test.use({ locale, viewport })

    test(`R41 from the mail to the page, its buttons, and what the sender sees (${language})`, async ({
      page,
      server,
      guest,
      mailTo,
      complaints,
    }) => {
      complaints.expectFailed(/\/unsubscribe\//)
      const t = words(language)
      const account = await signIn(page.context(), server)
      const to = someone('reader')
      await sendAs(account, { emailTo: [{ email: to }], language }, files)
      const link = /https?:\/\/\S+\/unsubscribe\/[\w-]+/.exec((await mailTo(to)).text ?? '')![0]

      const reader = await guest({ locale, viewport })
      await openPage(reader, link)
      await expect(reader.getByRole('heading', { level: 1 })).toHaveText(t('refusal.title'))
      await expect(reader.getByText(t('refusal.fromSender', { sender: account.email }))).toBeVisible()
      await expect(reader.getByText(t('refusal.wanted'))).toHaveCount(2)
      await expectGood(reader, 'open')
      await reader
        .getByRole('button', { name: t('refusal.stop'), exact: true })
        .first()
        .click()
      await expect(reader.getByText(t('refusal.refused'))).toBeVisible()
      await expectGood(reader, 'refused')

      const slug = await sendAs(account, { emailTo: [{ email: to }], language }, files)
      await page.goto(`/dash/transfers/${slug}`)
      await expect(page.getByText(t('detail.personRefused'))).toBeVisible()
      await page.goto('/dash/transfers')
      await expect(page.getByText(t('dash.statusRefused')).first()).toBeVisible()

      await reader.reload()
      await reader.getByRole('button', { name: t('refusal.allow'), exact: true }).click()
      await expect(reader.getByText(t('refusal.wanted'))).toHaveCount(2)

      await reader.goto(`/unsubscribe/${'x'.repeat(60)}`)
      await expect(reader.getByText(t('refusal.deadText'))).toBeVisible()
      await expectGood(reader, 'dead')
    })
  })
}
