/** One transfer opened beside its list: who has it, what happened, and what is changed with the link as it is (T2, T9, T10). */
import type { Page } from '@playwright/test'
import { download, downloadPage } from '../download-page.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, linkIn, someone, test } from '../journey.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { type Language, words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const files = ['Autumn catalogue.pdf', '价格/list.xlsx'].map((path) => ({ path, bytes: Buffer.from(`hello ${path}`) }))
const secret = 'over the 7 seas'

function panel(page: Page, language: Language) {
  const t = words(language)
  const box = page.getByRole('complementary', { name: t('detail.transfer'), exact: true })
  const person = (email: string) => box.getByRole('listitem').filter({ hasText: email })
  const button = (key: string, slots = {}) => page.getByRole('button', { name: t(`detail.${key}`, slots), exact: true })
  return {
    t,
    box,
    person,
    button,
    heading: box.getByRole('heading', { level: 2 }),
    says: (key: string, slots = {}) => page.getByRole('status').getByText(t(`detail.${key}`, slots), { exact: true }),
    open: (slug: string, part = '') => page.goto(`/dash/transfers/${slug}${part && `?part=${part}`}`),
    choose: (key: string) => box.getByRole('tab', { name: new RegExp(`^${t(`detail.${key}`)}`) }).click(),
    act: async (email: string, key: string) => {
      await person(email)
        .getByRole('button', { name: t('detail.actionsFor', { name: email }) })
        .click()
      await page.getByRole('menuitem', { name: t(`detail.${key}`), exact: true }).click()
    },
    field: (key: string) => box.getByLabel(t(`detail.${key}`), { exact: true }),
  }
}

for (const { language, locale, viewport } of screens) {
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(
      `T2 T9 T10 D6 who has it; an address is corrected, a link dies, the rest is changed with the link as it is (${name})`,
      inGate(locale === 'zh-CN' && viewport.width < 500),
      async ({ page, server, guest, mailTo, complaints }) => {
        complaints.expectFailed(/\/api\/transfers\//)
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        const account = await signIn(page.context(), server)
        const [reader, wrong, right, gone] = ['reader', 'wrong', 'right', 'gone'].map(someone) as [string, string, string, string]
        const slug = await sendAs(account, { emailTo: [reader, wrong, gone].map((email) => ({ email })) }, files)
        const links = new Map<string, string>()
        for (const email of [reader, wrong, gone]) links.set(email, linkIn(await mailTo(email)))
        const { t, box, heading, person, button, says, open, choose, act, field } = panel(page, language)
        const statusOf = async (address: string) => (await fetch(address)).status

        await page.goto('/dash/transfers')
        const row = page.getByRole('link', { name: 'Autumn catalogue.pdf', exact: true })
        await row.click()
        await expect(heading).toContainText('Autumn catalogue.pdf')
        await expect(box).toBeFocused()
        await expect(page).toHaveURL(`/dash/transfers/${slug}`)
        await page.keyboard.press('Escape')
        await expect(page).toHaveURL('/dash/transfers')
        await expect(row).toBeFocused()

        await open(slug)
        await expect(box.getByText(t('detail.downloadedOf', { done: 0, all: 3 }))).toBeVisible()
        const recipient = downloadPage(await guest())
        await recipient.page.goto(links.get(reader)!)
        await download(recipient.page, () => recipient.primary.click())
        // By news or by asking again: nobody loads the page anew.
        await expect(box.getByText(t('detail.downloadedOf', { done: 1, all: 3 }))).toBeVisible()
        await expectGood(page, 'people')

        await act(wrong, 'correct')
        await page.getByRole('dialog').getByLabel(t('detail.correctLabel'), { exact: true }).fill(right)
        await button('correctSend').click()
        await expect(says('corrected', { before: wrong, email: right })).toBeVisible()
        await expect(person(right)).toBeVisible()
        expect(await statusOf(links.get(wrong)!)).toBe(404)
        expect(await statusOf(linkIn(await mailTo(right)))).toBe(200)

        await act(gone, 'remove')
        await button('remove').click()
        await expect(says('removed', { name: gone })).toBeVisible()
        await expect(person(gone)).toHaveCount(0)
        expect(await statusOf(links.get(gone)!)).toBe(404)

        await button('copyLink').click()
        await expect(says('copied')).toBeVisible()
        await expect(says('anyoneNow')).toBeVisible()
        const link = await page.evaluate(() => navigator.clipboard.readText())
        expect(await statusOf(link)).toBe(200)

        await choose('settings')
        await field('titleLabel').fill('Quote 2291')
        await field('expiryLabel').selectOption('week')
        await field('passwordLabel').fill(secret)
        await expectGood(page, 'settings')
        // Beside another part it is said and in reach; leaving asks, be it for another page or by closing the transfer.
        await choose('people')
        await expect(field('titleLabel')).toHaveCount(0)
        await expect(box.getByText(t('detail.willChange', { fields: t('send.changed_title') }))).toBeVisible()
        await expect(button('save')).toBeInViewport()
        await expectGood(page, 'unsaved beside the people')
        await page.keyboard.press('Escape')
        const question = page.getByRole('dialog', { name: t('dash.leaveTitle') })
        await question.getByRole('button', { name: t('dash.stay'), exact: true }).click()
        const asked = page.waitForEvent('dialog')
        const left = page.close({ runBeforeUnload: true })
        expect((await asked).type()).toBe('beforeunload')
        await (await asked).dismiss()
        await left
        // While it is saved it shows already: leaving asks all the same, and what is typed beside it outlives the failure.
        let cut = () => {}
        const isCut = new Promise<void>((resolve) => {
          cut = resolve
        })
        await page.route(`**/api/transfers/${slug}`, (route) => isCut.then(() => route.abort()))
        await button('save').click()
        await expect(heading).toHaveText('Quote 2291')
        await expect(box.getByText(t('detail.willChange', { fields: t('send.changed_title') }))).toBeVisible()
        await page.keyboard.press('Escape')
        await question.getByRole('button', { name: t('dash.stay'), exact: true }).click()
        await button('add').click()
        await field('addLabel').fill('one@example.com')
        cut()
        await expect(
          box.getByRole('alert').filter({ hasText: t('detail.saveFailed', { reason: t('send.offline') }) }),
        ).toBeVisible()
        await expect(heading).toContainText('Autumn catalogue.pdf')
        await expect(field('addLabel')).toHaveValue('one@example.com')
        await page.unroute(`**/api/transfers/${slug}`)
        // A field that is refused is shown and focused, once.
        const error = { code: 'invalidInput', message: '', fields: { title: 'invalid' }, requestId: 'x' }
        await page.route(`**/api/transfers/${slug}`, (route) => route.fulfill({ status: 400, json: { error } }))
        await button('save').click()
        await expect(field('titleLabel')).toBeFocused()
        await expect(field('titleLabel')).toHaveValue('Quote 2291')
        await expect(field('passwordLabel')).toHaveValue(secret)
        const settings = box.getByRole('tab', { name: t('detail.settings'), exact: true })
        await settings.focus()
        await page.keyboard.press('ArrowLeft')
        await expect(field('titleLabel')).toHaveCount(0)
        await page.keyboard.press('ArrowRight')
        await expect(field('titleLabel')).toHaveAttribute('aria-invalid', 'true')
        await expect(settings).toBeFocused()
        await page.unroute(`**/api/transfers/${slug}`)
        await button('save').click()
        await expect(says('saved')).toBeVisible()
        await expect(heading).toHaveText('Quote 2291')
        expect(await statusOf(link)).toBe(401)

        await field('restrictedLabel').check()
        await button('passwordRemove').click()
        await button('save').click()
        await expect(box.getByText(t('detail.onlyNamed'))).toBeVisible()
        await expect.poll(() => statusOf(link)).toBe(404)
        expect(await statusOf(links.get(reader)!)).toBe(200)

        await choose('activity')
        const timeline = box.getByRole('listitem')
        await expect(timeline.filter({ hasText: t('detail.evRecipientCorrected', { who: right }) })).toBeVisible()
        await expect(timeline.filter({ hasText: t('detail.evRecipientRemoved', { who: gone }) })).toBeVisible()
        await expect(timeline.filter({ hasText: t('detail.evSent', { who: t('detail.you') }) })).toBeVisible()
        await expect(timeline.filter({ hasText: t('send.changed_title') })).toContainText(t('send.changed_expiry'))
        await expectGood(page, 'activity')
      },
    )

    test(`T2 a transfer is deleted with Undo for a while; what is not mine is not here (${name})`, async ({
      page,
      server,
      complaints,
    }) => {
      complaints.expectFailed(/\/api\/transfers\//)
      const account = await signIn(page.context(), server)
      const slug = await sendAs(account, { sendAs: 'link', emailTo: [] }, files)
      const { t, box, heading, button, says, open } = panel(page, language)
      await open(slug, 'people')
      await expect(page.getByRole('heading', { name: t('detail.noPeopleTitle') })).toBeVisible()
      await expectGood(page, 'a link')
      // The bell is in reach, and what it opens closes before the transfer does.
      await page.getByRole('button', { name: t('notifications.open'), exact: true }).click()
      const bell = page.getByRole('region', { name: t('notifications.title'), exact: true })
      await expect(bell).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(bell).toBeHidden()
      await expect(heading).toContainText('Autumn catalogue.pdf')
      await button('more').click()
      await page.getByRole('menuitem', { name: t('detail.delete'), exact: true }).click()
      await expect(heading).toHaveText(t('detail.deletedTitle'))
      await expect(button('undo')).toBeFocused()
      await button('undo').click()
      // It takes space of its own: nothing of the transfer lies under it.
      // Both in one look: the message goes by itself.
      const space = async () =>
        says('restored').evaluateAll(
          ([message], shown) =>
            message ? message.getBoundingClientRect().top - shown!.getBoundingClientRect().bottom : Number.NaN,
          await box.elementHandle(),
        )
      await expect.poll(space).toBeGreaterThanOrEqual(0)
      await expect(heading).toContainText('Autumn catalogue.pdf')

      await open('zzzzzzz')
      await expect(heading).toHaveText(t('detail.unknownTitle'))
      await expectGood(page, 'unknown')
    })
  })
}

test('T2 a transfer that is deleted in the list is closed beside it', async ({ page, server }) => {
  const account = await signIn(page.context(), server)
  const slug = await sendAs(account, { sendAs: 'link', emailTo: [] }, files)
  const { t, box, heading, open } = panel(page, 'en')
  await open(slug)
  await expect(heading).toContainText('Autumn catalogue.pdf')
  await page.getByRole('button', { name: t('dash.actions', { name: 'Autumn catalogue.pdf' }), exact: true }).click()
  await page.getByRole('menuitem', { name: t('dash.delete'), exact: true }).click()
  await expect(page).toHaveURL('/dash/transfers')
  await expect(box).toHaveCount(0)
})
