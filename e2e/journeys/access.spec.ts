/** Every page and step: no axe violation in either theme and language, and no sideways scrolling on the narrowest phone. */
import { downloadPage } from '../download-page.ts'
import { makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { codeIn, expect, someone, test } from '../journey.ts'
import { prepareTransfer } from '../prepared.ts'
import { sendCard } from '../send-card.ts'

const phone = { width: 360, height: 740 }
const longName = `${'a very long name of a file '.repeat(7)}.pdf`

for (const { language, locale } of [
  { language: 'en', locale: 'en-US' },
  { language: 'zh', locale: 'zh-CN' },
] as const) {
  test.describe(language, () => {
    test.use({ locale, viewport: phone })

    test(`I2 I3 every step of the send card (${language})`, async ({ page, server, mailTo, complaints }) => {
      complaints.expectFailed(/\/checkVerifyEmail$/)
      const made = await makeFiles({ [longName]: 'x', 'folder/b.txt': 'y', 'setup.exe': 'z' })
      const sender = someone('sender')
      const card = sendCard(page, server, language)
      await card.open()
      await expectGood(page, 'empty form')

      // From the drop on, so that something is left to be sent when Send has been pressed.
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route('**/api/uploads/*/blobs/*', async (route) => {
        await held
        await route.continue().catch(() => {})
      })
      await card.fileInput.setInputFiles([made.at(longName), made.at('setup.exe')])
      await card.folderInput.setInputFiles(made.at('folder'))
      await card.addPeople(someone('somebody-with-a-rather-long-name'), 'wrong@')
      await card.message.fill('x'.repeat(281))
      await expectGood(page, 'full form with mistakes')

      await card.button(card.t('send.remove', { name: 'wrong@' })).click()
      await card.message.fill('x')
      await card.sender.fill(sender)
      await card.send.click()
      const code = codeIn(await mailTo(sender))
      await expectGood(page, 'code')
      await card.code.fill(code === '22222' ? '33333' : '22222')
      await card.button(card.t('send.verify')).click()
      await expect(card.code).toHaveValue('')
      await expectGood(page, 'wrong code')

      await card.code.fill(code)
      await card.button(card.t('send.verify')).click()
      await expect(card.progress).toBeVisible()
      await expectGood(page, 'progress')
      await card.button(card.t('send.cancel')).click()
      await expectGood(page, 'cancel?')
      await card.button(card.t('send.no')).click()
      letGo()
      await expect(card.heading).toHaveText(card.t('send.doneTitle'))
      await expectGood(page, 'done')
    })

    test(`I2 I3 the download page and its states (${language})`, async ({ page, server, complaints }) => {
      complaints.expectFailed(/\/d\/|\/nowhere/)
      const few = await prepareTransfer(server, [{ path: longName, bytes: Buffer.from('x') }], '长'.repeat(280))
      const many = await prepareTransfer(
        server,
        Array.from({ length: 30 }, (_, i) => ({ path: `folder ${i % 4}/${i}.txt`, bytes: Buffer.from('x') })),
      )
      const view = downloadPage(page, language)
      await page.goto(few.link)
      await expect(view.article).toBeVisible()
      await expectGood(page, 'one file')
      await page.goto(many.link)
      await expect(page.getByRole('searchbox')).toBeVisible()
      await expectGood(page, 'many files')
      await server.sql('update transfers set expires_at = now() where slug = $1', [few.slug])
      for (const address of [few.link, '/d/0000000', '/nowhere']) {
        await page.goto(address)
        await expect(view.heading).toBeVisible()
        await expectGood(page, address)
      }
    })
  })
}

test('I2 the send card from the first key to the last, without a pointer', async ({ page, server, mailTo }) => {
  const made = await makeFiles({ 'a.txt': 'x' })
  const [sender, ana] = [someone('sender'), someone('ana')]
  const card = sendCard(page, server)
  await card.open()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  const chooser = page.waitForEvent('filechooser')
  await card.button(card.t('send.chooseFiles')).focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(made.at('a.txt'))
  await card.recipients.focus()
  await page.keyboard.type(ana)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(card.sender).toBeFocused()
  await page.keyboard.type(sender)
  await page.keyboard.press('Enter')
  await expect(card.code).toBeFocused()
  await page.keyboard.type(codeIn(await mailTo(sender)))
  await page.keyboard.press('Enter')
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})
