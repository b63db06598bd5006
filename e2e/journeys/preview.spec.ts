import { opusWebm } from '../../apps/server/test/support/media-samples.ts'
import type { TransferView } from '../../packages/contract/src/routes/downloads.ts'
import { download } from '../download-page.ts'
import { expectGood } from '../good-page.ts'
import { expect, inGate, test } from '../journey.ts'
import { openPage } from '../open-page.ts'
import { prepareTransfer } from '../prepared.ts'
import { pdf, png, previewFiles, songti } from '../preview-files.ts'
import { previewer } from '../previewer.ts'
import type { Server } from '../server.ts'
import { sendAs, signIn } from '../signed-in.ts'
import { words } from '../words.ts'

const screens = [
  { language: 'en', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

/** What the server makes of files is there. */
const rendered = (server: Server, link: string) =>
  expect
    .poll(async () => {
      const [, , slug, user] = new URL(link, server.url).pathname.split('/')
      const { files } = (await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()) as TransferView
      return files.filter(({ thumbnail }) => thumbnail).map(({ path }) => path)
    })
    .toContain('08 phone.heic')

const isUsual = (name: string) => /\.(?:png|pdf)$|notes/.test(name)

test('D4 a picture, a PDF and a text on the download page', inGate(), async ({ page, server }) => {
  const { link } = await prepareTransfer(
    server,
    previewFiles.filter(({ path }) => isUsual(path)),
  )
  const viewer = previewer(page)
  await openPage(page, link)
  await viewer.opener('01 harbour.png').click()
  await viewer.shows('01 harbour.png')
  await expect(viewer.picture).toHaveJSProperty('naturalWidth', 640)
  // Wholly seen, also where it is higher than what is left of the screen, and in its own size at a press.
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width: 900, height: 420 })
  const inSight = () => viewer.picture.evaluate((image) => image.clientHeight <= (image.parentElement?.clientHeight ?? 0))
  await expect.poll(inSight).toBe(true)
  await page.setViewportSize({ width, height })
  await page.keyboard.press('ArrowRight')
  await viewer.shows('02 offer.pdf')
  await expect(viewer.frame.getByText('First page')).toBeVisible()
  await viewer.next.click()
  await viewer.shows('03 notes.txt')
  await expect(viewer.frame.getByText('Ahoy <b>captain</b>')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer.dialog).toHaveCount(0)
  await expect(viewer.opener('01 harbour.png')).toBeFocused()
})

for (const { language, locale, viewport } of screens) {
  test.describe(`${language} at ${viewport.width}`, () => {
    test.use({ locale, viewport })
    const t = words(language)

    test(`D4 I2 every kind of file, one after the other (${language})`, async ({ page, server }) => {
      const { link } = await prepareTransfer(server, previewFiles)
      await rendered(server, link)
      const viewer = previewer(page, language)
      const { dialog, frame, next } = viewer
      await openPage(page, link)
      await expect(page.getByRole('article').locator('img[src*=thumbnails]').first()).toBeVisible()
      await viewer.opener('01 harbour.png').click()
      await viewer.shows('01 harbour.png')
      await expect(dialog).toContainText(t('preview.place', { place: 1, total: previewFiles.length }))
      await test.step('a picture grows and can be moved', async () => {
        const width = () => viewer.picture.evaluate((image) => image.clientWidth)
        const fit = await width()
        await viewer.larger.click()
        await expect.poll(width).toBe(Math.round(fit * 1.5))
        await page.keyboard.press('ArrowRight')
        await viewer.shows('01 harbour.png')
        await page.keyboard.press('0')
        await expect.poll(width).toBe(fit)
        await viewer.picture.click()
        await expect.poll(width).toBe(Math.round(fit * 2.5))
        await viewer.picture.click()
        await expect.poll(width).toBe(fit)
        await expectGood(page, 'a picture')
      })
      await test.step('a PDF', async () => {
        await page.keyboard.press('ArrowRight')
        await viewer.shows('02 offer.pdf')
        await expect(frame.getByText('First page')).toBeVisible()
        await expect(dialog).toContainText(t('preview.pageOf', { page: 1, pages: 3 }))
        await frame.getByRole('region', { name: t('preview.page', { page: 3 }) }).scrollIntoViewIfNeeded()
        await expect(frame.getByText('Third page')).toBeVisible()
        await expect(dialog).toContainText(t('preview.pageOf', { page: 3, pages: 3 }))
        await expectGood(page, 'a PDF')
      })
      await test.step('texts', async () => {
        await next.click()
        await viewer.shows('03 notes.txt')
        await expect(frame.getByText('Ahoy <b>captain</b>')).toBeVisible()
        await frame.locator('pre').press('ArrowRight')
        await viewer.shows('04 报价.txt')
        await expect(frame.getByText('报价单')).toBeVisible()
        // What had the focus has gone with its file.
        await page.keyboard.press('ArrowLeft')
        await viewer.shows('03 notes.txt')
        await page.keyboard.press('ArrowRight')
        await viewer.shows('04 报价.txt')
        await expectGood(page, 'a text')
      })
      await test.step('a table, a workbook, a zip', async () => {
        await next.click()
        await viewer.shows('05 prices.csv')
        await expect(frame.getByRole('cell', { name: '1,200' })).toBeVisible()
        await next.click()
        await viewer.shows('06 stock.xlsx')
        await expect(frame.getByRole('cell', { name: 'Sampan' })).toBeVisible()
        await frame.getByRole('button', { name: '港口' }).click()
        await expect(frame.getByRole('cell', { name: '上海' })).toBeVisible()
        await expectGood(page, 'a workbook')
        await next.click()
        await viewer.shows('07 all.zip')
        const inside = frame.getByText('船.jpg')
        await expect(inside).toBeVisible()
        await expect(frame.getByText('报价单.xls')).toBeVisible()
        await expectGood(page, 'a zip')
        const folder = frame.locator('summary')
        await expect(folder).toHaveText(`photos/${t('preview.entryFiles', { count: 1, number: '1' })} · 1.5 KB`)
        await folder.press('Enter')
        await expect(inside).toBeHidden()
      })
      await test.step('what the server has made a picture of, and sound', async () => {
        await next.click()
        await viewer.shows('08 phone.heic')
        await expect(viewer.picture).toHaveJSProperty('naturalWidth', 64)
        await next.click()
        await viewer.shows('09 bell.webm')
        await expect(next).toHaveAttribute('aria-disabled', 'true')
        await expectGood(page, 'sound')
      })
      const saved = await download(page, () => dialog.getByRole('link').click())
      expect([saved.name, saved.bytes.equals(opusWebm)]).toEqual(['09 bell.webm', true])
      await viewer.close.click()
      await expect(viewer.opener('01 harbour.png')).toBeFocused()
    })

    test(`D4 T9 one’s own files are looked at in the dashboard (${language})`, async ({ page, server }) => {
      const account = await signIn(page.context(), server)
      const slug = await sendAs(account, { sendAs: 'link', emailTo: [] }, previewFiles.slice(0, 3))
      const viewer = previewer(page, language)
      await page.goto(`/dash/transfers/${slug}?part=files`)
      await viewer.opener('02 offer.pdf').click()
      await viewer.shows('02 offer.pdf')
      await expect(viewer.frame.getByText('First page')).toBeVisible()
      await viewer.previous.click()
      await viewer.shows('01 harbour.png')
      await page.keyboard.press('n')
      await page.keyboard.press('Escape')
      await expect(viewer.opener('02 offer.pdf')).toBeFocused()
      await expect(page).toHaveURL(new RegExp(slug))
    })
  })
}

test('D4 a finger leads from file to file, also over a frame', async ({ guest, server }) => {
  const { link } = await prepareTransfer(
    server,
    previewFiles.filter(({ path }) => isUsual(path)),
  )
  const page = await guest({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const viewer = previewer(page)
  await openPage(page, link)
  await viewer.opener('01 harbour.png').tap()
  await viewer.shows('01 harbour.png')
  const session = await page.context().newCDPSession(page)
  const swipe = async (from: number, to: number) => {
    const at = (x: number) => [{ x, y: 400 }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at((from + to) / 2) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await swipe(300, 100)
  await viewer.shows('02 offer.pdf')
  await expect(viewer.frame.getByText('First page')).toBeVisible()
  await swipe(300, 100)
  await viewer.shows('03 notes.txt')
  await swipe(100, 300)
  await viewer.shows('02 offer.pdf')
})

test('D4 fonts that a PDF takes for granted, too much of a file, and what is not what its name says', async ({
  page,
  server,
  complaints,
}) => {
  complaints.expectFailed(/preview/)
  const { link, slug } = await prepareTransfer(server, [
    { path: '1.pdf', bytes: pdf(['<B1A8BCDBB5A5>'], { font: songti }) },
    { path: '2.txt', bytes: Buffer.from('港口\n'.repeat(200_000)) },
    { path: '3.csv', bytes: Buffer.from('a,b\n'.repeat(1500)) },
    { path: '4.pdf', bytes: Buffer.from('no PDF at all') },
    { path: '5.xlsx', bytes: Buffer.from('no workbook') },
    { path: '6.png', bytes: Buffer.from('no picture') },
    { path: '7.csv', bytes: Buffer.from('\n\n') },
    { path: '8.png', bytes: png(8, 8) },
  ])
  const viewer = previewer(page)
  const { dialog, frame, next } = viewer
  const fails = async (name: string, key: string) => {
    await next.click()
    await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(name)
    await expect(dialog.getByRole('alert')).toContainText(viewer.t(key))
  }
  await openPage(page, link)
  await viewer.opener('1.pdf').click()
  await viewer.shows('1.pdf')
  await expect(frame.getByText('报价单')).toBeVisible()
  await next.click()
  await viewer.shows('2.txt')
  await expect(dialog).toContainText(viewer.t('preview.moreText', { size: '1.05 MB' }))
  await next.click()
  await viewer.shows('3.csv')
  await expect(dialog).toContainText(viewer.t('preview.moreRows', { count: 1000, number: 1000 }))
  await fails('4.pdf', 'preview.unreadable')
  await fails('5.xlsx', 'preview.unreadable')
  await fails('6.png', 'preview.cannotShow')
  await fails('7.csv', 'preview.empty')
  await test.step('a line that is down is tried again', async () => {
    await page.context().setOffline(true)
    await next.click()
    await expect(dialog.getByRole('button', { name: viewer.t('preview.tryAgain') })).toBeVisible()
    await page.context().setOffline(false)
    await dialog.getByRole('button', { name: viewer.t('preview.tryAgain') }).click()
    await viewer.shows('8.png')
  })
  await test.step('where downloads are counted nothing is looked at', async () => {
    await server.sql('update transfers set download_limit = 3 where slug = $1', [slug])
    await openPage(page, link)
    await expect(page.getByRole('link', { name: viewer.t('download.downloadFile', { name: '8.png' }) })).toBeVisible()
    await expect(viewer.opener('8.png')).toHaveCount(0)
  })
})
