/** Analytics in both languages, with nothing and with too much, and without a server. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import type { Server } from '../server.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { type Words, words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

/** A spreadsheet would take it for a formula. */
const longName = `=${'A very long name of a catalogue for the spring '.repeat(4)}.pdf`
const perDay = 80
/** Shown at first. */
const shownDays = 30
const perMonth = (perDay * shownDays).toLocaleString('en')
/** More than are compared with, and a prime, so that each day has some of everything. */
const addedDays = 53
const dayBefore = (today: Date, days: number): string => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10)

/**
 * Downloads of a transfer, as many on each day: of every country there is, by three hundred readers; the most from China. The last day is
 * the one after `today`, which midnight may make the day that is shown.
 */
const addDownloads = (server: Server, slug: string, today: Date) =>
  server.sql(
    `insert into download_events (transfer_id, owner_id, session_id, recipient_email, visitor, file_count, size_bytes, ip, program,
       device, file_kind, country_code, city, at)
     select t.id, t.owner_id, gen_random_uuid(), 'reader-' || i % 300 || '@a-rather-long-domain-of-a-company.example.com', '', 1, 5000000, '', 'Chrome',
       (array['computer', 'phone', 'tablet', 'terminal'])[1 + i % 4],
       (array['image', 'video', 'audio', 'document', 'archive', 'other', 'several'])[1 + i % 7],
       case when i % 3 = 0 then 'CN' when i % 50 = 1 then null else chr(65 + i % 26) || chr(65 + (i / 26) % 8) end, '',
       $3::timestamptz + (1 - i % $4::int) * interval '1 day'
     from transfers t, generate_series(1, $2::int) i where t.slug = $1`,
    [slug, addedDays * perDay, today, addedDays],
  )

/** Days of one's own: those in the wrong order are refused, the others stand in the address. */
async function chooseDays(page: Page, t: Words, from: string, to: string): Promise<void> {
  await page.getByText(t('analytics.rangeCustom'), { exact: true }).click()
  const [first, last] = [
    page.getByLabel(t('analytics.from'), { exact: true }),
    page.getByLabel(t('analytics.to'), { exact: true }),
  ]
  const show = page.getByRole('button', { name: t('analytics.apply'), exact: true })
  await first.fill(to)
  await last.fill(from)
  await show.click()
  await expect(last).toHaveAccessibleDescription(t('analytics.rangeOrder'))
  await first.fill(from)
  await last.fill(to)
  await show.click()
  await expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}&compare=1$`))
}

/** What the browser keeps, line by line. */
async function saveCsv(page: Page, t: Words): Promise<{ name: string; lines: string[] }> {
  await page.getByRole('button', { name: t('analytics.csvChoose') }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: t('analytics.csv_downloads') }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') }
}

for (const { language, locale, viewport } of screens) {
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(`T4 I2 downloads over time, by country, transfer and reader (${name})`, async ({ page, server, complaints }) => {
      // One long way, judged in three of its states in both themes.
      const t = words(language)
      const account = await signIn(page.context(), server, { fullName: 'Alexandra Northmill' })
      // Waits for its server until the end of the way.
      complaints.expectFailed(/api\/analytics/)
      const away = await page.context().newPage()
      await away.route(/api\/analytics/, (route) => route.abort())
      await away.goto('/dash/analytics')
      await page.bringToFront()
      await page.goto('/dash/analytics')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('analytics.title'))
      await expect(page.getByRole('heading', { name: t('analytics.emptyTitle') })).toBeVisible()
      await expectGood(page, 'nothing was sent')

      const slug = await sendAs(account, {}, [{ path: longName, bytes: Buffer.from('hello') }])
      await page.reload()
      await expect(page.getByText(t('analytics.quietText'))).toBeVisible()
      const today = new Date()
      await addDownloads(server, slug, today)
      await page.reload()
      const chart = page.getByRole('slider', { name: t('analytics.downloads') }).first()
      await expect(chart).toBeVisible()
      await expect(page.locator('dl')).toContainText(perMonth)
      await expect(page.getByRole('region', { name: t('analytics.transfers'), exact: true })).toContainText(perMonth)
      await expect(page.getByRole('link', { name: longName })).toHaveAttribute('href', `/dash/transfers/${slug}`)
      await expectGood(page, 'too much')

      // By the keyboard from point to point, and as a table.
      const before = await chart.getAttribute('aria-valuetext')
      await chart.focus()
      await page.keyboard.press('ArrowLeft')
      await expect(chart).not.toHaveAttribute('aria-valuetext', before!)
      await page.keyboard.press('Home')
      await expect(chart).toHaveAttribute('aria-valuenow', '0')
      const overTime = page.getByRole('region', { name: t('analytics.downloadsOverTime'), exact: true })
      await overTime.getByRole('button', { name: t('analytics.showTable') }).click()
      await expect(overTime.getByRole('row')).toHaveCount(1 + shownDays)
      await overTime.getByRole('button', { name: t('analytics.hideTable') }).click()

      // A country narrows everything, and stands in the address with the days and the comparison.
      const china = language === 'zh' ? '中国' : 'China'
      const places = page.getByRole('region', { name: t('analytics.places'), exact: true })
      await places.getByRole('searchbox').fill(china)
      await places.getByRole('button', { name: china, exact: true }).click()
      await expect(page.getByText(t('analytics.chosenCountry', { country: china }))).toBeVisible()
      await page.getByText(t('analytics.range7'), { exact: true }).click()
      await page.getByLabel(t('analytics.compare')).check()
      await expect(page).toHaveURL(/days=7&country=CN&compare=1$/)
      await page.reload()
      await expect(chart).toBeVisible()
      const downloads = perDay * 7
      await expect(page.locator('dl')).not.toContainText(String(downloads))
      await expect(page.locator('dl').getByTitle(/./).first()).toBeVisible()
      await expectGood(page, 'one country, compared')
      await page.getByRole('button', { name: t('analytics.allCountries') }).click()
      await expect(page.locator('dl')).toContainText(String(downloads))

      const [from, to] = [dayBefore(today, 12), dayBefore(today, 3)]
      await chooseDays(page, t, from, to)
      await expect(page.locator('dl')).toContainText(String(perDay * 10))
      await expect(page.getByRole('region', { name: t('analytics.transfers'), exact: true })).toContainText(String(perDay * 10))
      const { name: csvName, lines } = await saveCsv(page, t)
      expect(csvName).toBe(`sampan-downloads-${from}-${to}.csv`)
      expect(lines[0]?.split(',').slice(0, 2)).toEqual([`\uFEFF${t('analytics.columnTime')}`, t('analytics.transfer')])
      expect(lines).toHaveLength(1 + perDay * 10)
      for (const line of lines.slice(1)) {
        const [at = '', transfer = ''] = line.split(',')
        expect([at.slice(0, 10) >= from, at.slice(0, 10) <= to, transfer]).toEqual([true, true, `'${longName}`])
      }

      await away.bringToFront()
      await expect(away.getByRole('heading', { name: t('analytics.failedTitle') })).toBeVisible()
      await expectGood(away, 'without a server')
      await away.unroute(/api\/analytics/)
      // It may ask again by itself, as it comes to the front, before the press does.
      const again = away.getByRole('button', { name: t('analytics.tryAgain') })
      await expect(async () => {
        if (await again.isVisible()) await again.click({ timeout: 2000 })
        await expect(away.locator('dl')).toContainText(perMonth, { timeout: 5000 })
      }).toPass()
    })
  })
}
