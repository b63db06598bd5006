/** Links, options and limits of the send card, signed in and on the way to it. */
import { languageCookie } from '../../packages/contract/src/cookies.ts'
import { download, downloadPage } from '../download-page.ts'
import { makeFiles, sha256 } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { codeIn, expect, inGate, someone, test } from '../journey.ts'
import { enterCode, type SendCard, sendCard } from '../send-card.ts'
import { signIn } from '../signed-in.ts'
import type { Language } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'en', locale: 'en-US', viewport: { width: 390, height: 844 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

const urlIn = (card: SendCard) => card.card.getByLabel(card.t('send.link'), { exact: true })

/** The card of the logged-in area, with a file in it. */
async function openSignedIn(card: SendCard, file: string, language: Language = 'en'): Promise<void> {
  await card.page.context().addCookies([{ name: languageCookie.name, value: language, url: card.server.url }])
  await card.page.goto('/dash/send')
  await expect(card.send).toBeVisible()
  await card.fileInput.setInputFiles(file)
}

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })

    test(
      `Q8 Q14 Q4 U7 an account sends a link: copied, as a QR code, and it opens elsewhere (${language} ${viewport.width})`,
      inGate(locale === 'zh-CN' && viewport.width < 500),
      async ({ page, context, server, guest }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        await signIn(context, server)
        const made = await makeFiles({ 'setup.exe': 50_000 })
        const card = sendCard(page, server, language)
        await openSignedIn(card, made.at('setup.exe'), language)
        await expect(card.sender).toHaveCount(0)
        await expect(card.why).toHaveText(card.t('send.needRecipients'))
        await card.sendAs('byLink').check()
        await expect(card.recipients).toHaveCount(0)
        await expect(card.send).toHaveText(card.t('send.getLink'))
        await card.send.click()

        await expect(card.heading).toHaveText(card.t('send.linkTitle'))
        const url = await urlIn(card).inputValue()
        expect(url).toMatch(/\/w\/[0-9A-Za-z]{7}$/)
        await expect(card.card.getByText(card.t('send.linkCopied')).first()).toBeVisible()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
        await expect(card.card.getByRole('img', { name: card.t('send.qr') })).toBeVisible()
        await urlIn(card).click()
        expect(await page.evaluate(() => getSelection()?.toString())).toBe(url)
        await expect(card.card.getByRole('link', { name: card.t('send.openLink') })).toHaveAttribute('href', url)
        await expect(card.card.getByText(card.t('send.keepFiles'))).toHaveCount(0)
        await expectGood(page, 'the link')

        const reader = await guest({ locale, viewport })
        await reader.goto(url)
        const file = await download(reader, () => downloadPage(reader, language).primary.click())
        expect([file.name, sha256(file.bytes)]).toEqual(['setup.exe', made.hashes['setup.exe']])

        await card.button(card.t('send.sendAnother')).click()
        await expect(card.sendAs('byEmail')).toBeChecked()
      },
    )

    test(`Q8 Q20 a visitor who wants a link may go back to e-mail, or sign up and find the draft again (${language} ${viewport.width})`, async ({
      page,
      server,
      mailTo,
    }) => {
      const made = await makeFiles({ 'a.txt': 'hello' })
      const card = sendCard(page, server, language)
      const { t } = card
      await card.open()
      await card.fileInput.setInputFiles(made.at('a.txt'))
      await card.message.fill('kept 保留')
      await card.sendAs('byLink').check()
      await expect(card.card).toContainText(t('send.linksReserved'))
      await expect(card.send).toHaveCount(0)
      await expectGood(page, 'links are reserved')
      await card.button(t('send.sendByEmail')).click()
      await expect(card.recipients).toBeVisible()
      await expect(card.message).toHaveValue('kept 保留')

      await card.sendAs('byLink').check()
      await card.card.getByRole('link', { name: t('send.getTrial'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('plans.visitor'))
      await page.getByRole('button', { name: `${t('plans.try')}: ${t('roles.pro')}` }).click()
      const email = someone('new')
      const window = page.getByRole('dialog')
      await window.getByLabel(t('account.email'), { exact: true }).fill(email)
      await window.getByLabel(t('account.password'), { exact: true }).fill('over the 7 seas')
      await window.getByRole('button', { name: t('account.goOn'), exact: true }).click()
      const code = codeIn(await mailTo(email))
      await window.getByLabel(t('account.code'), { exact: true }).fill(code)
      await window.getByRole('button', { name: t('account.create'), exact: true }).click()

      await expect(page).toHaveURL(/\/dash\/send$/)
      await page.getByRole('button', { name: t('dash.later'), exact: true }).click()
      await expect(card.files).toContainText('a.txt')
      await expect(card.message).toHaveValue('kept 保留')
      await expect(card.sendAs('byLink')).toBeChecked()
      await card.send.click()
      await expect(card.heading).toHaveText(t('send.linkTitle'))
    })

    test(`Q16 K2 what an account has used up stands in place of the form, the draft behind it (${language} ${viewport.width})`, async ({
      page,
      context,
      server,
      complaints,
    }) => {
      // What is known before the upload begins is refused there, what comes up after that when it is sent.
      // News end when the account is suspended.
      complaints.expectFailed(/\/(?:api\/uploads|quicksend2|notifications|api\/live)$/)
      const { userId } = await signIn(context, server)
      const setOwner = (change: string) =>
        server.sql(`update owners set ${change} where id = (select owner_id from users where id = $1)`, [userId])
      const setMonth = (transfers: number) =>
        server.sql(
          `insert into month_counts (owner_id, month, transfers)
           select owner_id, to_char(now() at time zone 'utc', 'YYYY-MM'), $2 from users where id = $1
           on conflict (owner_id, month) do update set transfers = excluded.transfers`,
          [userId, transfers],
        )
      const made = await makeFiles({ 'a.txt': 'hello' })
      const card = sendCard(page, server, language)
      const { t } = card
      await openSignedIn(card, made.at('a.txt'), language)
      await card.sendAs('byLink').check()
      // Used up by another device while this card was open: the server says so.
      await setMonth(10)
      await card.send.click()
      await expect(card.heading).toHaveText(t('send.limitTitle'))
      await expect(card.card).toContainText(t('send.limitMonth', { role: t('roles.free'), limit: 10 }))
      await expectGood(page, 'the month is used up')
      await card.button(t('send.limitBack')).click()
      await expect(card.files).toContainText('a.txt')

      // Known before anything is asked.
      await page.reload()
      await expect(card.card).toContainText(t('send.limitMonth', { role: t('roles.free'), limit: 10 }))
      await setMonth(0)
      await setOwner('used_bytes = 10000000000')
      await page.reload()
      await expect(card.card).toContainText(t('send.limitStorage'))
      await expect(card.card).toContainText(t('send.limitStorageUsed', { used: '10 GB', limit: '10 GB' }))
      await expect(card.card.getByRole('link', { name: t('send.yourTransfers') })).toHaveAttribute('href', '/dash/transfers')
      await setOwner("status = 'past_due'")
      await page.reload()
      await expect(card.card).toContainText(t('send.limitTrial'))
      await expect(card.card).toContainText(t('send.limitTrialText'))
      await setOwner("status = 'revoke'")
      await page.reload()
      await expect(card.card).toContainText(t('send.limitSuspended'))
      await expect(card.card.getByRole('link', { name: t('send.emailSupport') })).toHaveAttribute(
        'href',
        'mailto:support@sampan.test',
      )
    })
  })
}

test('Q11 a common password is refused at its field, which opens by itself; a good one is asked for at the link', async ({
  page,
  context,
  server,
  guest,
  complaints,
}) => {
  complaints.expectFailed(/\/(?:quicksend2|w\/\w+)$/)
  await signIn(context, server)
  const made = await makeFiles({ 'a.txt': 'hello' })
  const card = sendCard(page, server)
  const password = card.card.getByLabel(card.t('send.password'), { exact: true })
  await openSignedIn(card, made.at('a.txt'))
  await card.sendAs('byLink').check()
  await card.options.click()
  await password.fill('12345')
  await expect(card.why).toHaveText(card.t('send.shortPassword'))
  await password.fill('password')
  await card.card.getByLabel(card.t('send.downloadLimit'), { exact: true }).fill('5')
  await expect(card.options).toHaveText(/1 Week · password · 5 downloads/)
  await expectGood(page, 'the options')
  await card.options.click()
  await expect(password).toHaveCount(0)
  await card.send.click()
  await expect(card.card).toContainText('Too many people use this password. Choose another one.')
  await expect(password).toBeFocused()
  await expect(card.why).toHaveText(card.t('send.refusedAbove'))
  await password.fill('paper boats')
  await card.send.click()
  await expect(card.heading).toHaveText(card.t('send.linkTitle'))
  const view = downloadPage(await guest())
  const { page: reader, t } = view
  await reader.goto(await urlIn(card).inputValue())
  await reader.getByLabel(t('download.password'), { exact: true }).fill('paper boats')
  await reader.keyboard.press('Enter')
  await expect(view.primary).toBeVisible()
  await reader.reload()
  expect((await download(reader, () => view.primary.click())).bytes.toString()).toBe('hello')
})

test('Q14 without a clipboard the link is copied at a press', async ({ page, context, server }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await signIn(context, server)
  const made = await makeFiles({ 'a.txt': 'hello' })
  const card = sendCard(page, server)
  await openSignedIn(card, made.at('a.txt'))
  await card.sendAs('byLink').check()
  await card.send.click()
  // While bytes flow there is a button of this name too.
  await expect(card.heading).toHaveText(card.t('send.linkTitle'))
  await card.button(card.t('send.copyLink')).click()
  await expect(card.button(card.t('send.linkCopied'))).toBeVisible()
})

test('Q14 Q15 a visitor may keep what was sent; from the third time on the card invites to sign up', async ({ page, server }) => {
  const made = await makeFiles({ 'a.txt': 'hello' })
  const [sender, card] = [someone('sender'), sendCard(page, server)]
  const { t } = card
  async function send(): Promise<void> {
    await card.fileInput.setInputFiles(made.at('a.txt'))
    await card.addPeople(someone('ana'))
    await card.send.click()
  }
  await card.open()
  await card.sender.fill(sender)
  await send()
  await enterCode(card, sender)
  const keep = card.card.getByRole('link', { name: t('send.keepFiles'), exact: true })
  await expect(keep).toHaveAttribute('href', new RegExp(`^/pricing\\?save=[0-9A-Za-z]{7}&email=${encodeURIComponent(sender)}$`))
  await expect(card.card.getByRole('link', { name: t('send.signUp'), exact: true })).toHaveAttribute('href', /^\/register\?save=/)
  await card.button(t('send.sendAnother')).click()
  await send()
  await expect(card.heading).toHaveText(t('send.doneTitle'))
  await expect(card.card).not.toContainText(t('send.inviteTitle'))
  await card.button(t('send.sendAnother')).click()
  await send()
  await expect(card.card).toContainText(t('send.inviteTitle'))
  await expect(card.card).toContainText(t('send.inviteText', { count: 3 }))
  expect(await page.evaluate(() => localStorage.sendTimes)).toBe('3')
  await keep.click()
  await expect(page).toHaveURL(/\/register\?save=/)
  await expect(page.getByRole('dialog').getByLabel(t('account.email'), { exact: true })).toHaveValue(sender)
})

test('Q20 A3 a session that ends in the middle is told, and nothing of the draft is lost', async ({
  page,
  context,
  server,
  complaints,
}) => {
  // Whatever the page asks in that moment is refused.
  complaints.expectFailed(/./)
  const { userId } = await signIn(context, server)
  const made = await makeFiles({ 'a.txt': 'hello' })
  const card = sendCard(page, server)
  await openSignedIn(card, made.at('a.txt'))
  await card.message.fill('kept')
  await card.sendAs('byLink').check()
  // What flowed before Send would find out by itself, and take the card along to the public page.
  await expect(card.card).toContainText(card.t('send.earlyReady', { total: '5 B' }))
  await server.sql('delete from sessions where user_id = $1', [userId])
  await card.send.click()
  await expect(page).toHaveURL(/\/$/)
  await expect(card.card.getByRole('alert')).toContainText(card.t('send.signedOut'))
  await expect(card.files).toContainText('a.txt')
  await card.button(card.t('send.sendByEmail')).click()
  await expect(card.message).toHaveValue('kept')
  await expect(card.card.getByRole('link', { name: card.t('send.logIn') })).toHaveAttribute('href', /^\/login\?next=/)
})

test('Q12 after five wrong codes the card suggests a new one', async ({ page, server, mailTo, complaints }) => {
  complaints.expectFailed(/\/checkVerifyEmail$/)
  const made = await makeFiles({ 'a.txt': 'hello' })
  const sender = someone('sender')
  const card = sendCard(page, server)
  await card.open()
  await card.fileInput.setInputFiles(made.at('a.txt'))
  await card.addPeople(someone('ana'))
  await card.sender.fill(sender)
  await card.send.click()
  const wrong = codeIn(await mailTo(sender)) === '22222' ? '33333' : '22222'
  for (let tries = 1; tries <= 5; tries++) {
    await expect(card.code).toHaveValue('')
    await card.code.fill(wrong)
    await card.button(card.t('send.verify')).click()
    await expect(card.card).toContainText(card.t(tries < 5 ? 'send.code' : 'send.codeSpent'))
    await expect(card.code).toHaveValue('')
  }
  await card.button(card.t('send.resend')).click()
  await card.code.fill(codeIn(await mailTo(sender, 2)))
  await card.button(card.t('send.verify')).click()
  await expect(card.heading).toHaveText(card.t('send.doneTitle'))
})
