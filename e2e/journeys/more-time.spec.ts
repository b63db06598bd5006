/** A link that ends is told of before, an expired one gets more time, and one that should not be there is taken down (X2 to X4, D7). */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { Browser } from '../../apps/server/test/support/sender.ts'
import type { TestServer } from '../../apps/server/test/support/test-server.ts'
import { fieldText } from '../../packages/texts/src/errors.ts'
import { mailTexts } from '../../packages/texts/src/mails.ts'
import { download, downloadPage } from '../download-page.ts'
import { expectGood } from '../good-page.ts'
import { expect, linkIn, someone, test } from '../journey.ts'
import { wake } from '../open-page.ts'
import type { Server } from '../server.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const files = ['Autumn catalogue.pdf', '船.jpg'].map((name) => ({ path: name, bytes: Buffer.from(`hello ${name}`) }))

type MailTo = (address: string, nth?: number) => Promise<{ text?: string | undefined }>

async function sent(server: Server, mailTo: MailTo) {
  const [from, to] = [someone('sender'), someone('reader')]
  const browser = new Browser({ url: server.url, mailsTo: server.mailsTo, mailTo } as unknown as TestServer)
  const { status } = await browser.send(files, { senderEmail: from, emailTo: [{ email: to }] })
  expect(status).toBe(200)
  const address = linkIn((await mailTo(to)) as Parameters<typeof linkIn>[0])
  return { from, to, address, slug: address.split('/').at(-2)! }
}

const operate = (server: Server, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.resolve(import.meta.dirname, '../../sampan'), 'reports', ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: server.dataDir, PORT: new URL(server.url).port },
  })

for (const { language, locale, viewport } of screens) {
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(`X2 X3 from the expired page to the mail, the press and the living link (${name})`, async ({
      page,
      server,
      guest,
      mailTo,
      complaints,
    }) => {
      // Many steps, each judged in both themes.
      complaints.expectFailed(/\/d\/|\/extensions?\//)
      const t = words(language)
      const { from, to, address, slug } = await sent(server, mailTo)
      await server.sql("update transfers set expires_at = now() - interval '1 hour' where slug = $1", [slug])
      expect((await page.goto(address))?.status()).toBe(410)
      const email = page.getByRole('textbox', { name: t('download.requestEmail') })
      await expect(email).toHaveValue(to)
      const note = language === 'zh' ? '我出差了，请再给我一点时间。' : 'I was away. Could I have it again?'
      await page.getByRole('textbox', { name: t('download.requestNote') }).fill(note)
      // Counted by the page's script: it is hydrated, and has kept what was typed before.
      await expect(page.getByText(`${note.length} / 280`)).toBeVisible()
      await expectGood(page, 'the expired page')
      await page.getByRole('button', { name: t('download.requestSend'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('download.requestedTitle'))
      await expectGood(page, 'requested')

      const press = /https?:\/\/\S+\/extension\/\w+/
      const link = press.exec((await mailTo(from, press)).text ?? '')![0]
      const sender = await guest({ locale, viewport })
      await sender.goto(link)
      await expect(sender.getByRole('heading', { level: 1 })).toHaveText(t('extension.title'))
      await wake(sender)
      await expect(sender.getByText(note)).toBeVisible()
      await expectGood(sender, 'asked')
      // Reading has changed nothing.
      expect((await page.request.get(address)).status()).toBe(410)
      await sender.getByRole('button', { name: t('extension.press'), exact: true }).click()
      await expect(sender.getByRole('heading', { level: 1 })).toHaveText(t('extension.done'))
      await expect(sender.getByText(t('extension.notified', { email: to }))).toBeVisible()
      await expectGood(sender, 'extended')
      await sender.getByRole('link', { name: t('extension.account') }).click()
      await expect(sender).toHaveURL(language === 'zh' ? /\/zh\/login$/ : /\/login$/)

      const again = linkIn(await mailTo(to, 2))
      expect(again).toBe(address)
      const reader = downloadPage(page, language)
      await page.goto(again)
      expect((await download(page, () => reader.file('船.jpg').click())).bytes.toString()).toBe('hello 船.jpg')

      await sender.goto(`/extension/${'0'.repeat(22)}`)
      await wake(sender)
      await expect(sender.getByText(t('extension.deadText'))).toBeVisible()
      await expectGood(sender, 'dead')
    })

    test(`X2 X3 X4 both are told before it ends, and the bell leads to who asks for more time and to the press (${name})`, async ({
      page,
      server,
      guest,
      mailTo,
    }) => {
      const t = words(language)
      const account = await signIn(page.context(), server)
      const to = someone('reader')
      const slug = await sendAs(account, { emailTo: [{ email: to }], language }, files)
      const link = linkIn(await mailTo(to))
      // The one that tells of the sending.
      await mailTo(account.email, 2)
      await server.sql(
        "update transfers set expires_at = now() + interval '23 hours', sent_at = now() - interval '6 days' where slug = $1",
        [slug],
      )
      // As every half hour.
      await server.sql("select graphile_worker.add_job('extension:tellExpiry')")
      const notice = await mailTo(account.email, 3)
      expect(notice.subject).toBe(mailTexts(language).extension.expiring.subject(false))
      await page.goto(/https?:\/\/\S+\/dash\/transfers\/\w+/.exec(notice.text ?? '')![0])
      await expect(page).toHaveURL(`/dash/transfers/${slug}`)
      const box = page.getByRole('complementary', { name: t('detail.transfer'), exact: true })
      await expect(box.getByText(new RegExp(`^${t('detail.statusExpiring', { when: '.{0,9}2[23].{0,9}' })}$`))).toBeVisible()

      const reminder = await mailTo(to, 2)
      expect(linkIn(reminder)).toBe(link)
      const reader = downloadPage(await guest({ locale, viewport }), language)
      await reader.page.goto(linkIn(reminder))
      expect((await download(reader.page, () => reader.file('船.jpg').click())).bytes.toString()).toBe('hello 船.jpg')

      await server.sql("update transfers set expires_at = now() - interval '1 hour' where slug = $1", [slug])
      const note = 'Could I have it again?'
      const asked = await fetch(`${server.url}/api/transfers/${slug}/timeRequests?user=${link.split('/').at(-1)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ note }),
      })
      expect(asked.status).toBe(200)
      await page.goto('/dash/transfers')
      await page.getByRole('button', { name: t('notifications.open') }).click()
      const bell = page.getByRole('region', { name: t('notifications.title'), exact: true })
      await bell.getByRole('link').filter({ hasText: note }).click()
      const wish = box.getByRole('region', { name: t('detail.timeAsked'), exact: true })
      await expect(wish.getByRole('listitem')).toContainText([to])
      await expect(wish.getByRole('listitem')).toContainText([note])
      await expectGood(page, 'asked for more time')
      await wish.getByRole('button', { name: t('detail.timeGive'), exact: true }).click()
      await expect(page.getByText(t('detail.timeIsGiven'), { exact: true })).toBeVisible()
      await expect(wish).toHaveCount(0)
      await expect(box.getByRole('heading', { level: 2 })).toBeFocused()
      await expect(box.getByText(new RegExp(`^${t('detail.timeGiven', { who: to, date: '.+' })}$`))).toBeVisible()
      expect(linkIn(await mailTo(to, 3))).toBe(link)
    })

    test(`D7 a report reaches the operator, who takes it down (${name})`, async ({ page, server, mailTo, complaints }) => {
      complaints.expectFailed(/\/d\//)
      const t = words(language)
      const { from, address, slug } = await sent(server, mailTo)
      await page.goto(address)
      await page.getByRole('button', { name: t('download.report'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: t('download.close'), exact: true }).click()
      await expect(dialog).toHaveCount(0)
      await page.getByRole('button', { name: t('download.report'), exact: true }).click()
      const send = dialog.getByRole('button', { name: t('download.reportSend'), exact: true })
      await expect(send).toBeDisabled()
      await dialog.getByRole('radio', { name: t('download.phishingReason'), exact: true }).check()
      await dialog.getByRole('textbox', { name: t('download.reportWords') }).fill('It asks for my bank card.')
      const email = dialog.getByRole('textbox', { name: t('download.reportEmail'), exact: true })
      await email.fill('li@')
      await send.click()
      await expect(email).toHaveAccessibleDescription(fieldText('invalidEmail', language))
      await email.fill('')
      await expectGood(page, 'reporting')
      await send.click()
      await expect(dialog.getByText(t('download.reportedText'))).toBeVisible()
      await dialog.getByRole('button', { name: t('download.close'), exact: true }).click()
      await expect(dialog).toHaveCount(0)

      expect((await operate(server)).stdout).toContain(slug)
      expect((await operate(server, 'show', slug)).stdout).toContain('It asks for my bank card.')
      expect((await operate(server, 'take-down', slug)).stdout).toContain('is taken down')
      expect((await page.reload())?.status()).toBe(451)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('download.takenDownTitle'))
      await expect(page.getByRole('link', { name: t('download.sendYourOwn') })).toBeVisible()
      await expectGood(page, 'taken down')
      await mailTo(from, 3)
    })
  })
}
