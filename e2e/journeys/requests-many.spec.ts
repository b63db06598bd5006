/** A request that hundreds have answered: page by page, found and counted over all of them (R3). */
import { dashRequestPath } from '../../packages/contract/src/paths.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })

    test(`R3 R6 250 people, a hundred at a time (${language})`, async ({ page, server }) => {
      const t = words(language)
      const { browser } = await signIn(page.context(), server)
      const { json } = await browser.withAccess('POST', '/api/requests', { title: 'Everybody' })
      const { _id, slug } = json.request
      await server.sql(
        `insert into suppliers (request_id, name, browser_hash, mail_state, created_at)
         select $1, 'Person ' || n, 'browser ' || n, case when n = 207 then 'bounced' end, now() from generate_series(1, 250) as n`,
        [_id],
      )
      await page.goto(dashRequestPath(slug))
      const chip = (key: string) => page.getByRole('group', { name: t('received.filter') }).getByRole('button', { name: t(key) })
      const person = (n: number) => page.getByRole('button', { name: new RegExp(`^Person ${n}\\b`) }).first()
      const shownOf = (shown: number, all: number) => page.getByText(t('received.shownOf', { shown, all }), { exact: true })
      await expect(shownOf(100, 250)).toBeAttached()
      await expect(chip('received.missing')).toContainText('250')
      await expectGood(page, 'the first page')
      await expect(person(101)).toHaveCount(0)
      await page.getByRole('button', { name: t('received.more'), exact: true }).scrollIntoViewIfNeeded()
      await expect(person(150)).toBeAttached()
      await page.getByRole('button', { name: t('received.more'), exact: true }).click()
      await expect(person(250)).toBeAttached()
      await expect(shownOf(200, 250)).toHaveCount(0)

      await page.getByRole('searchbox', { name: t('received.searchPeople') }).fill('person 24')
      await expect(person(1)).toHaveCount(0)
      await expect(person(249)).toBeVisible()
      await page.getByRole('searchbox', { name: t('received.searchPeople') }).fill('')
      await chip('received.bouncedPeople').click()
      await expect(person(24)).toHaveCount(0)
      await person(207).click()
      const window = page.getByRole('dialog', { name: 'Person 207' })
      await expect(window).toBeVisible()
      // Beyond the first page, and by its address alone.
      await page.reload()
      await expect(window).toBeVisible()
    })
  })
}
