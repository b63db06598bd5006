/** Four people at once: what the lists of each show, and how somebody is taken out while everything of theirs is open (M1 to M3). */
import type { Page } from '@playwright/test'
import { accountTeamsPath, dashSendPath, dashTransfersPath } from '../../packages/contract/src/paths.ts'
import { teamHeader } from '../../packages/contract/src/routes/headers.ts'
import { dashboard } from '../dashboard.ts'
import { makeFiles } from '../files.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, someone, test } from '../journey.ts'
import { sendCard } from '../send-card.ts'
import type { Server } from '../server.ts'
import { type Account, sendAs, signIn } from '../signed-in.ts'
import { type Language, words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

test.use({ settings: { BILLING: 'off', BILLING_PLAN: 'business' } })

type Person = Account & { page: Page; headers: Record<string, string> }

/** In a browser of their own, in the team, and acting for it. */
async function join(
  server: Server,
  owner: Account,
  page: Page,
  { fullName, role, language }: { fullName: string; role: string; language: Language },
): Promise<Person> {
  const account = await signIn(page.context(), server, { fullName })
  const { email, browser } = account
  const invited = await owner.browser.withAccess('POST', '/api/team/invitations', { emails: [email], role })
  expect(invited.status, JSON.stringify(invited.json)).toBe(200)
  const mail = await server.mailTo(email, /\/invite\//)
  const token = /\/invite\/([0-9A-Za-z]{22})/.exec(mail.text ?? '')![1]
  const accepted = await browser.withAccess('POST', `/api/invitations/${token}/accept`)
  expect(accepted.status, JSON.stringify(accepted.json)).toBe(200)
  const t = words(language)
  const at = dashboard(page, language)
  await at.openHome()
  const menu = await at.openAccount(fullName)
  await menu.getByRole('button', { name: t('profile.actingTeam', { name: 'Anna Berg' }) }).click()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('sampan.team'))).not.toBeNull()
  const ownerId = await page.evaluate(() => sessionStorage.getItem('sampan.team'))
  return { ...account, page, headers: { [teamHeader]: ownerId! } }
}

async function sendForTeam({ userId, browser, headers }: Person, owner: Account, title: string, shareWith: string[]) {
  const files = [{ path: 'note.txt', bytes: Buffer.from('hello') }]
  const ticket = { id: userId, type: 'teamMember', adminId: owner.userId }
  browser.ticket = (await browser.withAccess('POST', '/stsAuth', ticket, headers)).json.SecurityToken
  const plan = (await browser.create(files)).json
  await browser.putAll(plan, files)
  const body = { slug: plan.slug, title, sendAs: 'link', shareWith }
  const sent = await browser.withAccess('POST', '/quicksend2', body, headers)
  expect(sent.status, JSON.stringify(sent.json)).toBe(200)
}

/** By its first words the row of each transfer, and whose it is where it is somebody else's. */
async function expectList(page: Page, language: Language, expected: Record<string, string | null>, filter = '') {
  await page.goto(`${dashTransfersPath}${filter}`)
  const { rows, row, t } = dashboard(page, language)
  for (const [title, author] of Object.entries(expected)) {
    const by = words(language)('dash.byAuthor', { name: author ?? '' })
    if (author) await expect(row(title)).toContainText(by)
    else await expect(row(title)).not.toContainText(t('dash.byAuthor', { name: '' }).trim())
  }
  await expect(rows).toHaveCount(Object.keys(expected).length)
}

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })

    test(
      `M1 M2 M3 R27 four at once: each sees own and shared, and who is removed is out everywhere while what they sent is handed on (${language})`,
      inGate(false),
      async ({ page, server, guest, complaints }) => {
        const t = words(language)
        complaints.expectFailed(/\/(?:api|getQs|getUsage|folderSize|notifications|stsAuth|requests|refreshToken)/)
        const owner = await signIn(page.context(), server, { fullName: 'Anna Berg' })
        const person = async (fullName: string, role: string) =>
          join(server, owner, await guest({ locale, viewport }), { fullName, role, language })
        const [ben, mia, li] = [
          await person('Ben Hoff', 'admin'),
          await person('Mia Roth', 'member'),
          await person('Li Wei', 'member'),
        ]
        await sendAs(li, { title: 'Own photos' })
        await sendAs(owner, { title: 'Price list', shareWith: ['team'] })
        await sendForTeam(mia, owner, 'Minutes', [])
        await test.step('a member sends and shares with the admin', async () => {
          if (language === 'zh') return sendForTeam(li, owner, 'Harbour plan', [ben.userId])
          await li.page.goto(dashSendPath)
          const card = sendCard(li.page, server, language)
          const made = await makeFiles({ 'Harbour plan': 40_000 })
          await card.fileInput.setInputFiles(made.at('Harbour plan'))
          await card.addPeople(someone('reader'))
          await card.options.click()
          await li.page
            .getByRole('group', { name: t('send.shareWith') })
            .getByRole('checkbox', { name: 'Ben Hoff' })
            .check()
          await expectGood(li.page, 'sharing while sending')
          await card.send.click()
          await expect(card.heading).toHaveText(t('send.doneTitle'))
        })
        const all = { 'Harbour plan': 'Li Wei', Minutes: 'Mia Roth', 'Price list': null }
        await test.step('the lists of each', async () => {
          await expectList(page, language, all)
          await expectList(ben.page, language, { ...all, 'Price list': 'Anna Berg' })
          await expectList(ben.page, language, { 'Harbour plan': 'Li Wei', 'Price list': 'Anna Berg' }, '?filter=shared')
          await expectList(mia.page, language, { Minutes: null, 'Price list': 'Anna Berg' })
          await expectList(li.page, language, { 'Harbour plan': null, 'Price list': 'Anna Berg' })
        })
        const token = (await li.browser.withAccess('POST', '/api/tokens', { name: 'nightly' })).json.secret
        const byToken = (headers: Record<string, string>) =>
          fetch(`${server.url}/getQs`, { headers: { authorization: `Bearer ${token}`, ...headers } })
        expect((await byToken(li.headers)).status).toBe(200)
        await test.step('somebody is removed while dashboard, stream and token are open', async () => {
          const out = li.page.waitForURL(/\/dash\?left=1/)
          await page.goto(accountTeamsPath)
          await page.getByRole('button', { name: t('team.removeName', { name: 'Li Wei' }), exact: true }).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByLabel(t('team.handTo')).selectOption({ label: 'Mia Roth' })
          await expectGood(page, 'removing somebody')
          await dialog.getByRole('button', { name: t('team.remove'), exact: true }).click()
          await expect(page.getByText(t('team.removed', { name: 'Li Wei' }))).toBeVisible()
          await out
          await expect(li.page.getByText(t('profile.leftTeamOf', { name: 'Anna Berg' }))).toBeVisible()
          await expectGood(li.page, 'out of the team')
          const refused = await byToken(li.headers)
          expect([refused.status, (await refused.json()).error.code]).toEqual([403, 'notInTeam'])
        })
        await test.step('what they sent is handed on, their own is untouched', async () => {
          await expectList(li.page, language, { 'Own photos': null })
          expect((await (await byToken({})).json()).allCount).toBe(1)
          await expectList(mia.page, language, { 'Harbour plan': null, Minutes: null, 'Price list': 'Anna Berg' })
          await expectList(ben.page, language, { 'Harbour plan': 'Mia Roth', Minutes: 'Mia Roth', 'Price list': 'Anna Berg' })
        })
        if (language === 'zh') return
        await test.step('the log has it all', async () => {
          const log = page.getByRole('region', { name: t('team.log') })
          for (const [act, count] of [
            ['invited', 3],
            ['joined', 3],
            ['sent', 3],
            ['shared', 2],
            ['removed', 1],
          ] as const) {
            await log.getByLabel(t('team.logWhat')).selectOption({ label: t(`team.logged_${act}`) })
            await expect(log.getByRole('listitem'), act).toHaveCount(count)
          }
          await expect(log.getByRole('listitem')).toContainText(li.email)
          await log.getByRole('searchbox').fill('no such thing')
          await expect(log.getByText(t('team.logNothing'))).toBeVisible()
          await expectGood(page, 'the log')
        })
      },
    )
  })
}
