/** A program of one's own is told what happens (O9): added, tested, seen to fail and to be paused, sent again, removed. */
import { startReceiver } from '../../apps/server/test/support/hook-receiver.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

test.use({ settings: { WEBHOOKS_PRIVATE: 'on' } })

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

for (const { language, locale, viewport } of screens) {
  test.describe(language, () => {
    test.use({ locale, viewport })

    test(`O9 a webhook is added, tested, fails, is sent again, and is removed (${language})`, async ({ page, server }) => {
      const t = words(language)
      const receiver = await startReceiver()
      await signIn(page.context(), server)
      await page.goto('/dash/webhooks')
      const button = (key: string) => page.getByRole('button', { name: t(`webhooks.${key}`), exact: true })
      await expect(page.getByText(t('webhooks.emptyTitle'))).toBeVisible()
      await expectGood(page, 'empty')
      await button('add').click()
      await page.getByLabel(t('webhooks.url'), { exact: true }).fill('hooks')
      await page.getByLabel(t('webhooks.on_transfer_opened')).uncheck()
      await button('create').click()
      await expect(page.getByText(t('webhooks.urlWrong'))).toBeVisible()
      await expectGood(page, 'form')
      await page.getByLabel(t('webhooks.url'), { exact: true }).fill(receiver.url)
      await page.getByLabel(t('webhooks.description'), { exact: true }).fill('档案系统')
      await button('create').click()
      await expect(page.getByText(/^whsec_[0-9A-Za-z+/]{43}=$/)).toBeVisible()
      await expectGood(page, 'secret')
      await button('done').click()

      await expect(page.getByRole('heading', { name: '档案系统' })).toBeVisible()
      await expect(page.getByText(t('webhooks.logEmptyTitle'))).toBeVisible()
      receiver.answer((_, reply) => reply.writeHead(500).end('not today'))
      await button('test').click()
      await expect(page.getByText(t('webhooks.state_failed'), { exact: true })).toBeVisible()
      await page.locator('summary', { hasText: t('webhooks.event_ping') }).click()
      await expect(page.getByText('not today')).toBeVisible()
      await expect(page.getByText(t('webhooks.fault_status', { status: 500 }))).toBeVisible()
      await expectGood(page, 'failed')
      receiver.answer((_, reply) => reply.end('thanks'))
      await button('again').click()
      await expect(page.getByText(t('webhooks.state_delivered'), { exact: true })).toBeVisible()
      const [first, again] = await receiver.got(2)
      expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id'])

      await button('pause').click()
      await expect(page.getByText(t('webhooks.why_paused'))).toBeVisible()
      await page.goto('/dash/webhooks')
      await expect(page.getByText(t('webhooks.state_paused'), { exact: true })).toBeVisible()
      await expectGood(page, 'list')
      await page.getByRole('link', { name: '档案系统' }).click()
      await button('remove').click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('webhooks.remove'), exact: true })
        .click()
      await expect(page.getByText(t('webhooks.emptyTitle'))).toBeVisible()
      receiver.close()
    })
  })
}
