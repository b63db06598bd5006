/** Who sent without an account comes back: the prompt after six hours, the page of a link, and an account that keeps what was sent (A7). */
import { account, greetLater, password } from '../account.ts'
import { expectGood } from '../good-page.ts'
import { codeIn, expect, test } from '../journey.ts'
import { openPage } from '../open-page.ts'
import { prepareTransfer } from '../prepared.ts'
import { words } from '../words.ts'

const hourMs = 3_600_000

for (const [language, width] of [
  ['en', 390],
  ['zh', 1440],
] as const)
  test.describe(`${language}, ${width} px`, () => {
    test.use({ locale: language === 'zh' ? 'zh-CN' : 'en-US', viewport: { width, height: 844 } })

    test('A7 the link leads through sign-up, which proves the mailbox, to what was sent', async ({ page, server }) => {
      const { sender, slug } = await prepareTransfer(server)
      const t = words(language)
      await page.goto(`/welcomeback?slug=${slug}&email=${encodeURIComponent(sender)}`)
      await expect(page.getByRole('heading', { level: 1, name: t('welcome.title') })).toBeVisible()
      await expect(page.getByText(sender)).toBeVisible()
      await expectGood(page, 'welcome back')
      await page.getByRole('link', { name: t('welcome.save') }).click()
      const at = account(page, language)
      await expect(at.email).toHaveValue(sender)
      await at.password.fill(password)
      const mails = (await server.mailsTo(sender)).length
      await at.button('goOn').click()
      await expect(at.code).toBeFocused()
      await expect.poll(async () => (await server.mailsTo(sender)).length).toBeGreaterThan(mails)
      await at.code.fill(codeIn((await server.mailsTo(sender)).at(-1)!))
      await at.button('create').click()
      await expect(page).toHaveURL(new RegExp(`/dash/transfers/${slug}$`))
      await greetLater(page, t)
      await page.goto('/dash')
      await expect(page.getByRole('list', { name: t('overview.latest') }).getByRole('listitem')).toHaveCount(1)
      await page.goto(`/welcomeback?slug=${slug}&email=${encodeURIComponent(sender)}`)
      await expect(page.getByRole('link', { name: t('welcome.toList') })).toBeVisible()
    })

    test('A7 the prompt comes six hours after the first visit, says what there is, and is silent once it was told so', async ({
      page,
      server,
    }) => {
      const t = words(language)
      const home = language === 'zh' ? '/zh/' : '/'
      const prompt = page.getByRole('region', { name: t('welcome.title') })
      await openPage(page, home)
      await expect.poll(() => page.evaluate(() => Number(localStorage.getItem('dnr')))).toBeGreaterThan(0)
      const firstVisit = (hoursAgo: number) =>
        page.evaluate((at) => localStorage.setItem('dnr', String(at)), Date.now() - hoursAgo * hourMs)
      await firstVisit(7)
      // Nothing was sent from here: it asks, and says nothing.
      const answered = () => page.waitForResponse(/\/anonCheck$/)
      const [reply] = await Promise.all([answered(), page.goto(home)])
      expect(await reply.json()).toMatchObject({ toSave: 0 })
      const { sender } = await prepareTransfer(server)
      const cookies = await page.context().cookies()
      const browserId = cookies.find(({ name }) => name.endsWith('sampan_browser'))
      expect(browserId, 'the browser is known').toBeTruthy()
      await server.sql(
        `update uploads set browser_hash = encode(sha256(convert_to('browser:' || $1, 'UTF8')), 'hex') where slug in (select slug from transfers where sender_email = $2)`,
        [browserId!.value, sender],
      )
      await Promise.all([answered(), page.goto(home)])
      await expect(prompt.getByText(sender)).toBeVisible()
      await expectGood(page, 'prompt')
      await prompt.getByRole('button', { name: t('welcome.notNow') }).click()
      await expect(prompt).toBeHidden()
      const asked: string[] = []
      page.on('request', (request) => void asked.push(request.url()))
      await openPage(page, home)
      expect(asked.filter((url) => url.includes('anonCheck'))).toEqual([])
      await firstVisit(7)
      await page.reload()
      await prompt.getByRole('link', { name: t('welcome.save') }).click()
      await expect(account(page, language).email).toHaveValue(sender)
      await expect(prompt).toBeHidden()
    })
  })
