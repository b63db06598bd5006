/** The main job from end to end: dropped, addressed, confirmed, sent, received, downloaded, told. */

import { download, downloadPage } from '../download-page.ts'
import { dropFiles, type Made, makeFiles, sha256 } from '../files.ts'
import { expect, inGate, linkIn, someone, test } from '../journey.ts'
import { enterCode, type SendCard, sendCard } from '../send-card.ts'
import { unzip } from '../unzip.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const makeDraft = () =>
  makeFiles({
    'report.pdf': 300_000,
    'Photos/2026/été 夏.jpg': 3_000_000,
    'Photos/readme.txt': 'Two pictures',
    'Photos/empty': null,
  })

async function addPeople(card: SendCard, [ana, li, bo]: [string, string, string]): Promise<void> {
  await card.recipients.fill(ana.toUpperCase())
  await card.recipients.press('Enter')
  await card.recipients.pressSequentially(`${li},`)
  await expect(card.chips).toHaveText([ana, li])
  await card.recipients.focus()
  await card.recipients.evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `${bo}; nobody\n${ana}`)
  await expect(card.chips).toHaveText([ana, li, bo])
  await expect(card.card).toContainText(card.t('send.skipped', { count: 1 }))
}

const contentOf = (zip: Buffer) =>
  Object.fromEntries([...unzip(zip)].flatMap(([path, bytes]) => (bytes ? [[path, sha256(bytes)]] : [])))

const only = (made: Made, prefix: string) =>
  Object.fromEntries(Object.entries(made.hashes).filter(([path]) => path.startsWith(prefix)))

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })

    test(
      `Q1 Q2 Q6 Q7 Q12 Q13 Q14 D1 D2 D5 I1 files and a folder travel from a sender to three people (${language})`,
      inGate(),
      async ({ page, server, guest, mailTo }) => {
        const made = await makeDraft()
        const people: [string, string, string] = [someone('ana'), someone('li'), someone('bo')]
        const sender = someone('sender')
        await send(sendCard(page, server, language), made, people, sender)

        const [ana] = people
        const mail = await mailTo(ana)
        expect(mail.replyTo?.[0]?.address).toBe(sender)
        expect(mail.text).toContain('Hello 你好')
        await mailTo(people[2])
        expect(linkIn(await mailTo(people[1]))).not.toBe(linkIn(mail))

        const reader = await guest({ locale, viewport })
        await reader.goto(linkIn(mail))
        await receive(downloadPage(reader, language), made, sender)

        const notice = await mailTo(sender, 3)
        expect(notice.text).toContain(ana)
        expect((await server.mailsTo(ana)).length).toBe(1)
      },
    )
  })
}

async function send(card: SendCard, made: Made, people: [string, string, string], sender: string): Promise<void> {
  const { page } = card
  await card.open()
  await expect(card.send).toBeDisabled()
  await expect(card.why).toHaveText(card.t('send.needFiles'))
  await dropFiles(page, [made.at('report.pdf'), made.at('Photos')])
  await expect(card.files).toContainText('report.pdf')
  await expect(card.files).toContainText(card.t('send.fileCount', { count: 2 }))
  await expect(card.why).toHaveText(card.t('send.needRecipients'))
  await addPeople(card, people)
  await expect(card.why).toHaveText(card.t('send.needSender'))
  await card.sender.fill(sender)
  await card.message.fill('Hello 你好')
  await expect(card.card).toContainText('8/280')
  await expect(card.send).toHaveText(card.t('send.sendTo', { count: 3 }))
  await card.send.click()
  await enterCode(card, sender)
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
  await expect(card.card).toContainText(card.t('send.doneToOthers', { first: people[0], count: 2 }))
  const everyone = card.card.getByRole('list', { name: card.t('send.recipients') })
  await expect(everyone).toBeHidden()
  await card.card.getByText(card.t('send.doneToOthers', { first: people[0], count: 2 })).focus()
  await card.page.keyboard.press('Enter')
  await expect(everyone.getByRole('listitem')).toHaveText(people)
  await expect(card.card).toContainText(card.t('send.doneFiles', { count: 3, size: '3.3 MB' }))
  expect(await page.evaluate(() => [localStorage.senderEmail, localStorage.sendTimes])).toEqual([sender, '1'])
  await card.button(card.t('send.sendAnother')).click()
  await expect(card.sender).toHaveValue(sender)
  await expect(card.chips).toHaveCount(0)
}

async function receive(view: ReturnType<typeof downloadPage>, made: Made, sender: string): Promise<void> {
  const { page, t } = view
  await expect(view.heading).toHaveText(t('download.sentYou', { sender, count: 3, number: 3 }))
  await expect(view.article).toContainText('Hello 你好')
  await expect(view.article).toContainText('3.3 MB')
  await expect(view.article).toContainText(t('download.notified'))

  const all = await download(page, () => view.primary.click())
  expect(all.name).toMatch(/\.zip$/)
  expect(contentOf(all.bytes)).toEqual(made.hashes)
  expect([...unzip(all.bytes).keys()]).toContain('Photos/empty/')

  const one = await download(page, () => view.file('report.pdf').click())
  expect([one.name, sha256(one.bytes)]).toEqual(['report.pdf', made.hashes['report.pdf']])

  await view.box('report.pdf').check()
  await expect(view.primary).toHaveText(t('download.downloadChosen', { count: 1, number: 1, size: '300 KB' }))
  const chosen = await download(page, () => view.primary.click())
  expect(sha256(chosen.bytes)).toBe(made.hashes['report.pdf'])

  const folder = await download(page, () => view.folder('Photos').click())
  expect(contentOf(folder.bytes)).toEqual(only(made, 'Photos/'))
}
