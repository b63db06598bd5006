/** 5,000 files in the card: how long the page is busy at a stretch, for each thing that a person does. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '../journey.ts'
import { words } from '../words.ts'
import { watchBusy } from './busy.ts'
import { startPlainBrowser } from './plain-browser.ts'
import { heading, openHome, startPlainSend } from './plain-send.ts'

const count = Number(process.env.FILES ?? 5000)

test.use({ settings: { PLAN_LIMITS: 'anon.files=5000' } })

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sampan-many-'))
  for (let i = 0; i < count; i++) {
    const inside = path.join(folder, 'Photos', `day ${i % 50}`)
    if (i < 50) mkdirSync(inside, { recursive: true })
    writeFileSync(path.join(inside, `picture ${i}.bin`), Buffer.alloc(4096, i % 256))
  }
  return folder
}

const list = `document.querySelector('section[aria-label="${words('en')('send.files')}"]')`

test(`Q2 ${count} files in the card`, async ({ server }) => {
  const folder = makeFolder()
  const browser = await startPlainBrowser()
  const page = await browser.open(server.url)
  await openHome(page)
  const { look, tooLong } = await watchBusy(page, 'section li')
  const data = { items: [], files: [path.join(folder, 'Photos')], dragOperationsMask: 1 }
  const startedAt = performance.now()
  for (const type of ['dragEnter', 'dragOver', 'drop']) await page.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data })
  await page.waitFor(`${list}?.querySelector('li')`)
  console.log(`dropped: listed after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  await look('drop a folder')
  await page.click('button[aria-expanded]')
  await page.waitFor(`${list}.querySelectorAll('li').length > 3`)
  await look('open the folder')
  for (let i = 1; i <= 20; i++)
    await page.evaluate(`new Promise((r) => requestAnimationFrame(() => { ${list}.scrollTop = ${i * 9000}; r() }))`)
  await look('scroll')
  await page.evaluate(`${list}.querySelectorAll('li button:last-of-type')[3].click()`)
  await look('remove one')
  await page.type('textarea', 'x')
  for (const letter of 'every letter') await page.send('Input.insertText', { text: letter })
  await look('type')
  await startPlainSend(page, server)
  await page.waitFor(`document.querySelector('section details summary')`)
  await page.evaluate(`document.querySelector('section details summary').click()`)
  await page.waitFor(`${heading} === ${JSON.stringify(words('en')('send.doneTitle'))}`, 120)
  await look('send')
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
  expect(tooLong).toEqual([])
})
