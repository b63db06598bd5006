/** The operator's pages: by the link of the terminal, with a second step, in both languages on desk and phone. */
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import type { Server } from '../server.ts'
import { type Account, sendAs, signIn } from '../signed-in.ts'
import { type Language, words } from '../words.ts'

/** What accounts made without the screens have. */
const password = 'a sampan at dusk'
const tabs = ['queue', 'storage', 'users', 'reports', 'feedback', 'bounces', 'audit'] as const

const firstLink = ({ logs }: Server): string =>
  logs.map((line) => /\bhttp\S+\/admin\/first\?\S+/.exec(line)?.[0]).find((link) => link !== undefined)!

/** Codes of an app are right by the clock of the server. */
async function secure({ browser }: Account): Promise<void> {
  await browser.withAccess('POST', '/api/proof', { password })
  const { key } = (await browser.withAccess('POST', '/api/second-factor')).json
  const { status } = await browser.withAccess('POST', '/api/second-factor/confirm', {
    code: new TOTP({ secret: Secret.fromBase32(key) }).generate(),
  })
  expect(status).toBe(200)
}

/** Something to see on each of the pages: a report, an opinion, a mail that came back, and work that was given up. */
async function somethingHappens(server: Server, { browser }: Account, sender: Account): Promise<{ slug: string }> {
  const slug = await sendAs(sender, { sendAs: 'link', emailTo: [] })
  const report = { reason: 'phishing', text: 'It asks for my password.', email: 'li@example.cn' }
  expect((await browser.call('POST', `/api/transfers/${slug}/reports`, report)).status).toBe(200)
  const opinion = { message: 'Sending is easy now.', rating: 'Fantastic', route: '/dash', requestKey: slug }
  expect((await sender.browser.withAccess('POST', '/api/feedback', opinion)).status).toBe(200)
  await sendAs(sender)
  const waiting = async () => (await server.sql(`select 1 from recipients where mail_state <> 'sent'`)).length
  await expect.poll(waiting, 'mails that have not left').toBe(0)
  await server.sql(`update recipients set mail_state = 'bounced', mail_reason = '550 5.1.1 User unknown'`)
  await server.sql(
    `select graphile_worker.add_job('transfers:mail', '{}'::json, job_key := 'lost', max_attempts := 1, run_at := now() + interval '1 day')`,
  )
  await server.sql(
    `update graphile_worker._private_jobs set attempts = 1, last_error = 'connect ECONNREFUSED 10.0.0.5:25' where key = 'lost'`,
  )
  return { slug }
}

async function walk(page: Page, language: Language, look: (what: string) => Promise<void>): Promise<void> {
  const t = words(language)
  await page.getByRole('button', { name: t('admin.examine'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('admin.examineAgain'), exact: true })).toBeVisible()
  await look('health')
  for (const tab of tabs) {
    await page
      .getByRole('navigation', { name: t('admin.pages') })
      .getByRole('link', { name: t(`admin.${tab}`), exact: true })
      .click()
    await expect(page.locator('#content [aria-busy]')).toHaveCount(0)
    await look(tab)
  }
}

test.describe('en at 1440', () => {
  test.use({ locale: 'en-US', viewport: { width: 1440, height: 900 } })

  test('O11 the link of the terminal makes an operator, who sees everything, decides, and finds it written down', async ({
    page,
    server,
    context,
    guest,
    complaints,
  }) => {
    complaints.expectFailed(/\/api\/admin\//)
    const t = words('en')
    const button = (name: string, slots = {}) => page.getByRole('button', { name: t(name, slots), exact: true })
    const tab = (name: string) =>
      page.getByRole('navigation', { name: t('admin.pages') }).getByRole('link', { name: t(`admin.${name}`), exact: true })
    const operator = await signIn(context, server, { lang: 'en' })
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: t('download.notFoundTitle') })).toBeVisible()

    await page.goto(firstLink(server))
    await expect(page.getByText(operator.email).first()).toBeVisible()
    await expectGood(page, 'the link of the terminal')
    await button('admin.becomeFirst').click()
    await expect(page.getByRole('heading', { name: t('admin.firstDone') })).toBeVisible()
    await page.getByRole('link', { name: t('admin.toSecondStep') }).click()
    await expect(page.getByRole('heading', { name: t('security.stepTitle') })).toBeFocused()
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: t('admin.unsecuredTitle') })).toBeVisible()
    await expectGood(page, 'without a second step')
    await secure(operator)

    const stranger = await guest()
    const sender = await signIn(stranger.context(), server, { fullName: 'Mei Harbour', lang: 'en' })
    const { slug } = await somethingHappens(server, operator, sender)
    await page.goto('/dash')
    await page.getByRole('button', { name: new RegExp(t('dash.accountOf', { name: '' })) }).click()
    await page.getByRole('link', { name: t('dash.admin'), exact: true }).click()
    await expect(page).toHaveURL(/\/admin$/)
    await expect(page.getByText(t('admin.about'))).toBeVisible()
    await walk(page, 'en', (what) => expectGood(page, what))

    await tab('queue').click()
    await page.getByRole('button', { name: t('admin.dropKind', { kind: 'transfers:mail' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('admin.drop'), exact: true })
      .click()
    await expect(page.getByText(t('admin.jobsEmpty'))).toBeVisible()
    await tab('reports').click()
    await button('admin.showReports').click()
    await expect(page.getByText('It asks for my password.')).toBeVisible()
    await button('admin.takeDown').click()
    await expectGood(page, 'taking down')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('admin.takeDown'), exact: true })
      .click()
    await expect(page.getByRole('heading', { name: t('admin.reportsEmpty') })).toBeVisible()
    expect((await fetch(`${server.url}/w/${slug}`)).status).toBe(451)
    await tab('feedback').click()
    await button('admin.handle').click()
    await expect(page.getByRole('heading', { name: t('admin.feedbackEmpty') })).toBeVisible()

    await tab('users').click()
    await page.getByRole('searchbox', { name: t('admin.searchUsers') }).fill('mei harbour')
    await expect(page.locator('#content').getByRole('listitem').filter({ hasText: operator.email })).toHaveCount(0)
    await page.getByRole('link', { name: sender.email }).click()
    await expect(page.getByText(t('admin.noFiles'))).toBeVisible()
    await page.getByLabel(t('admin.why'), { exact: true }).fill('Reported for phishing')
    await button('admin.suspend').click()
    await expect(button('admin.lift')).toBeVisible()
    await page.getByLabel(t('admin.planGiven')).selectOption('pro')
    await button('admin.planSave').click()
    await expect(page.getByText(t('admin.planSaved'))).toBeVisible()
    await page.getByLabel(t('admin.limitWhich')).selectOption('storageBytes')
    await page.getByLabel(t('admin.limitGigabytes')).fill('25,5')
    await page.getByLabel(t('admin.limitWhy')).fill('Moves a whole archive')
    await button('admin.limitsSave').click()
    await expect(page.getByText(t('admin.limitsSaved'))).toBeVisible()
    await expect(page.getByRole('row', { name: t('admin.limit_storageBytes') })).toContainText('25.5 GB')
    await expect(page.getByText('Moves a whole archive')).toBeVisible()
    await expectGood(page, 'one account')
    await stranger.goto('/dash')
    await expect(stranger.getByText('Reported for phishing').first()).toBeVisible()
    await tab('audit').click()
    for (const act of ['limitsChanged', 'planGiven', 'suspended', 'feedbackHandled', 'takenDown', 'jobDropped', 'becameFirst'])
      await expect(page.getByText(t(`admin.did_${act}`)).first()).toBeVisible()
  })
})

test.describe('zh at 390', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 390, height: 844 } })

  test('O11 I1 the same pages fit a phone', async ({ page, server, context, guest }) => {
    const operator = await signIn(context, server, { lang: 'zh' })
    await secure(operator)
    await server.sql('update users set is_operator = true where email = $1', [operator.email])
    const sender = await signIn((await guest()).context(), server, { fullName: 'Mei Harbour', lang: 'en' })
    await somethingHappens(server, operator, sender)
    await page.goto('/admin')
    await walk(page, 'zh', (what) => expectGood(page, what))
    await page.goto(`/admin/users/${sender.userId}`)
    await expect(page.getByText(words('zh')('admin.noFiles'))).toBeVisible()
    await expectGood(page, 'one account')
  })
})
