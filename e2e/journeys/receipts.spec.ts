/** Who received what, read beside the list and kept as PDF and CSV (T3). */
import { download, downloadPage } from '../download-page.ts'
import { sha256 } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, linkIn, someone, test } from '../journey.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const files = ['Autumn catalogue.pdf', '价格/list.xlsx'].map((path) => ({ path, bytes: Buffer.from(`hello ${path}`) }))
const catalogue = files[0]!

for (const { language, locale, viewport } of screens) {
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(
      `T3 the receipt names who had which file, with its checksum, and is kept as PDF and CSV (${name})`,
      inGate(locale === 'en-US' && viewport.width > 1000),
      async ({ page, server, guest, mailTo, complaints }) => {
        complaints.expectFailed(/\/receipt\.pdf/)
        const t = words(language)
        const account = await signIn(page.context(), server)
        const [reader, silent] = [someone('reader'), someone('silent')]
        const slug = await sendAs(account, { emailTo: [{ email: reader, name: '李雷' }, { email: silent }] }, files)
        const box = page.getByRole('complementary', { name: t('detail.transfer'), exact: true })
        const lines = box.getByRole('listitem').filter({ hasText: reader })
        const save = (key: string) => box.getByRole('button', { name: t(`receipts.${key}`), exact: true })

        await page.goto(`/dash/transfers/${slug}?part=receipts`)
        await expect(box.getByRole('tab', { name: t('detail.receipts'), exact: true })).toHaveAttribute('aria-selected', 'true')
        await expect(box.getByText(t('receipts.nobody'))).toBeVisible()
        await expect(box.getByText(sha256(catalogue.bytes))).toBeVisible()

        const recipient = downloadPage(await guest())
        await recipient.page.goto(linkIn(await mailTo(reader)))
        const got = await download(recipient.page, () => recipient.file(catalogue.path).click())
        expect(got.bytes.equals(catalogue.bytes)).toBe(true)
        // By news or by asking again: nobody loads the page anew.
        await expect(lines).toContainText(catalogue.path)
        await expect(lines.locator('time')).toBeVisible()
        await expectGood(page, 'receipt')

        await page.route('**/receipt.pdf*', (route) => route.abort())
        await save('savePdf').click()
        await expect(box.getByRole('alert').filter({ hasText: t('receipts.notSaved') })).toBeVisible()
        await page.unroute('**/receipt.pdf*')
        const pdf = await download(page, () => save('savePdf').click())
        expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual([`receipt-${slug}.pdf`, '%PDF-'])
        const csv = await download(page, () => save('saveCsv').click())
        expect([csv.name, csv.bytes.subarray(0, 3).toString('hex')]).toEqual([`receipt-${slug}.csv`, 'efbbbf'])
        const rows = csv.bytes.toString().trimEnd().split('\r\n').slice(1)
        expect(rows.map((row) => [reader, silent].find((email) => row.includes(email)))).toEqual([reader, silent])
        expect(rows[0]).toContain(`${catalogue.path},${catalogue.bytes.length},${sha256(catalogue.bytes)}`)

        await box.getByRole('combobox', { name: t('receipts.person'), exact: true }).selectOption(silent)
        await expect(lines).toHaveCount(0)
        await expect(box.getByText(t('receipts.nobody'))).toBeVisible()
        const ofOne = await download(page, () => save('saveCsv').click())
        expect(ofOne.bytes.toString()).not.toContain(reader)
        await expectGood(page, 'receipt of one')
      },
    )
  })
}
