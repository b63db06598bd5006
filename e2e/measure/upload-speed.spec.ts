/**
 * One large file through the page: MiB/s, and CPU seconds per GiB of each process. MIB sets the size (1024); PROFILE=file writes a CPU
 * profile of the page's main thread; STYLE adds a style sheet, to see what a drawing costs.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, linkIn, test } from '../journey.ts'
import { words } from '../words.ts'
import { startPlainBrowser } from './plain-browser.ts'
import { heading, openHome, startPlainSend } from './plain-send.ts'
import { processesOf, taken } from './processes.ts'
import { makeRandom } from './random-file.ts'
import { receivedHashes } from './received.ts'

const sizeMib = Number(process.env.MIB ?? 1024)
const { PROFILE, STYLE } = process.env

test.use({ settings: { PLAN_LIMITS: 'anon.uploadBytes=20000000000,anon.storageBytes=40000000000' } })

test('U9 one large file through the page: speed and CPU', async ({ server, mailTo }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sampan-speed-'))
  const file = path.join(folder, 'large.bin')
  const hash = makeRandom(file, sizeMib)
  const browser = await startPlainBrowser()
  const page = await browser.open(server.url)
  await openHome(page)
  if (STYLE)
    await page.evaluate(
      `document.head.append(Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(STYLE)} }))`,
    )
  await page.setFiles('input[name=files]', [file])
  if (PROFILE) await page.send('Profiler.enable')
  const processes = await processesOf(browser, server)
  const { reader } = await startPlainSend(page, server)
  const before = taken(processes)
  if (PROFILE) await page.send('Profiler.start')
  const startedAt = performance.now()
  await page.waitFor(`${heading} === ${JSON.stringify(words('en')('send.doneTitle'))}`, 600)
  const seconds = (performance.now() - startedAt) / 1000
  const after = taken(processes)
  if (PROFILE) writeFileSync(PROFILE, JSON.stringify((await page.send('Profiler.stop')).profile))
  console.log(`${sizeMib} MiB in ${seconds.toFixed(1)} s: ${(sizeMib / seconds).toFixed(0)} MiB/s`)
  for (const [name, { cpuSeconds, residentMib }] of after) {
    const used = (cpuSeconds - (before.get(name)?.cpuSeconds ?? 0)) / (sizeMib / 1024)
    console.log(`  ${name}: ${used.toFixed(2)} CPU s/GiB, ${residentMib.toFixed(0)} MiB resident`)
  }
  await browser.close()
  expect(await receivedHashes(linkIn(await mailTo(reader)))).toEqual(new Map([['large.bin', hash]]))
  rmSync(folder, { recursive: true, force: true })
})
