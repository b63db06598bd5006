/** The person behind an account: profile and picture, a copy of the data, the account's end and the change of mind, a suspension. */
import { execFileSync } from 'node:child_process'
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { dashboard } from '../dashboard.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { type Account, sendAs, signIn } from '../signed-in.ts'
import { type Language, words } from '../words.ts'

const password = 'a sampan at dusk'

/** A picture of two colours, wider than high. */
function picture(width = 400, height = 300): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([
    Buffer.of(0),
    Buffer.concat(Array.from({ length: width }, (_, x) => Buffer.from(x < width / 2 ? [14, 116, 102] : [200, 53, 31]))),
  ])
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const profileOf = (page: Page, language: Language) => {
  const t = words(language)
  const name = (key: string) => ({ name: t(`profile.${key}`), exact: true })
  return {
    t,
    open: async () => {
      await page.goto('/dash/account')
      await expect(page.getByRole('heading', { level: 2, ...name('deleteTitle') })).toBeVisible()
    },
    label: (key: string) => page.getByLabel(t(`profile.${key}`), { exact: true }),
    button: (key: string) => page.getByRole('button', name(key)),
    says: (key: string) => page.getByRole('status').getByText(t(`profile.${key}`), { exact: true }),
    dialog: (key: string) => page.getByRole('dialog', name(key)),
    banner: page.getByRole('region', name('leavingTitle')),
  }
}

const shownPicture = (page: Page) => page.locator('main img')

async function setPicture(page: Page, language: Language): Promise<void> {
  const at = profileOf(page, language)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByRole('alert').getByText(at.t('profile.pictureNone'))).toBeVisible()
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await expect(page.getByRole('alert').getByText(at.t('profile.pictureNone'))).toBeVisible()
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture() })
  const cut = at.dialog('cropTitle')
  await expect(cut.getByRole('button', { name: at.t('profile.usePicture') })).toBeEnabled()
  await cut.getByLabel(at.t('profile.zoom')).fill('1.5')
  await cut.getByLabel(at.t('profile.cropArea')).focus()
  await page.keyboard.press('ArrowLeft')
  await expectGood(page, 'cutting a picture')
  await cut.getByRole('button', { name: at.t('profile.usePicture') }).click()
  await expect(at.says('pictureSaved')).toBeVisible()
  const size = () =>
    shownPicture(page).evaluate((image: HTMLImageElement) => image.complete && [image.naturalWidth, image.naturalHeight])
  await expect.poll(size).toEqual([256, 256])
}

/** Seven days and a look of the clock's job later, as far as this account is concerned. */
const sql = {
  suspend: `update owners set revoked_at = now(), revoke_reason = $2, status = 'revoke' where key = $1`,
  restore: `update owners set revoked_at = null, status = 'active' where key = $1`,
}

for (const [language, width] of [
  ['en', 1440],
  ['zh', 390],
] as const)
  test.describe(`${language}, ${width} px`, () => {
    test.use({ locale: language === 'zh' ? 'zh-CN' : 'en-US', viewport: { width, height: 844 } })

    test('A5 a person changes name, picture and mails, and finds them again', async ({ page, server }) => {
      await signIn(page.context(), server)
      const at = profileOf(page, language)
      await at.open()
      await at.label('fullName').fill('Alexandra Northmill')
      await at.label('company').fill('Northmill Print')
      await at.button('save').click()
      await expect(at.says('saved')).toBeVisible()
      await setPicture(page, language)
      // A call under way would end with the page.
      const kept = page.waitForResponse(/updateProfile/)
      await at.label('tellsExpiry').uncheck()
      await kept
      await page.reload()
      await expect(at.label('company')).toHaveValue('Northmill Print')
      await expect(at.label('tellsExpiry')).not.toBeChecked()
      await expect(shownPicture(page)).toBeVisible()
      await expectGood(page, 'filled profile')
      const button = await page
        .getByRole('button', { name: at.t('dash.accountOf', { name: 'Alexandra Northmill' }) })
        .boundingBox()
      expect(button!.y + button!.height, 'the button with the picture ends on the screen').toBeLessThanOrEqual(844)
      const menu = await dashboard(page, language).openAccount('Alexandra Northmill')
      await expect(menu.getByRole('link', { name: at.t('dash.accountBilling') })).toBeVisible()
      await page.keyboard.press('Escape')
      await at.button('removePicture').click()
      await expect(at.says('pictureRemoved')).toBeVisible()
      await expect(shownPicture(page)).toHaveCount(0)
    })

    test('A5 a person takes a copy of all data, has the account deleted, and keeps it after all', async ({
      page,
      server,
      guest,
      complaints,
    }) => {
      complaints.expectFailed(/\/api\/account\/delete$|\/w\//)
      const account: Account = await signIn(page.context(), server)
      const slug = await sendAs(account, { sendAs: 'link', emailTo: [] })
      const at = profileOf(page, language)
      await at.open()
      await at.button('askExport').click()
      const link = page.getByRole('link', { name: at.t('profile.downloadExport') })
      await expect(link).toBeVisible()
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
      const listed = execFileSync('unzip', ['-l', await download.path()]).toString()
      for (const name of ['account.json', 'README.txt', slug]) expect(listed).toContain(name)

      await at.button('deleteAccount').click()
      const dialog = at.dialog('deleteQuestion')
      const sure = dialog.getByRole('button', { name: at.t('profile.deleteAccount') })
      await expectGood(page, 'deleting')
      await sure.click()
      await dialog.getByLabel(at.t('profile.password'), { exact: true }).fill('not this one')
      await sure.click()
      await expect(dialog.getByLabel(at.t('profile.password'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByLabel(at.t('profile.password'), { exact: true }).fill(password)
      await sure.click()
      await expect(at.banner).toBeVisible()
      await expectGood(page, 'leaving')
      const reader = await guest({ locale: language === 'zh' ? 'zh-CN' : 'en-US' })
      const answer = await reader.goto(`/w/${slug}`)
      expect(answer?.status()).toBe(403)
      await page.goto('/dash')
      await at.banner.getByRole('button', { name: at.t('profile.keepAccount') }).click()
      await expect(at.banner).toBeHidden()
      await page.goto('/dash/account')
      await expect(at.button('deleteAccount')).toBeVisible()
      const subjects = async () => (await server.mailsTo(account.email)).map(({ subject }) => subject ?? '')
      await expect.poll(async () => (await subjects()).filter((each) => /delete|keep|删除|保留/.test(each)).length).toBe(2)
    })

    test('A8 whoever is suspended reads why, and can still copy and delete what is theirs', async ({ page, server }) => {
      const account = await signIn(page.context(), server)
      await server.sql(sql.suspend, [account.userId, 'Reported <b>twice</b>'])
      const at = profileOf(page, language)
      await page.goto('/dash')
      const window = at.dialog('accessTitle')
      await expect(window.getByText('Reported <b>twice</b>')).toBeVisible()
      await expect(window.getByRole('listitem')).toHaveCount(3)
      await expectGood(page, 'account access')
      await window.getByRole('link', { name: at.t('profile.copyOrDelete') }).click()
      await expect(window).toBeHidden()
      await expect(page.getByRole('region', { name: at.t('profile.accessTitle') })).toBeVisible()
      await expect(at.button('deleteAccount')).toBeEnabled()
      await at.button('askExport').click()
      await expect(page.getByRole('link', { name: at.t('profile.downloadExport') })).toBeVisible()
      await at.button('readMore').click()
      await expect(window).toBeVisible()
      await server.sql(sql.restore, [account.userId])
      await page.goto('/dash')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(window).toBeHidden()
    })
  })
