/** A brand of one's own: set, tried out before it is saved, and seen by recipients on pages of links and requests (B1). */
import type { Page } from '@playwright/test'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { openPage } from '../open-page.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { words } from '../words.ts'

test.use({ settings: { BILLING: 'off', BILLING_PLAN: 'pro' } })

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60"><rect width="200" height="60" rx="12" fill="#1d4ed8"/></svg>'
/** As dark as a picture can be: what stands on it could not be read. */
const background = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900"/></svg>'
const svg = (name: string, text: string) => ({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) })

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

/** Red, and blue in its last quarter; and what is in the middle of a picture that is shown. */
async function pngIn(page: Page, width: number, height: number) {
  const base64 = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const pen = canvas.getContext('2d')!
      pen.fillStyle = '#f00'
      pen.fillRect(0, 0, width, height)
      pen.fillStyle = '#00f'
      pen.fillRect(width - height, 0, height, height)
      return canvas.toDataURL('image/png').replace(/^.*,/, '')
    },
    [width, height] as const,
  )
  const size = (alt: string) =>
    page.getByAltText(alt).evaluate((image: HTMLImageElement) => {
      const { naturalWidth: width, naturalHeight: height } = image
      const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!
      pen.drawImage(image, 0, 0)
      return { width, height, middle: [...pen.getImageData(width / 2, height / 2, 1, 1).data].slice(0, 3) }
    })
  return { png: Buffer.from(base64, 'base64'), size }
}

const actionColour = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--action').trim())
const shot = (page: Page, name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })

    test('B1 a brand is tried out, saved, and seen by recipients', async ({ page, server, guest }) => {
      const t = words(language)
      const account = await signIn(page.context(), server, { fullName: 'Anna Berg' })
      const slug = await sendAs(account, { sendAs: 'link', emailTo: [] })
      const asked = await account.browser.withAccess('POST', '/api/requests', { title: 'Order 66', sendAs: 'link' })
      expect(asked.status, JSON.stringify(asked.json)).toBe(201)
      await page.goto('/dash/account/customize')
      const save = page.getByRole('button', { name: t('customize.save'), exact: true })
      await expect(save).toBeDisabled()
      await expectGood(page, 'empty')

      await page.getByLabel(t('customize.logoChoose')).setInputFiles(svg('logo.svg', logo))
      await expect(page.getByAltText(t('customize.logoShown'))).toBeVisible()
      const { png, size } = await pngIn(page, 600, 150)
      await page.getByLabel(t('customize.logoChange')).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
      const crop = page.getByRole('dialog', { name: t('customize.cropTitle') })
      await crop.getByText(t('customize.crop_square'), { exact: true }).click()
      await crop.getByRole('group', { name: t('customize.cropArea') }).focus()
      // To the right end, which is blue: the arrow moves the picture to the left.
      for (let press = 0; press < 60; press++) await page.keyboard.press('ArrowLeft')
      await expectGood(page, 'crop')
      await shot(page, `crop-${language}`)
      await crop.getByRole('button', { name: t('customize.useLogo') }).click()
      await expect(crop).toBeHidden()
      await expect.poll(() => size(t('customize.logoShown'))).toEqual({ width: 150, height: 150, middle: [0, 0, 255] })
      await page.getByLabel(t('customize.backgroundChoose')).setInputFiles(svg('behind.svg', background))
      await page.getByLabel(t('customize.faviconChoose')).setInputFiles(svg('icon.svg', logo))
      await page.getByLabel(t('customize.logoChange')).setInputFiles(svg('none.svg', 'no picture'))
      await expect(page.getByText(t('customize.pictureNone'))).toBeVisible()
      await page.getByLabel(t('customize.hex')).fill('blue')
      await expect(page.getByText(t('customize.hexWrong'))).toBeVisible()
      await page.getByLabel(t('customize.hex')).fill('#FFD400')
      await expect(page.getByText(t('customize.mended_light_link'))).toBeVisible()
      await page.getByLabel(t('customize.hex')).fill('#1D4ED8')
      await expect(page.getByText(t('customize.mended_dark_link'))).toBeVisible()
      const preview = page.getByRole('region', { name: t('customize.preview') })
      await expect(preview.locator('img').first()).toBeVisible()
      for (const choice of ['look_dark', 'page_request', 'page_mail', 'width_phone'])
        await preview.getByText(t(`customize.${choice}`), { exact: true }).click()
      await expectGood(page, 'changed')
      await shot(page, `customize-${language}`)
      await save.click()
      await expect(page.getByText(t('customize.saved'))).toBeVisible()
      await page.reload()
      await expect(page.getByLabel(t('customize.hex'))).toHaveValue('#1d4ed8')

      const other = await guest({ locale, viewport })
      await openPage(other, `/w/${slug}`)
      await expect(other.getByRole('link', { name: t('download.sentWith') })).toBeVisible()
      await expect(other.locator('main img[src^="/api/brands/"]')).toBeVisible()
      expect(await actionColour(other)).toBe('#1d4ed8')
      expect(await other.evaluate(() => document.querySelector('link[rel="icon"]')?.getAttribute('href'))).toMatch(
        /^\/api\/brands\//,
      )
      await expectGood(other, 'link')
      await shot(other, `link-${language}`)
      await openPage(other, new URL(asked.json.request.linkUrl).pathname)
      await expect(other.locator('main img[src^="/api/brands/"]')).toBeVisible()
      expect(await actionColour(other)).toBe('#1d4ed8')
      await expectGood(other, 'request')
      await shot(other, `request-${language}`)
      // Elsewhere the product looks as ever.
      await other.getByRole('link', { name: t('download.sentWith') }).click()
      await expect(other).toHaveURL(language === 'en' ? '/' : '/zh/')
      expect(await other.locator('link[data-brand]').count()).toBe(0)

      await page.getByLabel(t('customize.line')).uncheck()
      await save.click()
      await expect(page.getByText(t('customize.saved'))).toBeVisible()
      await openPage(other, `/w/${slug}`)
      await expect(other.locator('main img[src^="/api/brands/"]')).toBeVisible()
      await expect(other.getByRole('link', { name: t('download.sentWith') })).toBeHidden()
      await expect(other.getByRole('link', { name: t('shell.home') })).toBeHidden()
      await shot(other, `own-${language}`)
    })

    test('B1 the page is theirs without a script', async ({ page, server, browser }) => {
      const account = await signIn(page.context(), server)
      await account.browser.withAccess('PUT', '/api/brand', { accent: '#1d4ed8', hidesPoweredBy: false })
      const slug = await sendAs(account, { sendAs: 'link', emailTo: [] })
      const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false, locale, viewport })
      const plain = await context.newPage()
      await plain.goto(`/w/${slug}`)
      await expect(plain.locator('form button').first()).toHaveCSS('background-color', 'rgb(29, 78, 216)')
      await expect(plain.getByRole('link', { name: words(language)('download.sentWith') })).toBeVisible()
      await shot(plain, `plain-${language}`)
      await context.close()
    })
  })
}
