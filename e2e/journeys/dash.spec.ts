/** The dashboard in both languages, on phone and desk. */
import { dashboard } from '../dashboard.ts'
import { download, downloadPage } from '../download-page.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, linkIn, someone, test } from '../journey.ts'
import type { Server } from '../server.ts'
import { sendAs, signIn } from '../signed-in.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'en', locale: 'en-US', viewport: { width: 390, height: 844 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const file = (path: string) => [{ path, bytes: Buffer.from('hello') }]

/** As many transfers as the one of a slug, each a second older than the one before. */
const multiply = (server: Server, slug: string, count: number) =>
  server.sql(
    `with made as (
       insert into uploads
       select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'slug', $1 || lpad(i::text, 8, '0')))).*
       from uploads u, generate_series(1, $2) i
       where u.id = (select upload_id from transfers where slug = $1)
       returning id, slug
     )
     insert into transfers
     select (jsonb_populate_record(t, jsonb_build_object(
       'id', gen_random_uuid(), 'upload_id', made.id, 'slug', made.slug,
       'file_name', 'report ' || right(made.slug, 8)::int || '.pdf',
       'sent_at', t.sent_at - make_interval(secs => right(made.slug, 8)::int)
     ))).*
     from transfers t, made where t.slug = $1`,
    [slug, count],
  )

for (const { language, locale, viewport } of screens) {
  const name = `${language}, ${viewport.width}`
  test.describe(name, () => {
    test.use({ locale, viewport })

    test(
      `T1 T2 D5 I2 what was sent, who has it, filters and search (${name})`,
      inGate(locale === 'en-US' && viewport.width > 1000),
      async ({ page, server, guest, mailTo }) => {
        const account = await signIn(page.context(), server, { fullName: 'Alexandra Northmill', company: 'Northmill Print' })
        const dash = dashboard(page, language)
        await dash.open()
        await expect(page.getByRole('heading', { level: 2 })).toHaveText(dash.t('dash.emptyTitle'))
        await expectGood(page, 'empty')

        const reader = someone('reader')
        await sendAs(account, { emailTo: [{ email: reader }, { email: someone('other') }] }, file('Autumn catalogue.pdf'))
        const old = await sendAs(account, { sendAs: 'link', emailTo: [], password: 'over the 7 seas' }, file('报价单.xlsx'))
        await server.sql("update transfers set expires_at = now() - interval '1 hour' where slug = $1", [old])
        const recipient = downloadPage(await guest())
        await recipient.page.goto(linkIn(await mailTo(reader)))
        await download(recipient.page, () => recipient.primary.click())

        await page.reload()
        const catalogue = dash.row('Autumn catalogue.pdf')
        await expect(catalogue).toContainText(dash.t('dash.downloadedBy', { done: 1, all: 2 }))
        await expect(catalogue).toContainText(dash.t('dash.lastDownload', { who: reader, ago: dash.t('dash.justNow') }))
        await expect(catalogue).toContainText(dash.t('dash.statusPartly'))
        await expect(catalogue).toContainText(language === 'zh' ? /至\d+月\d+日|至\d+年/ : /until [A-Z][a-z]{2} \d/)
        await expect(dash.row('报价单')).toContainText(dash.t('dash.statusExpired'))
        await expect(dash.row('报价单')).toContainText(dash.t('dash.hasPassword'))
        await expectGood(page, 'two transfers')

        await dash.filter('filterExpired').click()
        await expect(dash.rows).toHaveText([/报价单/])
        await dash.filter('filterAll').click()
        await dash.search.fill(reader)
        await expect(dash.rows).toHaveText([/Autumn catalogue/])
        await page.reload()
        await expect(dash.search).toHaveValue(reader)
        await dash.search.fill('nothing like it')
        await expect(page.getByRole('heading', { level: 2 })).toHaveText(dash.t('dash.nothingTitle'))
        await expectGood(page, 'nothing found')
        await page.getByRole('button', { name: dash.t('dash.showAll') }).click()
        await expect(dash.rows).toHaveCount(2)
        await expect(dash.search).toHaveValue('')
      },
    )

    test(`T2 D6 a copied link opens for anyone; closed and opened again (${name})`, async ({
      page,
      server,
      guest,
      complaints,
    }) => {
      complaints.expectFailed(/\/w\/|\/api\/transfers\//)
      const account = await signIn(page.context(), server)
      const slug = await sendAs(account, {}, file('plan.pdf'))
      const stranger = downloadPage(await guest({ locale }), language)
      expect((await stranger.page.goto(`/w/${slug}`))?.status()).toBe(404)

      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const dash = dashboard(page, language)
      await dash.open()
      await dash.choose('plan.pdf', 'copyLinkForAnyone')
      await expect(dash.message(dash.t('dash.linkCopied'))).toBeVisible()
      await expect(dash.message(dash.t('dash.anyoneWithLink'))).toBeVisible()
      await expectGood(page, 'link copied')
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(`${server.url}/w/${slug}`)
      expect((await stranger.page.goto(copied))?.status()).toBe(200)

      await dash.choose('plan.pdf', 'closeLink')
      await expect(dash.message(dash.t('dash.linkClosed'))).toBeVisible()
      await expect(dash.row('plan.pdf')).toContainText(dash.t('dash.statusDisabled'))
      expect((await stranger.page.goto(copied))?.status()).toBe(403)
      await expect(stranger.heading).toHaveText(dash.t('download.disabledTitle'))

      await dash.menuOf('plan.pdf').click()
      await expectGood(page, 'menu')
      await page.getByRole('menuitem', { name: dash.t('dash.openLink') }).click()
      await expect(dash.message(dash.t('dash.linkOpened'))).toBeVisible()
      expect((await stranger.page.goto(copied))?.status()).toBe(200)
    })

    test(
      `T1 T2 T11 K2 a deleted transfer is gone at once, back with Undo or from the bin, and counts in its month (${name})`,
      inGate(locale === 'en-US' && viewport.width > 1000),
      async ({ page, server }) => {
        const account = await signIn(page.context(), server)
        await sendAs(account, {}, file('keep.pdf'))
        const slug = await sendAs(account, {}, file('away.pdf'))
        const dash = dashboard(page, language)
        await dash.open()
        await dash.choose('away.pdf', 'delete')
        await expect(dash.rows).toHaveText([/keep\.pdf/])
        await expect(dash.undo).toBeFocused()
        await dash.undo.press('Enter')
        await expect(dash.rows).toHaveText([/away\.pdf/, /keep\.pdf/])
        await expect
          .poll(async () => (await server.sql('select state from transfers where slug = $1', [slug]))[0]?.state)
          .toBe('active')

        await dash.choose('away.pdf', 'delete')
        await page.getByRole('button', { name: dash.t('dash.close'), exact: true }).click()
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
        await page.reload()
        await expect(dash.rows).toHaveText([/keep\.pdf/])
        // The month counts what was sent (K2), the list what is there: the figure says why they differ.
        await page.goto('/dash')
        const month = page.getByRole('link', { name: dash.t('dash.figureMonth') })
        await expect(month).toContainText(dash.t('dash.figureDeleted', { count: 1, number: 1 }))

        await page.goto('/dash/bin')
        await expect(page.getByRole('listitem').filter({ hasText: 'away.pdf' })).toBeVisible()
        await expectGood(page, 'bin')
        await page.getByRole('button', { name: dash.t('bin.restoreName', { name: 'away.pdf' }) }).click()
        await expect(page.getByRole('heading', { name: dash.t('bin.emptyTitle') })).toBeVisible()
        await dash.open()
        await expect(dash.rows).toHaveText([/away\.pdf/, /keep\.pdf/])
      },
    )

    test(`A1 A3 T8 W1 welcome, the account's name, an unknown address, and the way out (${name})`, async ({
      page,
      server,
      complaints,
    }) => {
      await signIn(page.context(), server, { isOnboarded: false })
      const dash = dashboard(page, language)
      await dash.openHome()
      const welcome = page.getByRole('dialog', { name: dash.t('dash.welcomeTitle') })
      await expect(welcome).toBeVisible()
      await expectGood(page, 'welcome')
      await welcome.getByLabel(dash.t('dash.fullName')).fill('Alexandra Northmill')
      await welcome.getByRole('button', { name: dash.t('dash.save') }).click()
      await expect(welcome).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Alexandra')
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Alexandra')
      await expect(welcome).toBeHidden()

      complaints.expectFailed(/nowhere$/)
      await page.goto('/dash/account/nowhere')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(dash.t('download.notFoundTitle'))
      await expectGood(page, 'an unknown address')
      await expect(page.getByRole('navigation', { name: dash.t('dash.menu') })).toBeVisible()
      await page.getByRole('link', { name: dash.t('download.toHome') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Alexandra')
      const panel = await dash.openAccount('Alexandra Northmill')
      await expectGood(page, 'account')
      await panel.getByRole('button', { name: dash.t('dash.logOut') }).click()
      await expect(page).toHaveURL(language === 'zh' ? '/zh/' : '/')
      await page.goto('/dash')
      await expect(page).toHaveURL(/\/login$/)
    })
  })
}

test('A1 I1 the language of the welcome becomes that of the page; Escape is Later', async ({ page, guest, server }) => {
  await signIn(page.context(), server, { isOnboarded: false })
  const dash = dashboard(page)
  await dash.open()
  await page.getByRole('radio', { name: '中文' }).check()
  await page.getByRole('button', { name: dash.t('dash.save') }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')

  const other = await guest()
  await signIn(other.context(), server, { isOnboarded: false })
  await dashboard(other).open()
  await expect(other.getByRole('dialog')).toBeVisible()
  const saved = other.waitForResponse(/updateProfile/)
  await other.keyboard.press('Escape')
  await expect(other.getByRole('dialog')).toBeHidden()
  await saved
  await other.reload()
  await expect(other.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(other.getByRole('dialog')).toBeHidden()
})

test('I1 a browser that has chosen no language follows the account', async ({ page, server }) => {
  const { browser } = await signIn(page.context(), server)
  await browser.withAccess('POST', '/updateProfile', { language: 'zh' })
  await dashboard(page).open()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(dashboard(page, 'zh').t('dash.emptyTitle'))
})

test('T2 10,000 transfers: only those in sight exist, the oldest is there at once, and deleting deep down fills the gap', async ({
  page,
  server,
}) => {
  const account = await signIn(page.context(), server)
  const slug = await sendAs(account, {}, file('first.pdf'))
  await multiply(server, slug, 9999)
  const dash = dashboard(page)
  await dash.open()
  await expect(dash.filter('filterAll')).toContainText('10,000')
  await expect(dash.rows.first()).toContainText('first.pdf')
  expect(await dash.rows.count()).toBeLessThan(40)
  const middle = dash.rows.nth(8)
  // As a person does: once more, where the page has become longer meanwhile.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
    await expect(middle).toContainText(/report [3-7]\d{3}\.pdf/)
  }).toPass()
  const [, number] = /report (\d+)\.pdf/.exec((await middle.textContent()) ?? '') ?? []
  await dash.choose(`report ${number}.pdf`, 'delete')
  await expect(dash.row(`report ${Number(number) + 1}.pdf`)).toBeVisible()
  await expect(dash.row(`report ${number}.pdf`)).toHaveCount(0)
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(dash.row('report 9999.pdf')).toBeVisible()
  }).toPass()
  expect(await dash.rows.count()).toBeLessThan(40)
})

test('T2 what comes in above does not move what is being read', async ({ page, server }) => {
  const account = await signIn(page.context(), server)
  await multiply(server, await sendAs(account, {}, file('first.pdf')), 200)
  const dash = dashboard(page)
  await dash.open()
  await expect(dash.rows.first()).toContainText('first.pdf')
  await page.evaluate(() => window.scrollTo(0, 5000))
  const read = dash.row('report 70.pdf')
  await expect(read).toBeVisible()
  const before = await read.boundingBox()
  await sendAs(account, {}, file('new.pdf'))
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(dash.filter('filterAll')).toContainText('202')
  await expect.poll(async () => (await read.boundingBox())?.y).toBe(before?.y)
})
