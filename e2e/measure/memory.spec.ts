/** A sparse file of GIB (10) gibibytes through the page: resident memory of each process over time. SECONDS (60) ends it earlier. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '../journey.ts'
import { words } from '../words.ts'
import { startPlainBrowser } from './plain-browser.ts'
import { heading, openHome, startPlainSend } from './plain-send.ts'
import { processesOf, taken } from './processes.ts'

const bytes = Number(process.env.GIB ?? 10) * 2 ** 30
const maxSeconds = Number(process.env.SECONDS ?? 60)
const everySeconds = 5
/** What garbage collection and a cache may add; a leak of each part's bytes would be many times that. */
const maxGrowthMib = 64

test.use({ settings: { PLAN_LIMITS: 'anon.uploadBytes=20000000000,anon.storageBytes=40000000000' } })

test('U9 memory stays flat while a very large file goes through the page', async ({ server }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sampan-memory-'))
  const file = path.join(folder, 'large.bin')
  writeFileSync(file, '')
  truncateSync(file, bytes)
  const browser = await startPlainBrowser()
  const page = await browser.open(server.url)
  await openHome(page)
  await page.setFiles('input[name=files]', [file])
  await startPlainSend(page, server)
  const processes = await processesOf(browser, server)
  const shown: Map<string, number>[] = []
  const line = `document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')`
  for (let second = 0; second <= maxSeconds; second += everySeconds) {
    const now = new Map([...taken(processes)].map(([name, { residentMib }]) => [name, residentMib]))
    const lines = [...now].map(([name, mib]) => `${name} ${mib.toFixed(0)}`)
    console.log(`${second} s, ${await page.evaluate<string>(line)} %: ${lines.join(', ')} MiB`)
    shown.push(now)
    if ((await page.evaluate<string>(heading)) === words('en')('send.doneTitle')) break
    await new Promise((resolve) => setTimeout(resolve, everySeconds * 1000))
  }
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
  expect(shown.length).toBeGreaterThanOrEqual(6)
  const third = Math.floor(shown.length / 3)
  // The process that draws holds no byte of the file: what it takes is only shown. Without a graphics card it grows.
  const growth = [...shown[0]!.keys()]
    .filter((name) => name !== 'GPU')
    .map((name) => {
      const [first, last] = [shown.slice(0, third), shown.slice(-third)].map((part) =>
        Math.max(...part.map((each) => each.get(name) ?? 0)),
      )
      return [name, Math.round(last! - first!)] as const
    })
  expect(growth.filter(([, mib]) => mib > maxGrowthMib)).toEqual([])
})
