/** A team: one invites, another joins, both act under one roof, and what is shared is seen (M1 to M3). */
import { accountTeamsPath, dashTransfersPath } from '../../packages/contract/src/paths.ts'
import { expectGood } from '../good-page.ts'
import { expect, someone, test } from '../journey.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

test.use({ settings: { BILLING: 'off', BILLING_PLAN: 'business' } })

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })

    test(`M1 M2 M3 somebody is invited, joins with a new account, acts for the team, sees what is shared, and is removed (${language})`, async ({
      page,
      server,
      mailTo,
      guest,
      complaints,
    }) => {
      const t = words(language)
      const owner = await signIn(page.context(), server, { fullName: 'Anna Berg' })
      const slug = await sendAs(owner, { title: 'Autumn catalogue' })
      const li = someone('li')
      await page.goto(accountTeamsPath)
      await test.step('an invitation', async () => {
        await page.getByRole('combobox', { name: t('send.emailTo') }).fill(`${li},`)
        await expectGood(page, 'the team')
        await page.getByRole('button', { name: t('team.send', { count: 1 }), exact: true }).click()
        await expect(page.getByText(t('team.invited', { count: 1 }))).toBeVisible()
        await expect(page.getByRole('button', { name: t('team.revokeName', { email: li }) })).toBeVisible()
      })
      const mail = await mailTo(li)
      const link = new URL(/https?:\/\/[^\s"]+\/invite\/[^\s"<]+/.exec(mail.text ?? '')![0]).pathname
      const other = await guest({ locale, viewport })
      await test.step('joining', async () => {
        await other.goto(link)
        await expect(other.getByRole('heading', { name: t('team.invitationTitle', { name: 'Anna Berg' }) })).toBeVisible()
        await other.getByLabel(t('team.fullName'), { exact: true }).fill('Li Wei')
        await other.getByLabel(t('team.password'), { exact: true }).fill('harbour lights at noon')
        await expectGood(other, 'the invitation')
        await other.getByRole('button', { name: t('team.join'), exact: true }).click()
        await expect(other.getByRole('heading', { name: t('team.joinedTitle', { name: 'Anna Berg' }) })).toBeVisible()
        await expectGood(other, 'joined')
        await other.getByRole('button', { name: t('team.joinedAct'), exact: true }).click()
      })
      await test.step('nothing is seen that is not shared, then it is', async () => {
        await other.goto(dashTransfersPath)
        await expect(other.getByRole('heading', { name: t('dash.emptyTitle') })).toBeVisible()
        const shared = await owner.browser.withAccess('PATCH', `/api/transfers/${slug}`, { shareWith: ['team'] })
        expect(shared.status).toBe(200)
        await other.reload()
        await expect(other.getByRole('link', { name: 'Autumn catalogue' })).toBeVisible()
        await expectGood(other, 'shared')
      })
      await test.step('removed', async () => {
        complaints.expectFailed(/\/(?:api|getQs|getUsage|notifications|stsAuth)/)
        await page.reload()
        await page.getByRole('button', { name: t('team.removeName', { name: 'Li Wei' }), exact: true }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('team.remove'), exact: true })
          .click()
        await expect(page.getByText(t('team.removed', { name: 'Li Wei' }))).toBeVisible()
        await other.reload()
        await expect(other.getByRole('link', { name: 'Autumn catalogue' })).toHaveCount(0)
      })
    })

    test(`M1 the owner hands the team over, whoever is named confirms it by the mail and acts as its owner (${language})`, async ({
      page,
      server,
      mailTo,
      guest,
    }) => {
      const t = words(language)
      const owner = await signIn(page.context(), server, { fullName: 'Anna Berg' })
      const li = someone('li')
      expect((await owner.browser.withAccess('POST', '/api/team/invitations', { emails: [li] })).status).toBe(200)
      const mail = await mailTo(li)
      const token = /\/invite\/([^\s"<]+)/.exec(mail.text ?? '')![1]
      const other = await guest({ locale, viewport })
      const next = await signIn(other.context(), server, { email: li, fullName: 'Li Wei' })
      expect((await next.browser.withAccess('POST', `/api/invitations/${token}/accept`)).status).toBe(200)
      const name = async () => {
        await page.getByRole('button', { name: t('team.handOver'), exact: true }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(t('team.password'), { exact: true }).fill('a sampan at dusk')
        await expectGood(page, 'naming the next owner')
        await dialog.getByRole('button', { name: t('team.handOverAsk'), exact: true }).click()
        await expect(page.getByText(t('team.handOverAsked', { name: 'Li Wei' }))).toBeVisible()
      }
      await page.goto(accountTeamsPath)
      await name()
      await expectGood(page, 'somebody is named')
      await page.getByRole('button', { name: t('team.handOverBack'), exact: true }).click()
      await expect(page.getByText(t('team.handOverKept'))).toBeVisible()
      await name()
      const asked = () => server.mailsTo(li).then((mails) => mails.filter(({ text }) => text?.includes('handover=')))
      await expect.poll(async () => (await asked()).length).toBe(2)
      const link = new URL(/https?:\/\/[^\s"]+handover=[^\s"<]+/.exec((await asked())[1]!.text ?? '')![0])
      await other.goto(link.pathname + link.search)
      await expect(other.getByRole('heading', { name: t('team.takeOverTitle', { name: 'Anna Berg' }) })).toBeVisible()
      await other.getByLabel(t('team.password'), { exact: true }).fill('a sampan at dusk')
      await expectGood(other, 'taking the team over')
      await other.getByRole('button', { name: t('team.takeOver'), exact: true }).click()
      await other.getByRole('button', { name: t('team.joinedAct'), exact: true }).click()
      await other.waitForURL('**/dash')
      await other.goto(accountTeamsPath)
      await expect(other.getByRole('button', { name: t('team.handOver'), exact: true })).toBeVisible()
      await expectGood(other, 'the new owner')
    })
  })
}
