/** Files are looked at before they are downloaded (D4), and what strangers have written into them does nothing here (R34). */
import { expect, inGate, test } from '../journey.ts'
import { prepareTransfer } from '../prepared.ts'
import { previewFiles } from '../preview-files.ts'
import { previewer } from '../previewer.ts'

const isSeen = (name: string) => /\.(?:png|pdf|txt)$/.test(name) && !name.includes('报')

test('D4 a picture, a PDF and a text on the download page', inGate(), async ({ page, server }) => {
  const { link } = await prepareTransfer(
    server,
    previewFiles.filter(({ path }) => isSeen(path)),
  )
  const viewer = previewer(page)
  await page.goto(link)
  await expect(page.locator('input[name=theme]:checked')).toHaveCount(1)
  await viewer.opener('01 harbour.png').click()
  await viewer.shows('01 harbour.png')
  await expect(viewer.picture).toHaveJSProperty('naturalWidth', 640)
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
