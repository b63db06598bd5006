/** The files of a sent transfer, changed in its panel with the link unchanged (T9). */
import type { Page } from '@playwright/test'
import { dashboard } from '../dashboard.ts'
import { makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { holdParts } from '../hold-parts.ts'
import { expect, inGate, test } from '../journey.ts'
import { type Account, sendAs, signIn } from '../signed-in.ts'
import { type Language, words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const sent = ['plans/Autumn catalogue.pdf', 'notes.txt', '船.jpg'].map((path) => ({ path, bytes: Buffer.from(`hello ${path}`) }))
const sendLink = (account: Account, files = sent) => sendAs(account, { sendAs: 'link', emailTo: [] }, files)

function panel(page: Page, language: Language) {
  const t = words(language)
  const list = page.getByRole('region', { name: t('files.files'), exact: true })
  return {
    t,
    list,
    rows: list.getByRole('listitem'),
    says: (text: string) => page.getByRole('status').getByText(text, { exact: true }),
    undo: page.getByRole('button', { name: t('files.undo'), exact: true }),
    press: (key: string) => page.getByRole('button', { name: t(`files.${key}`), exact: true }),
    open: (slug: string) => page.goto(`/dash/transfers/${slug}?part=files`),
    act: async (name: string, key: string) => {
      await page.getByRole('button', { name: t('files.actions', { name }), exact: true }).click()
      await page.getByRole('menuitem', { name: t(`files.${key}`), exact: true }).click()
    },
    pick: async (click: () => Promise<void>, files: string[]) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click()])
      await chooser.setFiles(files)
    },
  }
}

for (const { language, locale, viewport } of screens) {
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(
      `T9 I2 files are added, replaced and taken out, brought back and freed, and the link gives what is there (${name})`,
      inGate(locale === 'en-US' && viewport.width > 1000),
      async ({ page, server }) => {
        const account = await signIn(page.context(), server)
        const slug = await sendLink(account)
        const made = await makeFiles({ 'Winter catalogue.pdf': 'winter', 'more.txt': 3_000_000, 'NOTES.txt': 'newer' })
        const { t, rows, says, undo, press, open, act, pick } = panel(page, language)
        const names = async () =>
          ((await (await fetch(`${server.url}/api/transfers/${slug}`)).json()) as { files: { path: string }[] }).files.map(
            ({ path }) => path,
          )
        await open(slug)
        await expect(rows).toHaveCount(3)

        const parts = await holdParts(page, 0)
        await pick(() => press('addFiles').click(), [made.at('more.txt'), made.at('NOTES.txt')])
        await expect(page.getByRole('progressbar')).toBeVisible()
        await expectGood(page, 'adding files')
        await page.screenshot({ path: test.info().outputPath('adding.png') })
        await press('cancel').click()
        await expect(says(t('files.cancelled'))).toBeVisible()
        expect(await names()).toEqual(['plans/Autumn catalogue.pdf', 'notes.txt', '船.jpg'])
        parts.letGo()

        await pick(() => press('addFiles').click(), [made.at('more.txt'), made.at('NOTES.txt')])
        await expect(says(t('files.changed'))).toBeVisible()
        await expect(rows).toHaveCount(4)
        await pick(() => act('Autumn catalogue.pdf', 'replace'), [made.at('Winter catalogue.pdf')])
        await expect(rows.first()).toContainText('plans/Winter catalogue.pdf')
        await expect.poll(names).toEqual(['plans/Winter catalogue.pdf', 'NOTES.txt', '船.jpg', 'more.txt'])
        await act('more.txt', 'remove')
        await expect(rows).toHaveCount(3)
        await undo.click()
        await expect(rows).toHaveCount(4)

        await page.getByText(t('files.history'), { exact: true }).click()
        await expect(page.getByText(t('files.sentFirst'), { exact: true })).toBeVisible()
        await page.getByText(t('files.swap'), { exact: true }).first().waitFor({ state: 'attached' })
        await expectGood(page, 'the history')
        await page.getByText(t('files.sentFirst'), { exact: true }).scrollIntoViewIfNeeded()
        await page.screenshot({ path: test.info().outputPath('history.png') })
        await page
          .getByRole('listitem')
          .filter({ hasText: t('files.sentFirst') })
          .getByRole('button', { name: t('files.restore'), exact: true })
          .click()
        await expect(rows).toHaveCount(3)
        await expect.poll(names).toEqual(['plans/Autumn catalogue.pdf', 'notes.txt', '船.jpg'])
        await press('free').click()
        const question = page.getByRole('dialog', { name: t('files.freeTitle'), exact: true })
        await expect(question).toBeVisible()
        await expectGood(page, 'the question before freeing')
        await question.getByRole('button', { name: t('files.freeConfirm'), exact: true }).click()
        await expect(press('free')).toBeHidden()
        await expect(page.getByText(t('files.freed'), { exact: true }).first()).toBeVisible()

        await page.goto(`/dash/transfers/${slug}?part=activity`)
        const [former, what] = [
          t('detail.whatFile', { name: 'Autumn catalogue.pdf' }),
          t('detail.whatFile', { name: 'Winter catalogue.pdf' }),
        ]
        const sentence = t('detail.evFileReplacedBy', { who: t('detail.you'), former, what })
        await expect(page.getByRole('listitem').filter({ hasText: sentence })).toBeVisible()
      },
    )
  })
}

test('T9 U5 a refusal says why and the files stay; a panel that was closed does not end what is on its way; too many files', async ({
  page,
  server,
  complaints,
}) => {
  const signedIn = await signIn(page.context(), server)
  const many = Array.from({ length: 45 }, (_, n) => ({
    path: `scans/page ${n + 1} ${'long '.repeat(30)}.png`,
    bytes: Buffer.from('x'),
  }))
  const slug = await sendLink(signedIn, many)
  const made = await makeFiles({ 'late.bin': 2_000_000 })
  const { t, rows, says, press, open, pick } = panel(page, 'en')
  await open(slug)
  await expect(rows.first()).toContainText('page 1 ')
  expect(await rows.count()).toBeLessThan(30)
  await page.screenshot({ path: test.info().outputPath('many.png') })
  await page.getByRole('searchbox', { name: t('files.search') }).fill('page 45')
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox', { name: t('files.search') }).fill('')

  const parts = await holdParts(page, 0)
  await pick(() => press('addFiles').click(), [made.at('late.bin')])
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.getByRole('tab', { name: t('detail.activity') }).click()
  await expect(page.getByRole('progressbar')).toBeHidden()
  const asked = async (title: string, ...texts: string[]) => {
    const account = await dashboard(page, 'en').openAccount(signedIn.email)
    await account.getByRole('button', { name: t('dash.logOut'), exact: true }).click()
    const question = page.getByRole('dialog', { name: t(title) })
    await expect(question).toContainText(texts.map((text) => t(text)).join(' '))
    await question.getByRole('button', { name: t('dash.stay'), exact: true }).click()
  }
  await asked('dash.stopUploadTitle', 'dash.stopUploadText')
  await page.getByRole('tab', { name: t('detail.settings') }).click()
  await page.getByLabel(t('detail.titleLabel'), { exact: true }).fill('Scans')
  await asked('dash.leaveTitle', 'dash.leaveText', 'dash.stopUploadText')
  await page.getByRole('button', { name: t('detail.discard'), exact: true }).click()
  parts.letGo()
  await page.getByRole('tab', { name: t('detail.files') }).click()
  await page.getByRole('searchbox', { name: t('files.search') }).fill('late.bin')
  await expect(rows).toHaveCount(1)

  complaints.expectFailed(/\/api\/uploads$/)
  await page.route('**/api/uploads', (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'storageFull', message: 'Your storage is now full', requestId: 'x' } } }),
  )
  await page.getByRole('searchbox', { name: t('files.search') }).fill('')
  await pick(() => press('addFiles').click(), [made.at('late.bin')])
  await expect(page.getByRole('alert').getByText(t('files.notChanged'))).toBeVisible()
  await expectGood(page, 'a refusal')
  await page.unrouteAll()
  await press('tryAgain').click()
  await expect(says(t('files.changed'))).toBeVisible()
})
