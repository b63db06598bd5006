/** Nothing counts a visit before the visitor agrees, and what was agreed to is taken back (W5). */
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'

const screens = [
  {
    language: 'en',
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    path: '/',
    refuse: 'Refuse',
    allow: 'Allow all',
    again: 'Cookie choices',
  },
  {
    language: 'zh',
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
    path: '/zh/',
    refuse: '不同意',
    allow: '全部同意',
    again: 'Cookie 选择',
  },
] as const

test.use({ settings: { PLAUSIBLE_URL: 'https://count.example', CRISP_ID: '01234567-89ab-cdef-0123-456789abcdef' } })

for (const { language, locale, viewport, path, refuse, allow, again } of screens) {
  test.describe(language, () => {
    test.use({ locale, viewport })

    test(`W5 refused, agreed to and taken back (${language})`, async ({ page, complaints }) => {
      complaints.expectFailed(/\/w\//)
      const asked: string[] = []
      await page.context().route(/count\.example|crisp\.chat/, (route) => {
        asked.push(`${route.request().url()} ${route.request().postData() ?? ''}`)
        return route.fulfill({
          status: 202,
          contentType: 'text/javascript',
          body: '',
          headers: { 'access-control-allow-origin': '*' },
        })
      })
      await page.goto(path)
      const window = page.locator('.consent')
      await expect(window).toBeVisible()
      await expectGood(page, 'asked')
      await window.getByRole('button', { name: refuse }).click()
      await expect(window).toBeHidden()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(window).toBeHidden()
      expect(asked).toEqual([])

      await page.getByRole('button', { name: again }).click()
      await window.getByRole('button', { name: allow }).click()
      await expect.poll(() => asked.length).toBe(2)
      expect(asked[0]).toContain('https://count.example/api/event')
      expect(asked[0]).toContain('"name":"pageview"')
      expect(asked[1]).toContain('https://client.crisp.chat/l.js')

      // What was loaded does not come along to where there are files.
      await page.goto(path)
      await expect.poll(() => asked.length).toBe(4)
      await page.goto('/w/Ab3dE6g')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(asked).toHaveLength(4)

      await page.goto(path)
      await page.getByRole('button', { name: again }).click()
      await window.getByRole('button', { name: refuse }).click()
      await expect(window).toBeHidden()
      const before = asked.length
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(asked).toHaveLength(before)
    })
  })
}
