/** The bell (T5): what a recipient does is there without a reload, in every tab by one stream; and what its reader does with it. */
import type { Page } from '@playwright/test'
import { expectGood } from '../good-page.ts'
import { expect, linkIn, someone, test } from '../journey.ts'
import type { Server } from '../server.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { type Language, words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const file = { path: '秋季目录/Autumn catalogue.pdf', bytes: Buffer.from('hello') }

/** What asks again every half minute never comes: what is seen then was told. */
const withoutPolling = () => {
  const real = window.setInterval
  window.setInterval = ((work: () => void, ms = 0, ...rest: unknown[]) =>
    ms >= 30_000 ? 0 : real(work, ms, ...rest)) as typeof setInterval
}

function bellOf(page: Page, language: Language) {
  const t = words(language)
  const panel = page.getByRole('region', { name: t('notifications.title'), exact: true })
  return {
    t,
    panel,
    rows: panel.getByRole('listitem'),
    quiet: page.getByRole('button', { name: t('notifications.open'), exact: true }),
    unread: (count: number) =>
      page.getByRole('button', { name: t('notifications.openUnread', { count, number: String(count) }), exact: true }),
    button: (key: string) => panel.getByRole('button', { name: t(`notifications.${key}`), exact: true }),
    toast: page.getByRole('status').getByText('Autumn catalogue.pdf'),
  }
}

const zip = async (server: Server, slug: string, query: Record<string, string>, userAgent: string) => {
  const address = `${server.url}/api/transfers/${slug}/zip?${new URLSearchParams(query)}`
  const reply = await fetch(address, { headers: { 'user-agent': userAgent } })
  expect(reply.status).toBe(200)
  await reply.arrayBuffer()
}

for (const { language, locale, viewport } of screens) {
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(`T5 D5 a download rings the bell of every tab without a reload; read, read all, delete, delete all (${name})`, async ({
      page,
      server,
      mailTo,
    }) => {
      const context = page.context()
      await context.addInitScript(withoutPolling)
      const account = await signIn(context, server)
      const reader = someone('reader')
      const slug = await sendAs(account, { emailTo: [{ email: reader }] }, [file])
      const [, , , user] = linkIn(await mailTo(reader))
        .replace(server.url, '')
        .split('/') as [string, string, string, string]
      const { dl } = await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()

      const streams: string[] = []
      context.on('response', (reply) => void (reply.url().endsWith('/api/live') && streams.push(`${reply.status()}`)))
      const other = await context.newPage()
      const [one, two] = [bellOf(page, language), bellOf(other, language)]
      await page.goto('/dash')
      await expect.poll(() => streams).toEqual(['200'])
      await other.goto('/dash/transfers')
      for (const bell of [one, two]) await expect(bell.quiet).toBeVisible()

      await zip(server, slug, { user, dl }, 'curl/8.14.1')
      await page.bringToFront()
      await expect(one.unread(1)).toBeVisible()
      await other.bringToFront()
      await expect(two.unread(1)).toBeVisible()
      expect(streams).toEqual(['200'])

      await page.bringToFront()
      await one.unread(1).click()
      await expect(one.panel).toBeFocused()
      await expect(one.rows).toHaveCount(1)
      await expect(one.rows).toContainText(reader)
      await expect(one.rows).toContainText('Autumn catalogue.pdf')
      await expect(one.rows).toContainText(/command line|命令行/)
      await page.screenshot({ path: test.info().outputPath('panel.png') })
      await expectGood(page, `the panel, ${name}`)
      await page.screenshot({ path: test.info().outputPath('panel-dark.png') })
      await page.keyboard.press('Escape')
      await expect(one.unread(1)).toBeFocused()
      await one.unread(1).click()
      await one.rows.getByRole('link').click()
      await expect(page).toHaveURL(`/dash/transfers/${slug}`)
      await page.goto('/dash')
      await expect(one.quiet).toBeVisible()
      await other.bringToFront()
      await expect(two.quiet).toBeVisible()

      await page.bringToFront()
      const link = await sendAs(account, { sendAs: 'link', emailTo: [] }, [file])
      // It goes by itself after some seconds.
      const shown = expect(one.toast.or(page.getByRole('status').getByText(/\d/)).first()).toBeVisible()
      for (let i = 0; i < 11; i++) await zip(server, link, {}, `curl/8.${i}`)
      await shown
      await expect(one.unread(11)).toBeVisible()
      await expect(one.unread(11)).toContainText('9+')
      await one.unread(11).click()
      await expect(one.rows).toHaveCount(12)
      await page.screenshot({ path: test.info().outputPath('many.png') })
      await one.button('readAll').click()
      await expect(one.quiet).toBeVisible()
      await expect(one.button('readAll')).toBeDisabled()
      await one.rows.nth(3).getByRole('button').click()
      await expect(one.rows).toHaveCount(11)
      await one.button('deleteAll').click()
      await one.button('deleteAllNo').click()
      await expect(one.rows).toHaveCount(11)
      await one.button('deleteAll').click()
      await one.button('deleteAllYes').click()
      await expect(one.panel.getByText(one.t('notifications.emptyTitle'))).toBeVisible()
      await page.screenshot({ path: test.info().outputPath('empty.png') })
      await expectGood(page, `the empty panel, ${name}`)
      await page.reload()
      await one.quiet.click()
      await expect(one.panel.getByText(one.t('notifications.emptyTitle'))).toBeVisible()
    })

    test(`T5 what does not load says so, and can be tried again (${name})`, async ({ page, server, complaints }) => {
      complaints.expectFailed(/\/notifications/)
      await signIn(page.context(), server)
      // Neither news nor the clock ask again: only the button does.
      await page.addInitScript(withoutPolling)
      await page.route('**/api/live', () => new Promise(() => {}))
      await page.route('**/notifications', (route) => route.fulfill({ status: 500, body: '{}' }))
      const bell = bellOf(page, language)
      await page.goto('/dash')
      await bell.quiet.click()
      await expect(bell.panel.getByText(bell.t('notifications.failed'))).toBeVisible()
      await page.unroute('**/notifications')
      await bell.panel.getByRole('button', { name: bell.t('dash.tryAgain'), exact: true }).click()
      await expect(bell.panel.getByText(bell.t('notifications.emptyTitle'))).toBeVisible()
    })
  })
}
