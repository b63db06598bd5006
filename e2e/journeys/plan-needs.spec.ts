/** From a limit to the plan that allows what was wanted (Q6, K1). */
import { expect, test } from '../journey.ts'
import { sendCard } from '../send-card.ts'
import type { Language } from '../words.ts'

for (const language of ['en', 'zh'] as const satisfies Language[]) {
  test(`Q6 K1 P1 a guest with more people than a guest may mail to is shown the plan that takes them: ${language}`, async ({
    page,
    server,
  }) => {
    const card = sendCard(page, server, language)
    await card.open()
    await card.addPeople(Array.from({ length: 22 }, (_, at) => `p${at}@example.com`).join(', '))
    await card.card.getByRole('link', { name: card.t('send.getTrial') }).click()
    const [personal, pro] = [0, 1].map((at) => page.getByRole('article').nth(at))
    await expect(pro!).toContainText(card.t('plans.fitting'))
    await expect(personal!).not.toContainText(card.t('plans.fitting'))
    // On a phone it is the second of a long page.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: card.t('plans.toFitting', { plan: card.t('roles.pro') }) }).click()
    await expect(pro!.getByRole('heading', { level: 2 })).toBeInViewport()
    await page.goto(`${new URL(page.url()).pathname}?recipients=5000`)
    await expect(page.getByRole('note')).toHaveText(card.t('plans.beyondAll'))
  })
}
