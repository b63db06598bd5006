/** Thousands of files in nested folders, on a phone and by keyboard: found, chosen, and downloaded as one zip. */
import type { Page } from '@playwright/test'
import { download, downloadPage } from '../download-page.ts'
import { expectGood } from '../good-page.ts'
import { expect, test } from '../journey.ts'
import { openPage } from '../open-page.ts'
import { prepareTransfer } from '../prepared.ts'
import { previewer } from '../previewer.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { treeFiles } from '../tree-files.ts'
import { unzip } from '../unzip.ts'

const maxRows = 40
const names = treeFiles.map(({ path }) => path)
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

test.use({ settings: { PLAN_LIMITS: `free.files=${names.length},anon.files=100` } })

test('D1 D2 D10 I3 5,000 files on a phone: the page scrolls, only rows in sight exist, a folder and a file make one zip', async ({
  guest,
  server,
}) => {
  const sender = await guest()
  const link = `/w/${await sendAs(await signIn(sender.context(), server), { sendAs: 'link', emailTo: [] }, treeFiles)}`
  const view = downloadPage(await guest(phone))
  const { page, t, rows } = view
  await page.goto(link)
  // Pictures lie side by side at first.
  await page.getByRole('button', { name: t('download.asList') }).tap()
  await expect(view.files).toHaveAttribute('aria-rowcount', '6')
  await view.open('2023').tap()
  await view.open('month 4').tap()
  await expect(rows.filter({ hasText: '.jpg' }).first()).toBeVisible()
  const total = Number(await view.files.getAttribute('aria-rowcount'))
  expect(total).toBeGreaterThan(80)
  expect(await rows.count()).toBeLessThan(maxRows)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.locator(`[aria-rowindex="${total}"]`)).toBeInViewport()
  expect(await rows.count()).toBeLessThan(maxRows)
  await expectGood(page, 'a long tree')

  await view.search.fill('jpg')
  await expect(view.files).toHaveAttribute('aria-rowcount', String(names.length))
  expect(await maxRowsOfAll(page)).toBeLessThan(maxRows)
  await expect(page.locator(`[aria-rowindex="${names.length}"]`)).toBeInViewport()

  await view.search.fill('照片 49')
  const found = names.filter((name) => name.includes('照片 49'))
  await expect(view.article).toContainText(t('download.found', { count: found.length, number: found.length }))
  await expect(view.files).toHaveAttribute('aria-rowcount', String(found.length))
  await expect(page.locator('[aria-rowindex="1"]')).toBeInViewport()
  await view.search.fill('照片 4901')
  await view.box('照片 4901.jpg').tap()
  await view.search.fill('2021/month 7')
  await expect(view.article).toContainText(t('download.found', { count: 2, number: inMonth7().length }))
  await view.search.fill('nothing like it')
  await expect(view.article).toContainText(t('download.nothingFound', { search: 'nothing like it' }))
  await expectGood(page, 'nothing found')
  await view.article
    .getByRole('button', { name: t('download.clearSearch') })
    .first()
    .tap()

  await view.box('2021').tap()
  const chosen = names.filter((name) => name.startsWith('档案/2021/') || name.endsWith('照片 4901.jpg'))
  await expect(view.box('档案')).toHaveJSProperty('indeterminate', true)
  await expect(view.primary).toContainText(t('download.downloadChosen', { count: 2, number: chosen.length, size: '' }).trim())
  const zip = await download(page, () => view.primary.tap())
  expect([...unzip(zip.bytes).keys()].sort()).toEqual(chosen.sort())

  // Fingers drop nothing.
  await openPage(page, '/')
  await expect(page.getByText(t('send.tap'), { exact: true })).toBeVisible()
  await expect(page.getByText(t('send.drop'), { exact: true })).toBeHidden()
})

/** Through the whole page, some screens with each frame: the most rows that are there at any moment. */
const maxRowsOfAll = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let max = 0
        function step() {
          max = Math.max(max, document.querySelectorAll('[role=row]').length)
          const before = window.scrollY
          window.scrollBy(0, 3000)
          if (window.scrollY === before) resolve(max)
          else requestAnimationFrame(step)
        }
        step()
      }),
  )

const inMonth7 = () => names.filter((name) => name.includes('2021/month 7/'))

test('D10 I2 the tree by keyboard alone: arrows, space, Enter, and one stop for Tab', async ({ guest, server }) => {
  const files = Array.from({ length: 60 }, (_, i) => `docs/${i % 3}/page ${i}.txt`)
  const { link } = await prepareTransfer(
    server,
    [...files, 'last.txt'].map((path) => ({ path, bytes: Buffer.from(path) })),
  )
  const view = downloadPage(await guest())
  const { page, t, rows } = view
  await page.goto(link)
  await view.search.focus()
  await page.keyboard.press('Tab')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(rows).toHaveCount(5)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(view.files).toHaveAttribute('aria-rowcount', '25')
  await page.keyboard.press('ArrowDown')
  await expect(view.row('page 0.txt')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(view.box('page 0.txt')).toBeChecked()
  await page.keyboard.press('End')
  await expect(view.row('last.txt')).toBeFocused()
  await expect(view.row('last.txt')).toBeInViewport()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(rows).toHaveCount(5)
  await page.keyboard.press('ArrowLeft')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const viewer = previewer(page)
  await viewer.shows('last.txt')
  await page.keyboard.press('Escape')
  await expect(view.row('last.txt')).toBeFocused()
  const file = await download(page, () => view.file('last.txt').press('Enter'))
  expect([file.name, file.bytes.toString()]).toEqual(['last.txt', 'last.txt'])
  await expect(view.primary).toHaveText(t('download.downloadChosen', { count: 1, number: 1, size: '17 B' }))
  await expectGood(page, 'the tree after keys')
})
