/** Coming back at the code step after the mailed code's time, or after the address was verified elsewhere (Q12, Q20). */
import type { Page } from '@playwright/test'
import { makeFiles } from '../files.ts'
import { holdParts } from '../hold-parts.ts'
import { codeIn, expect, someone, test } from '../journey.ts'
import { sendCard } from '../send-card.ts'
import type { Server } from '../server.ts'

/** A draft of one file that was left at the code step, back in the page and waiting for its file to be picked again. */
async function comeBack(page: Page, server: Server, [reader, sender]: [string, string], file: string) {
  const card = sendCard(page, server)
  const parts = await holdParts(page, 0)
  await card.open()
  await card.addPeople(reader)
  await card.sender.fill(sender)
  await card.fileInput.setInputFiles(file)
  await card.send.click()
  await expect(card.code).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  parts.letGo()
  await expect(card.card).toContainText(card.t('send.draftCode', { email: sender }))
  return card
}

test('Q12 Q20 whoever goes on when the mailed code is over gets a new one, and nothing says any more that it counts', async ({
  page,
  server,
  mailTo,
}) => {
  const made = await makeFiles({ 'note.txt': 'hello' })
  const sender = someone('sender')
  const card = await comeBack(page, server, [someone('reader'), sender], made.at('note.txt'))
  await mailTo(sender)
  await page.evaluate(
    (email) => localStorage.setItem('sampan.code', JSON.stringify({ [email]: { untilMs: 1, wrongTries: 0 } })),
    sender,
  )
  await expect(card.card).not.toContainText(card.t('send.draftCode', { email: sender }))
  await card.fileInput.setInputFiles(made.at('note.txt'))
  await card.code.fill(codeIn(await mailTo(sender, 2)))
  await card.button(card.t('send.verify')).click()
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})

test('Q12 Q20 a draft whose address was proved in another tab is sent by its Send button alone', async ({
  page,
  server,
  mailTo,
}) => {
  const made = await makeFiles({ 'note.txt': 'hello' })
  const [reader, sender] = [someone('reader'), someone('sender')]
  const card = await comeBack(page, server, [reader, sender], made.at('note.txt'))
  const verifyId = codeIn(await mailTo(sender))
  const verification = await page.request.post(`${server.url}/checkVerifyEmail`, { data: { email: sender, verifyId } })
  expect(verification.status()).toBe(200)
  await page.evaluate(() => localStorage.removeItem('sampan.code'))
  const asked = page.waitForResponse(/\/verifyEmail$/)
  await card.fileInput.setInputFiles(made.at('note.txt'))
  expect(await (await asked).json()).toMatchObject({ verified: true })
  await expect(card.card).toContainText(card.t('send.earlyReady', { total: '5 B' }))
  await card.send.click()
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})
