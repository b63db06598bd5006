/** 5,000 files on a phone that is four times slower than this machine: how long the tree keeps it busy, for each thing that a person does. */
import { expect, test } from '../journey.ts'
import { prepareTransfer } from '../prepared.ts'
import { treeFiles } from '../tree-files.ts'
import { words } from '../words.ts'
import { watchBusy } from './busy.ts'
import { type PlainPage, startPlainBrowser } from './plain-browser.ts'

const t = words('en')

async function press(page: PlainPage, element: string): Promise<void> {
  await page.waitFor(element)
  await page.evaluate(`${element}.click()`)
}

const byLabel = (label: string) => `document.querySelector('[aria-label=' + ${JSON.stringify(JSON.stringify(label))} + ']')`
const folder = (name: string) => byLabel(t('download.showFolder', { name }))
const box = (name: string) => byLabel(t('download.choose', { name }))
/** As far as a finger throws it, frame by frame. */
async function scroll(page: PlainPage, frames: number): Promise<void> {
  for (let i = 0; i < frames; i++)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => { scrollBy(0, 600); done() }))')
  expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(frames * 400)
}

test.use({ settings: { PLAN_LIMITS: `anon.files=${treeFiles.length}` } })

test(`D1 D10 ${treeFiles.length} files in the tree of a phone`, async ({ server }) => {
  const { link } = await prepareTransfer(server, treeFiles)
  const browser = await startPlainBrowser()
  const page = await browser.open('about:blank')
  await page.send('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 2, mobile: true })
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.send('Page.navigate', { url: server.url + link })
  await page.waitFor(folder('2023'))
  const { look, tooLong } = await watchBusy(page, '[role=row]')
  await press(page, folder('2023'))
  await page.waitFor(folder('month 4'))
  await look('open a folder')
  await press(page, folder('month 4'))
  await page.waitFor(`document.querySelectorAll('[role=row]').length > 8`)
  await look('open a folder in it')
  await press(page, box('2022'))
  await look('choose a folder')
  await scroll(page, 5)
  await look('scroll')
  await press(page, byLabel(t('download.chooseAll')))
  await look('choose all')
  await page.evaluate(`document.querySelector('input[type=search]').focus()`)
  for (const [index, letter] of [...'jpg'].entries()) {
    await page.send('Input.insertText', { text: letter })
    await look(`search, letter ${index + 1}`)
  }
  await page.waitFor(`document.querySelector('[role=treegrid]').ariaRowCount === '${treeFiles.length}'`)
  await scroll(page, 100)
  await look('scroll through what was found')
  await press(page, `document.querySelectorAll('[role=row] input')[5]`)
  await look('choose one of them')
  await press(page, byLabel(t('download.clearSearch')))
  await look('end the search')
  await browser.close()
  expect(tooLong).toEqual([])
})
