/** The main job, sender's side: from the drop to the arrival. */
import { dropFiles, makeFiles } from '../files.ts'
import { expect, someone, test } from '../journey.ts'
import { enterCode, sendCard } from '../send-card.ts'

test('Q1 Q2 Q6 Q7 Q12 Q13 Q14 a folder and files are dropped, addressed, confirmed and sent', async ({ page, server }) => {
  const made = await makeFiles({
    'report.pdf': 300_000,
    'Photos/2026/été.jpg': 3_000_000,
    'Photos/readme.txt': 'Two pictures',
    'Photos/empty': null,
  })
  const [sender, ana, li, bo] = [someone('sender'), someone('ana'), someone('li'), someone('bo')]
  const card = sendCard(page)
  await card.open()
  await expect(card.send).toBeDisabled()
  await expect(card.why).toHaveText(card.t('send.needFiles'))

  await dropFiles(page, [made.at('report.pdf'), made.at('Photos')])
  await expect(card.files).toContainText('report.pdf')
  await expect(card.files).toContainText('Photos')
  await expect(card.why).toHaveText(card.t('send.needRecipients'))

  await card.recipients.fill(ana.toUpperCase())
  await card.recipients.press('Enter')
  await card.recipients.pressSequentially(`${li},`)
  await expect(card.chips).toHaveText([ana, li])
  await card.recipients.focus()
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `${bo}; nobody\n${ana}`)
  await expect(card.chips).toHaveText([ana, li, bo])
  await expect(card.card).toContainText(card.t('send.skipped', { count: 1 }))
  await expect(card.why).toHaveText(card.t('send.needSender'))

  await card.sender.fill(sender)
  await card.message.fill('Hello 你好')
  await expect(card.card).toContainText('8/280')
  await expect(card.send).toHaveText(card.t('send.sendTo', { count: 3 }))
  await card.send.click()
  await enterCode(card, server, sender)

  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
  await expect(card.card).toContainText(card.t('send.doneToOthers', { first: ana, count: 2 }))
  await expect(card.card).toContainText('3 files')
  expect(await page.evaluate(() => [localStorage.senderEmail, localStorage.sendTimes])).toEqual([sender, '1'])

  await card.button(card.t('send.sendAnother')).click()
  await expect(card.sender).toHaveValue(sender)
  await expect(card.chips).toHaveCount(0)
})
