/** An installation with limits of its own: what its pages say before and after their scripts run. */
import { expect, test } from '../journey.ts'
import { sendCard } from '../send-card.ts'
import type { Language } from '../words.ts'

const anon = { 'anon.files': 5000, 'anon.uploadBytes': 20_000_000_000, 'anon.storageBytes': 40_000_000_000 }
test.use({
  settings: {
    PLAN_LIMITS: Object.entries(anon)
      .map(([name, value]) => `${name}=${value}`)
      .join(),
  },
})

for (const language of ['en', 'zh'] as const satisfies Language[]) {
  test(`K1 O2 the home page says the limits of this installation, with and without scripts: ${language}`, async ({
    page,
    server,
    guest,
  }) => {
    const plain = await guest({ javaScriptEnabled: false, locale: language })
    await plain.goto(language === 'zh' ? '/zh/' : '/')
    const card = sendCard(page, server, language)
    await card.open()
    for (const one of [plain, page]) {
      await expect(one.locator('main')).toContainText(card.t('home.lead', { limit: '20 GB' }))
      await expect(one.locator('main')).toContainText(card.t('send.upTo', { size: '20 GB', files: '5,000' }))
      await expect(one.locator('main')).not.toContainText('3 GB')
    }
    await card.fileInput.setInputFiles({ name: 'a.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1000) })
    await expect(card.card).toContainText(card.t('send.total', { used: '1 KB', limit: '20 GB' }))
  })
}
