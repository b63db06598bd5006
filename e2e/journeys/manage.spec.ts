/** Looking after a transfer by the manage link in the mail of a sender without an account (Q22). */
import type { Page } from '@playwright/test'
import { Browser } from '../../apps/server/test/support/sender.ts'
import type { TestServer } from '../../apps/server/test/support/test-server.ts'
import { fieldText } from '../../packages/texts/src/errors.ts'
import { password } from '../account.ts'
import { download, downloadPage } from '../download-page.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, linkIn, someone, test } from '../journey.ts'
import type { Server } from '../server.ts'
import { words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const files = ['Autumn catalogue.pdf', 'photos/船.jpg'].map((path) => ({ path, bytes: Buffer.from('hello') }))

type MailTo = (address: string, nth?: number) => Promise<{ text?: string | undefined }>

/** What a guest has sent to these people; the manage link of its mail. */
async function sent(
  server: Server,
  mailTo: MailTo,
  to: string[],
): Promise<{ link: string; signUp(lang: string): Promise<unknown> }> {
  const from = someone('sender')
  const browser = new Browser({ url: server.url, mailsTo: server.mailsTo, mailTo } as unknown as TestServer)
  const { status } = await browser.send(files, { senderEmail: from, emailTo: to.map((email) => ({ email })) })
  expect(status).toBe(200)
  const link = /https?:\/\/\S+\/manage\/\w+\/\w+/.exec((await mailTo(from, 2)).text ?? '')
  return { link: link![0], signUp: (lang) => browser.signUp(from, password, { lang }) }
}

/** Between the facts about it; `hanging` where a line begins with one, which is then to be cut off. */
const dots = (page: Page) =>
  page
    .locator('header')
    .getByText('·', { exact: true })
    .evaluateAll((all) => {
      const isHanging = (dot: Element): boolean => {
        const [fact, line] = [dot.parentElement!, dot.closest('p')!]
        const isFirst = fact.getBoundingClientRect().top >= fact.previousElementSibling!.getBoundingClientRect().bottom - 1
        return isFirst && dot.getBoundingClientRect().right > line.getBoundingClientRect().left + 1
      }
      return { all: all.length, hanging: all.filter(isHanging).length }
    })

for (const { language, locale, viewport } of screens) {
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(
      `Q22 I2 who has it, mailing again, a corrected address, deleting and taking it back (${name})`,
      inGate(locale === 'zh-CN' && viewport.width < 500),
      async ({ page, server, guest, mailTo, complaints }) => {
        // Many steps, each judged in both themes.
        complaints.expectFailed(/\/recipients\//)
        const t = words(language)
        const [reader, wrong, right] = [someone('reader'), someone('wrong'), someone('right')]
        const { link, signUp } = await sent(server, mailTo, [reader, wrong])
        const address = linkIn(await mailTo(reader))
        await mailTo(wrong)
        const person = (email: string) => page.getByRole('listitem').filter({ hasText: email })
        const act = (key: string, email: string) =>
          page.getByRole('button', { name: t('manage.actionOf', { action: t(`manage.${key}`), email }), exact: true })
        await page.goto(link)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('manage.title'))
        await expect(page.getByText(t('manage.nobodyYet'), { exact: true })).toBeVisible()
        await expect(page.getByText('Autumn catalogue.pdf', { exact: true })).toBeVisible()
        expect(await dots(page)).toEqual({ all: 2, hanging: 0 })
        await expectGood(page, 'nobody yet')

        const theirs = downloadPage(await guest({ locale, viewport }), language)
        await theirs.page.goto(address)
        await download(theirs.page, () => theirs.primary.click())
        // What stands around the date, in either language.
        const had = t('manage.downloaded', { date: '|' })
          .split('|')
          .map((words) => words.trim())
          .sort((a, b) => b.length - a.length)[0]!
        // It asks again by itself only after a while.
        const whatReaderDid = async () => {
          await page.reload()
          return person(reader).first().textContent()
        }
        await expect.poll(whatReaderDid).toContain(had)
        await expect(act('correct', reader)).toHaveCount(0)

        await act('sendAgain', reader).click()
        await expect(page.getByRole('status')).toContainText(t('manage.mailedAgain', { email: reader }))
        expect(linkIn(await mailTo(reader, 2))).toBe(address)

        await act('correct', wrong).click()
        await page.getByRole('button', { name: t('manage.cancel'), exact: true }).click()
        await expect(act('correct', wrong)).toBeFocused()
        await act('correct', wrong).click()
        const field = page.getByRole('textbox', { name: t('manage.newAddress'), exact: true })
        await expect(field).toBeFocused()
        const save = page.getByRole('button', { name: t('manage.saveAddress'), exact: true })
        for (const [typed, refusal] of [
          [wrong, t('manage.sameAddress')],
          ['', fieldText('required', language)],
          ['anna@', fieldText('invalidEmail', language)],
        ] as const) {
          await field.fill(typed)
          await save.click()
          await expect(person(wrong)).toContainText(refusal)
          await expect(field).toBeFocused()
          await expect(field).toHaveValue(typed)
        }
        await field.fill(reader)
        await save.click()
        await expect(person(wrong)).toContainText(language === 'zh' ? '此收件人已在列表中' : 'on the list already')
        await expectGood(page, 'correcting')
        await field.fill(right)
        await save.click()
        await expect(person(right)).toHaveCount(1)
        await expect(person(wrong)).toHaveCount(0)
        await expect(act('correct', right)).toBeFocused()
        await mailTo(right)

        await page.getByRole('button', { name: t('manage.remove'), exact: true }).click()
        await page.getByRole('button', { name: t('manage.removeSure'), exact: true }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('manage.deletedTitle'))
        expect((await page.request.get(address)).status()).toBe(410)
        await page.getByRole('button', { name: t('manage.undo'), exact: true }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('manage.title'))
        expect((await page.request.get(address)).status()).toBe(200)
        const account = page.getByRole('region', { name: t('manage.saveTitle'), exact: true })
        await expect(account.getByRole('link')).toHaveAttribute('href', /register\?email=/)

        await signUp(language)
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('manage.inAccountTitle'))
        await expectGood(page, 'in an account')
        await page
          .getByRole('main')
          .getByRole('link', { name: t('manage.logIn'), exact: true })
          .click()
        await page.getByLabel(t('account.password'), { exact: true }).fill(password)
        await page.locator('form button[type=submit]').click()
        const there = new RegExp(`/dash/transfers/${link.split('/')[4]}$`)
        await expect(page).toHaveURL(there)
        await page.goto(link)
        await page.getByRole('link', { name: t('manage.openInAccount'), exact: true }).click()
        await expect(page).toHaveURL(there)
      },
    )

    test(`Q22 D6 a link that is wrong looks like any that leads to nothing (${name})`, async ({ page, complaints }) => {
      complaints.expectFailed(/\/manage\//)
      const t = words(language)
      const reply = await page.goto(`/manage/zzzzzzz/${'0'.repeat(22)}`)
      expect(reply?.status()).toBe(404)
      await expect(page.getByRole('link', { name: t('download.sendYourOwn') })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('download.unknownTitle'))
    })
  })
}
