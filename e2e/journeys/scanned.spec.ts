/** What a virus scan finds is blocked and told on both sides; what nobody could look at is never called clean (D9). */
import { eicar, startTestClamd } from '../../apps/server/src/adapters/scanner/test-clamd.ts'
import { download, downloadPage } from '../download-page.ts'
import { expectGood } from '../good-page.ts'
import { expect, linkIn, someone, test } from '../journey.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

/** Of more it says that it has not looked at it. */
const maxScannerBytes = 1000
const clean = { path: '目录/Autumn catalogue.pdf', bytes: Buffer.from('hello') }
const found = { path: 'macros.txt', bytes: Buffer.concat([Buffer.from('here: '), eicar]) }
const large = { path: 'film.bin', bytes: Buffer.alloc(maxScannerBytes + 1) }

test.use({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from it
    async ({}, use) => {
      const clamd = Object.assign(await startTestClamd(), { maxBytes: maxScannerBytes })
      await use({ CLAMD: `127.0.0.1:${clamd.port}` })
      await clamd.close()
    },
    { scope: 'worker' },
  ],
})

for (const { language, locale, viewport } of screens) {
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(`D9 clean, blocked and not scanned, for who receives and who sent (${name})`, async ({
      page,
      server,
      guest,
      mailTo,
    }) => {
      const t = words(language)
      const account = await signIn(page.context(), server)
      const reader = someone('reader')
      const slug = await sendAs(account, { emailTo: [{ email: reader }], language }, [clean, found, large])
      const link = linkIn(await mailTo(reader))
      // It leaves when nothing of the transfer waits any more.
      const text = (await mailTo(account.email, /Eicar-Test-Signature/)).text ?? ''

      await test.step('who receives it sees which file is which, and gets the others', async () => {
        const view = downloadPage(await guest({ locale, viewport }), language)
        await view.page.goto(link)
        await expect(view.row('Autumn catalogue.pdf')).toContainText(t('download.scan_clean'))
        await expect(view.row(found.path)).toContainText(t('download.scan_infected'))
        await expect(view.row(large.path)).toContainText(t('download.scan_failed'))
        for (const path of [found.path, large.path]) await expect(view.row(path)).not.toContainText(t('download.scan_clean'))
        await expect(view.file(found.path)).toHaveCount(0)
        await expectGood(view.page, 'what the scan says')
        const got = await download(view.page, () => view.file('Autumn catalogue.pdf').click())
        expect(got.bytes.equals(clean.bytes)).toBe(true)
      })

      await test.step('who sent it is led there by the mail, and told by the bell', async () => {
        await page.goto(/https?:\/\/\S+\/dash\/transfers\/\w+/.exec(text)![0])
        await expect(page).toHaveURL(`/dash/transfers/${slug}`)
        const box = page.getByRole('complementary', { name: t('detail.transfer'), exact: true })
        await box.getByRole('tab', { name: new RegExp(`^${t('detail.files')}`) }).click()
        const file = (path: string) => box.getByRole('listitem').filter({ hasText: path })
        await expect(file(clean.path)).toContainText(t('files.scanClean'))
        await expect(file(found.path)).toContainText(t('files.scanInfected', { finding: 'Eicar-Test-Signature' }))
        await expect(file(large.path)).toContainText(t('files.scanFailed'))
        await box.getByRole('tab', { name: new RegExp(`^${t('detail.activity')}`) }).click()
        await expect(box.getByText(t('detail.evInfected', { what: t('detail.whatFile', { name: found.path }) }))).toBeVisible()
        await page.goto('/dash')
        await page.getByRole('button', { name: new RegExp(`^${t('notifications.title')}`) }).click()
        const bell = page.getByRole('region', { name: t('notifications.title'), exact: true })
        await expect(
          bell.getByText(t('notifications.infected', { what: t('notifications.named', { name: found.path }) })),
        ).toBeVisible()
      })
    })
  })
}
