/** A domain of one's own for links: what to set, what is there instead, in use, and given back (B2). */
import { startDnsServer } from '../../apps/server/test/support/dns-server.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const zone: Parameters<typeof startDnsServer>[0] = {}
const dns = await startDnsServer(zone)

test.use({ settings: { BILLING: 'off', BILLING_PLAN: 'business', DNS_SERVERS: dns.address } })

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

for (const { language, locale, viewport } of screens) {
  test.describe(language, () => {
    test.use({ locale, viewport })

    test(`B2 a domain is added, waits, is in use, and is removed (${language})`, async ({ page, server }) => {
      const t = words(language)
      const host = `files.${language}-acme-test.com`
      await signIn(page.context(), server)
      await page.goto('/dash/account/domain')
      await expectGood(page, 'empty')
      const own = page.getByRole('region', { name: t('domain.addOwn') })
      await page.getByLabel(t('domain.hostLabel'), { exact: true }).fill('https://192.0.2.1')
      await own.getByRole('button', { name: t('domain.add'), exact: true }).click()
      await expect(page.getByText(t('domain.hostWrong'))).toBeVisible()

      zone[host] = { A: ['198.51.100.4'] }
      await page.getByLabel(t('domain.hostLabel'), { exact: true }).fill(host)
      await own.getByRole('button', { name: t('domain.add'), exact: true }).click()
      await expect(page.getByRole('heading', { name: host, exact: true })).toBeVisible()
      await expect(page.getByText(t('domain.state_waiting'), { exact: true })).toBeVisible()
      await expect(page.getByText('198.51.100.4').first()).toBeVisible()
      await expect(page.getByText(t('domain.record_missing')).first()).toBeVisible()
      await expectGood(page, 'waiting')

      const proof = (await page.locator('code', { hasText: /^sampan=/ }).textContent())!
      zone[`_sampan.${host}`] = { TXT: [proof] }
      zone[host] = { A: ['127.0.0.1'] }
      await page.getByRole('button', { name: t('domain.check'), exact: true }).click()
      await expect(page.getByText(t('domain.state_verified'), { exact: true })).toBeVisible()
      await expect(page.getByText(`${host}/w/`)).toBeVisible()
      await expectGood(page, 'verified')

      await page.getByRole('button', { name: t('domain.remove'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('domain.remove'), exact: true })
        .click()
      await expect(page.getByRole('heading', { name: host, exact: true })).toBeHidden()
      await expect(page.getByRole('heading', { name: t('domain.addOwn') })).toBeVisible()
    })

    test(`B3 mails come from an address of one's own, and no longer (${language})`, async ({ page, server }) => {
      const t = words(language)
      await signIn(page.context(), server)
      await page.goto('/dash/account/domain')
      const mails = page.getByRole('region', { name: t('domain.mailsTitle') })
      await mails.getByLabel(t('domain.mailsLabel')).fill('nobody')
      await mails.getByRole('button', { name: t('domain.add') }).click()
      await expect(mails.getByText(t('domain.mailsWrong'))).toBeVisible()
      await mails.getByLabel(t('domain.mailsLabel')).fill(`files@${language}-mail-test.com`)
      await mails.getByRole('button', { name: t('domain.add') }).click()
      await expect(mails.getByText(t('domain.state_waiting'), { exact: true })).toBeVisible()
      await expect(mails.getByText(t('domain.dmarc'))).toBeVisible()
      await expectGood(page, 'waiting for the key')

      const [name, value] = await mails.locator('li code').allTextContents()
      zone[name!] = { TXT: [value!] }
      await mails.getByRole('button', { name: t('domain.check') }).click()
      await expect(mails.getByText(t('domain.state_verified'), { exact: true })).toBeVisible()
      await mails.getByRole('button', { name: t('domain.renew') }).click()
      await expect(mails.getByText(t('domain.newFirst'))).toBeVisible()
      await expectGood(page, 'two keys')
      await mails.getByRole('button', { name: t('domain.remove') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('domain.remove'), exact: true })
        .click()
      await expect(mails.getByLabel(t('domain.mailsLabel'))).toBeVisible()
    })
  })
}
