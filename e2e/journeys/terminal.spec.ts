/** Letting a terminal in, and tokens for scripts, as a person does both. */

import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import type { Server } from '../server.ts'
import { signIn } from '../signed-in.ts'
import { type Language, words } from '../words.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies of routes that only this journey calls
async function call(server: Server, path: string, body: object): Promise<any> {
  const headers = { 'content-type': 'application/json', 'x-sampan': 'cli' }
  return (await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

const screens: { language: Language; locale: string; width: number }[] = [
  { language: 'en', locale: 'en-US', width: 1440 },
  { language: 'zh', locale: 'zh-CN', width: 390 },
]

for (const { language, locale, width } of screens) {
  test.describe(`${language} ${width}`, () => {
    test.use({ locale, viewport: { width, height: 900 } })

    test('O7 O9 A3 a code is typed, what asks is seen and allowed; a token is made, shown once and revoked', async ({
      page,
      server,
      complaints,
    }) => {
      const t = words(language)
      const { email } = await signIn(page.context(), server)
      const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
      const asked = await call(server, '/api/devices/begin', { program: 'sampan/0.1.0', hostName: '工作站-7' })

      complaints.expectFailed(/api\/devices/)
      await page.goto(`/device?code=${asked.userCode}`)
      const code = page.getByRole('textbox', { name: t('dash.deviceCode') })
      // Whoever sends a link must not have typed it for them.
      await expect(code).toHaveValue('')
      await code.fill('0000-0000')
      await button('dash.deviceGoOn').click()
      await expect(page.getByText(t('dash.deviceText'))).toBeVisible()
      await expect(code).toHaveAttribute('aria-invalid', 'true')
      await expectGood(page, 'code')
      await code.fill(`${asked.userCode.slice(0, 4)}-${asked.userCode.slice(4)}`.toLowerCase())
      await button('dash.deviceGoOn').click()
      await expect(page.getByText('工作站-7')).toBeVisible()
      await expect(page.getByText(t('dash.deviceMayAll'))).toBeVisible()
      await expectGood(page, 'what asks')
      await button('dash.deviceAllow').click()
      await expect(page.getByRole('heading', { name: t('dash.deviceAllowedTitle') })).toBeFocused()
      const { session } = await call(server, '/api/devices/poll', { deviceCode: asked.deviceCode })
      expect(session.user.email).toBe(email)

      await page.goto('/dash/tokens')
      await expect(page.getByRole('heading', { name: t('tokens.noneTitle') })).toBeVisible()
      await expectGood(page, 'no tokens')
      const create = button('tokens.create')
      await page.getByRole('textbox', { name: t('tokens.name') }).fill('夜间备份')
      await page.getByRole('checkbox', { name: t('scopes.contacts') }).check()
      await page.getByRole('checkbox', { name: t('scopes.requests') }).uncheck()
      await page.getByLabel(t('tokens.life')).selectOption('7')
      await create.click()
      const secret = page.getByText(/^smp_[0-9A-Za-z]{43}$/)
      await expect(secret).toBeVisible()
      const token = await secret.innerText()
      await expect(page.getByText(`/api/token \\\n  -H "Authorization: Bearer ${token}"`)).toBeVisible()
      await expectGood(page, 'secret')
      const allowed = await fetch(`${server.url}/api/contacts`, { headers: { authorization: `Bearer ${token}` } })
      const refused = await fetch(`${server.url}/requests`, { headers: { authorization: `Bearer ${token}` } })
      expect([allowed.status, (await refused.json()).error.code]).toEqual([200, 'scopeMissing'])
      await button('tokens.done').click()
      const row = page.getByRole('listitem').filter({ hasText: '夜间备份' })
      await expect(row).toContainText(
        t('tokens.expires', {
          time: new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(7),
        }),
      )
      await expect(page.getByText(/^smp_/)).toBeHidden()
      await page.reload()
      await expect(row).toContainText('127.0.0.1')
      await expectGood(page, 'tokens')
      await row.getByRole('button', { name: t('tokens.revokeName', { name: '夜间备份' }) }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('tokens.revoke'), exact: true })
        .click()
      await expect(page.getByText(t('tokens.revoked', { name: '夜间备份' }))).toBeVisible()
      await expect(page.getByRole('heading', { name: t('tokens.noneTitle') })).toBeVisible()
    })
  })
}
