/** The form before anything is sent: what it takes, what it refuses, and why. */
import { dropFiles, makeFiles, makeSparse } from '../files.ts'
import { expect, someone, test } from '../journey.ts'
import { enterCode, sendCard } from '../send-card.ts'

test('Q4 insecure files and release names are taken out, with a way to support; the rest stays', async ({ page, server }) => {
  const made = await makeFiles({ 'Setup.EXE': 'x', 'page.html': 'x', 'Film.1080p.mkv': 'x', 'notes.txt': 'x', 'deep/a.htm': 'x' })
  const card = sendCard(page, server)
  await card.open()
  await dropFiles(page, ['Setup.EXE', 'page.html', 'Film.1080p.mkv', 'notes.txt', 'deep'].map(made.at))
  await expect(card.files).toContainText('notes.txt')
  const insecure = card.card.getByRole('listitem').filter({ hasText: card.t('send.insecureFileType') })
  await expect(insecure).toContainText('Setup.EXE')
  await expect(insecure).toContainText('deep/a.htm')
  const release = card.card.getByRole('listitem').filter({ hasText: card.t('send.releaseFile') })
  await expect(release).toContainText('Film.1080p.mkv')
  for (const notice of [insecure, release])
    await expect(notice.getByRole('link', { name: card.t('send.emailSupport') })).toHaveAttribute(
      'href',
      'mailto:support@sampan.test',
    )
  await expect(card.files).not.toContainText('exe')
  await expect(card.files.getByRole('listitem')).toHaveCount(1)
})

test('Q3 what is in the list already is dropped and told', async ({ page, server }) => {
  const made = await makeFiles({ 'a.txt': 'x', 'b.txt': 'y', 'folder/a.txt': 'z' })
  const card = sendCard(page, server)
  await card.open()
  await card.fileInput.setInputFiles([made.at('a.txt'), made.at('b.txt')])
  await card.folderInput.setInputFiles(made.at('folder'))
  await expect(card.files.getByRole('listitem')).toHaveCount(3)
  await expect(card.card).not.toContainText(card.t('send.duplicates', { count: 1 }))
  await card.fileInput.setInputFiles([made.at('b.txt')])
  await expect(card.card).toContainText(card.t('send.duplicates', { count: 1 }))
  await card.folderInput.setInputFiles(made.at('folder'))
  await expect(card.files.getByRole('listitem')).toHaveCount(3)
})

test('Q1 Q2 folders keep their paths and their empty folders; a whole folder or one file can be taken out', async ({
  page,
  server,
  complaints,
}) => {
  // Parts of what is taken out while they are on their way are refused, and nobody is told.
  complaints.expectFailed(/\/api\/uploads\//)
  const made = await makeFiles({ 'trip/day 1/a.jpg': 2000, 'trip/day 2/b.jpg': 1000, 'trip/later': null, 'list.txt': 'x' })
  const card = sendCard(page, server)
  await card.open()
  await dropFiles(page, [made.at('trip'), made.at('list.txt')])
  await expect(card.card).toContainText('2 files · 3 KB')
  await card.card.getByRole('button', { name: /^trip/ }).click()
  await expect(card.files).toContainText('a.jpg')
  await expect(card.files).toContainText(card.t('send.folderEmpty'))
  await card.button(card.t('send.remove', { name: 'trip' })).click()
  await expect(card.files.getByRole('listitem')).toHaveCount(1)
  await card.button(card.t('send.remove', { name: 'list.txt' })).click()
  await expect(card.card).toContainText(card.t('send.drop'))
})

test('Q17 over the limit: by how much, and the largest can be taken out', async ({ page, server }) => {
  const made = await makeFiles({ 'small.txt': 'x' })
  const huge = await makeSparse(made, 'huge.bin', 3_500_000_000)
  const card = sendCard(page, server)
  await card.open()
  await dropFiles(page, [huge, made.at('small.txt')])
  await expect(card.card).toContainText(card.t('send.overLimit', { role: card.t('roles.anon'), size: '3 GB' }))
  await expect(card.card).toContainText(card.t('send.over', { size: '500 MB' }))
  await expect(card.why).toHaveText(card.t('send.reasonOverLimit', { size: '500 MB' }))
  await expect(card.send).toBeDisabled()
  await card.button(card.t('send.removeLargest')).click()
  await expect(card.files.getByRole('listitem')).toHaveCount(1)
  await expect(card.why).toHaveText(card.t('send.needRecipients'))
})

test('Q2 Q17 more files than the plan takes: the card says how many and what to do', async ({ page, server }) => {
  const names = Array.from({ length: 51 }, (_, i) => [`many/${i}.txt`, 'x'])
  const made = await makeFiles(Object.fromEntries(names))
  const card = sendCard(page, server)
  await card.open()
  await card.folderInput.setInputFiles(made.at('many'))
  await expect(card.card.getByRole('alert')).toContainText(card.t('send.filesOver', { count: 51, limit: 50 }))
  await expect(card.why).toHaveText(card.t('send.reasonTooManyFiles'))
  await expect(card.send).toBeDisabled()
})

test('Q6 a wrong address is marked, a seventh person is one too many', async ({ page, server }) => {
  const made = await makeFiles({ 'a.txt': 'x' })
  const card = sendCard(page, server)
  await card.open()
  await card.fileInput.setInputFiles(made.at('a.txt'))
  await card.recipients.fill('nobody@')
  await expect(card.why).toHaveText(card.t('send.unfinishedRecipient'))
  await card.recipients.press('Enter')
  await expect(card.card).toContainText(card.t('send.invalidEmailTo'))
  await expect(card.why).toHaveText(card.t('send.wrongRecipient'))
  await card.button(card.t('send.remove', { name: 'nobody@' })).click()
  const people = Array.from({ length: 7 }, (_, i) => someone(`p${i}`))
  await card.addPeople(...people)
  await card.sender.fill(someone('sender'))
  await expect(card.card).toContainText("That's too many people")
  await expect(card.card).toContainText(card.t('send.tooManyPeopleText', { limit: 6, role: card.t('roles.anon') }))
  await expect(card.card.getByRole('link', { name: 'Get 7-day trial', exact: true })).toHaveAttribute(
    'href',
    '/pricing?recipients=7',
  )
  await expect(card.send).toBeDisabled()
  await card.recipients.press('Backspace')
  await card.recipients.fill('')
  await expect(card.chips).toHaveText(people.slice(0, 6))
  await expect(card.send).toBeEnabled()
})

test('Q7 R29 a message of 280 signs fits, whatever they are; one more does not', async ({ page, server }) => {
  const made = await makeFiles({ 'a.txt': 'x' })
  const card = sendCard(page, server)
  await card.open()
  await card.fileInput.setInputFiles(made.at('a.txt'))
  await card.addPeople(someone('ana'))
  await card.sender.fill(someone('sender'))
  await card.message.fill('😀'.repeat(280))
  await expect(card.card).toContainText('280/280')
  await expect(card.send).toBeEnabled()
  await card.message.press('End')
  await card.message.pressSequentially('!')
  await expect(card.why).toHaveText(card.t('send.longMessage'))
  await expect(card.send).toBeDisabled()
})

test('Q6 addresses with names and of mail links are taken in; the button counts whom a mail can reach', async ({
  page,
  server,
}) => {
  const made = await makeFiles({ 'a.txt': 'x' })
  const card = sendCard(page, server)
  await card.open()
  await card.fileInput.setInputFiles(made.at('a.txt'))
  const [ana, li] = [someone('ana'), someone('li')]
  await card.addPeople(`Ana Lima <${ana}>`, `mailto:${li}`)
  await expect(card.chips).toHaveText([ana, li])
  await card.addPeople('nobody@')
  await expect(card.chips).toHaveCount(3)
  await expect(card.send).toHaveText(card.t('send.sendTo', { count: 2 }))
})

test('Q5 all that is wrong stands under the button at once', async ({ page, server }) => {
  const card = sendCard(page, server)
  await card.open()
  await card.addPeople('nobody@')
  await card.sender.fill('anna@')
  await card.message.fill('x'.repeat(281))
  for (const reason of ['wrongRecipient', 'wrongSender', 'longMessage'])
    await expect(card.why).toContainText(card.t(`send.${reason}`))
})

test('Q11 what needs an account is shown to visitors, disabled, with a way to one', async ({ page, server }) => {
  const card = sendCard(page, server)
  await card.open()
  await expect(card.options).toContainText(card.t('send.week'))
  await card.options.click()
  for (const name of ['password', 'downloadLimit']) {
    const field = card.card.getByLabel(card.t(`send.${name}`), { exact: true })
    await expect(field).toBeDisabled()
    await expect(field).toHaveAccessibleDescription(new RegExp(card.t('send.needsAccount')))
  }
  await expect(card.card.getByLabel(card.t('send.notifyMe'))).toBeChecked()
  await card.card.getByLabel(card.t('send.notifyMe')).uncheck()
  await expect(card.options).toContainText(card.t('send.notNotified'))
  await card.card
    .getByRole('link', { name: card.t('send.signUp'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/\/register$/)
})

test('K4 only a week is in the plan; the longer ones are shown, disabled, with the reason', async ({ page, server }) => {
  const card = sendCard(page, server)
  await card.open()
  await card.options.click()
  const options = card.card.getByLabel(card.t('send.expiry')).getByRole('option')
  await expect(options).toHaveCount(5)
  await expect(options.nth(0)).toBeEnabled()
  for (const index of [1, 2, 3, 4]) await expect(options.nth(index)).toBeDisabled()
  await expect(options.nth(1)).toHaveText(card.t('send.notInPlan', { expiry: card.t('send.month') }))
})

test('W6 the server is out of reach when Send is pressed: the card says so, keeps the draft, and sends it once the line is back', async ({
  page,
  server,
  complaints,
}) => {
  complaints.expectFailed(/./)
  const made = await makeFiles({ 'a.txt': 'x' })
  const sender = someone('sender')
  const card = sendCard(page, server)
  await card.open()
  await card.fileInput.setInputFiles(made.at('a.txt'))
  await card.addPeople(someone('ana'))
  await card.sender.fill(sender)
  // What the card may need later is fetched while it is being filled in.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await card.send.click()
  await expect(card.card.getByRole('alert')).toHaveText(card.t('send.offline'))
  await expect(card.files).toContainText('a.txt')
  await expect(card.chips).toHaveCount(1)
  await page.context().setOffline(false)
  await card.send.click()
  await enterCode(card, sender)
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})

test('W6 a part of the card that does not come is asked for five times, then the card offers another try', async ({
  page,
  server,
  complaints,
}) => {
  complaints.expectFailed(/./)
  const made = await makeFiles({ 'a.txt': 'x' })
  const sender = someone('sender')
  const card = sendCard(page, server)
  await card.open()
  await page.context().setOffline(true)
  await card.message.fill('Not lost')
  await card.options.click()
  await expect(card.card.getByRole('alert')).toContainText('Loading chunk failed after 5 retries')
  await page.context().setOffline(false)
  await card.button(card.t('send.tryAgain')).click()
  await expect(card.card.getByLabel(card.t('send.expiry'))).toBeVisible()
  await expect(card.message).toHaveValue('Not lost')
  await card.fileInput.setInputFiles(made.at('a.txt'))
  await card.addPeople(someone('ana'))
  await card.sender.fill(sender)
  await card.send.click()
  await enterCode(card, sender)
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
  await card.button(card.t('send.sendAnother')).click()
  await expect(card.heading).toBeFocused()
})

test('Q3 R29 a name that cannot be stored is refused with the reason', async ({ page, server }) => {
  const card = sendCard(page, server)
  await card.open()
  await card.fileInput.setInputFiles({ name: `${'字'.repeat(90)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(card.card).toContainText(card.t('send.invalidPathWhy'))
})

test('Q8 after "Send by email instead" the recipients have the focus', async ({ page, server }) => {
  const card = sendCard(page, server)
  await card.open()
  await card.card.getByText(card.t('send.byLink'), { exact: true }).click()
  await card.button(card.t('send.sendByEmail')).click()
  await expect(card.recipients).toBeFocused()
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test.describe(`${viewport.width} wide`, () => {
    test.use({ viewport })

    test(`Q1 Q5 twenty files: Send stays in sight and leads to what is missing; a drop beside the code is taken, the focus stays on the card`, async ({
      page,
      server,
      complaints,
    }) => {
      complaints.expectFailed(/\/api\/uploads\//)
      const names = Array.from({ length: 20 }, (_, index) => `${index}.txt`)
      const made = await makeFiles(Object.fromEntries([...names, 'page.html', 'late.txt'].map((name) => [name, 'x'])))
      const card = sendCard(page, server)
      await card.open()
      const press = () => card.send.click({ force: true })
      await press()
      await expect(card.button(card.t('send.addFiles'))).toBeFocused()
      await card.fileInput.setInputFiles([...names, 'page.html'].map(made.at))
      await expect(card.card).toContainText(card.t('send.earlyReady', { total: '20 B' }))
      await expect(card.send).toBeInViewport({ ratio: 1 })
      await press()
      await expect(card.recipients).toBeFocused()
      await expect(card.recipients).toHaveAttribute('aria-invalid', 'true')
      await card.addPeople(someone('ana'))
      await card.sender.fill(someone('sender'))
      await card.send.click()
      await expect(card.code).toBeVisible()
      await dropFiles(page, [made.at('late.txt')])
      await expect(card.card).toContainText('21 B')
      const remove = card.files.getByRole('button')
      for (let left = 21; left > 0; left--) {
        await expect(remove.first()).toBeVisible()
        await remove.first().press('Enter')
      }
      await expect(card.button(card.t('send.addFiles'))).toBeFocused()
    })
  })
