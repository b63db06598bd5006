/** Thousands of files in the card: all are counted, few exist as rows, and one too many is refused in words. */
import { dropFiles, makeFiles } from '../files.ts'
import { expect, test } from '../journey.ts'
import { sendCard } from '../send-card.ts'

const limit = 5000
const maxRows = 40

test.use({ settings: { PLAN_LIMITS: `anon.files=${limit}` } })

test('Q2 Q5 K1 a folder of 5,001 files: one too many is said, one removed makes it fit, and only rows in sight exist', async ({
  page,
  server,
}) => {
  const names = Array.from({ length: limit + 1 }, (_, i) => `Photos/day ${i % 20}/picture ${i}.txt`)
  const made = await makeFiles(Object.fromEntries(names.map((name) => [name, 'x'])))
  const card = sendCard(page, server)
  await card.open()
  await dropFiles(page, [made.at('Photos')])
  await expect(card.card).toContainText(card.t('send.filesOver', { count: limit + 1, limit }))
  await expect(card.why).toContainText(card.t('send.reasonTooManyFiles'))
  const rows = card.files.getByRole('listitem')
  await rows.getByRole('button', { expanded: false }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(3)
  expect(await rows.count()).toBeLessThan(maxRows)
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(limit + 2))
  await card.files.evaluate((list) => list.scrollTo({ top: list.scrollHeight }))
  await expect(rows.last()).toHaveAttribute('aria-posinset', String(limit + 2))
  expect(await rows.count()).toBeLessThan(maxRows)
  await rows.last().getByRole('button').click()
  await expect(card.card).not.toContainText(card.t('send.filesOver', { count: limit + 1, limit }))
  await expect(rows.last()).toHaveAttribute('aria-setsize', String(limit + 1))
  await card.message.fill('Still here')
  await expect(card.why).toContainText(card.t('send.needRecipients'))
  expect(await rows.count()).toBeLessThan(maxRows)
})
