/** Verifying the address, and what may stop a transfer before it starts. */
import { makeFiles } from '../files.ts'
import { codeIn, countShakes, expect, someone, test } from '../journey.ts'
import { type SendCard, sendCard, sendWithCode } from '../send-card.ts'

async function fill(card: SendCard, sender: string): Promise<void> {
  const made = await makeFiles({ 'a.txt': 'hello' })
  await card.open()
  await card.fileInput.setInputFiles(made.at('a.txt'))
  await card.addPeople(someone('ana'))
  await card.sender.fill(sender)
  await card.message.fill('kept')
}

test('Q12 a wrong code shakes the boxes and keeps the draft; the right one goes on by itself with its last character', async ({
  page,
  server,
  mailTo,
  complaints,
}) => {
  complaints.expectFailed(/\/checkVerifyEmail$/)
  const sender = someone('sender')
  const card = sendCard(page, server)
  const shakes = await countShakes(page)
  await fill(card, sender)
  await card.send.click()
  const code = codeIn(await mailTo(sender))
  const wrong = code === '22222' ? '33333' : '22222'

  await expect(card.button(card.t('send.verify'))).toBeDisabled()
  await card.code.fill(wrong.slice(0, 4))
  await expect(card.button(card.t('send.verify'))).toBeDisabled()
  await card.code.fill(wrong)
  await card.button(card.t('send.verify')).click()
  await expect(card.card).toContainText('Incorrect, check your email and try again.')
  await expect(card.code).toBeFocused()
  await expect(card.code).toHaveValue('')
  await expect.poll(shakes).toBe(1)

  await card.button(card.t('send.back')).click()
  await expect(card.message).toHaveValue('kept')
  await expect(card.chips).toHaveCount(1)
  await expect(card.files).toContainText('a.txt')
  await expect(card.sender).toHaveValue(sender)

  // The code in the mailbox still lives: stepping back and sending again asks for no other one.
  await card.send.click()
  await card.code.pressSequentially(code.toLowerCase())
  expect(await server.mailsTo(sender)).toHaveLength(1)
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})

test('Q12 a new code can be asked for and only the newest works; a proved address is not asked again', async ({
  page,
  server,
  mailTo,
}) => {
  const sender = someone('sender')
  const card = sendCard(page, server)
  await fill(card, sender)
  await card.send.click()
  await expect(card.code).toBeVisible()
  await mailTo(sender)
  await card.button(card.t('send.resend')).click()
  await expect(card.card).toContainText(card.t('send.resent'))
  await card.code.fill(codeIn(await mailTo(sender, 2)))
  await card.button(card.t('send.verify')).click()
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))

  await fill(card, sender)
  await card.send.click()
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})

test('K2 Q16 the eleventh transfer of a month meets the limit, and the draft stays', async ({ page, server, complaints }) => {
  complaints.expectFailed(/\/(?:api\/uploads|quicksend2|checkVerifyEmail|verifyEmail)/)
  const sender = someone('sender')
  const card = sendCard(page, server)
  await fill(card, sender)
  await sendWithCode(card, sender)
  const changed = await server.sql(
    "update month_counts set transfers = 10 from owners o where o.id = owner_id and o.kind = 'address' and o.key = $1 returning 1",
    [sender],
  )
  expect(changed).toHaveLength(1)

  await fill(card, sender)
  await card.send.click()
  await expect(card.heading).toHaveText('Great things have limits')
  await expect(card.card).toContainText('10 transfers a month and resets on the 1st of next month')
  await card.button(card.t('send.limitBack')).click()
  await expect(card.message).toHaveValue('kept')
  await expect(card.files).toContainText('a.txt')
})
