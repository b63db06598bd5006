/**
 * The page against its own browser: the same file, round by round, through Sampan's page and through a page that does nothing but post
 * slices. `npm run bench:page` runs it. MIB (600) and ROUNDS (5) set its size.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { writeSection } from '../../bench/readme.mjs'
import { touchMemory } from '../../bench/scratch-folder.mjs'
import { expect, test } from '../journey.ts'
import type { Server } from '../server.ts'
import { words } from '../words.ts'
import { type DropServer, sendBare, startDropServer } from './bare-send.ts'
import { type PlainBrowser, startPlainBrowser } from './plain-browser.ts'
import { heading, openHome, startPlainSend } from './plain-send.ts'
import { mebibyte, processesOf, taken } from './processes.ts'
import { makeRandom } from './random-file.ts'

const sizeMib = Number(process.env.MIB ?? 600)
const rounds = Number(process.env.ROUNDS ?? 5)
const partBytes = 16 * mebibyte
const watchedSeconds = 4

test.use({ settings: { PLAN_LIMITS: 'anon.uploadBytes=20000000000,anon.storageBytes=40000000000' } })

type Run = { mibPerSecond: number; cpu: Map<string, number> }
const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

/** CPU seconds of each kind of process while something is done. */
async function watch<T>(
  browser: PlainBrowser,
  server: Server,
  act: () => Promise<T>,
): Promise<{ result: T; cpu: Map<string, number> }> {
  const processes = await processesOf(browser, server)
  const before = taken(processes)
  const result = await act()
  const after = [...taken(processes)]
  return { result, cpu: new Map(after.map(([name, { cpuSeconds }]) => [name, cpuSeconds - (before.get(name)?.cpuSeconds ?? 0)])) }
}

/** What the server does after a transfer has been sent would slow down the next. */
async function quiet(server: Server): Promise<void> {
  const used = () => [...taken(server.pids().map((pid) => ({ name: 'server', pid }))).values()][0]?.cpuSeconds ?? 0
  for (let seconds = 0; seconds < 60; seconds++) {
    const before = used()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    if (used() - before < 0.1) return
  }
}

const runOf = (seconds: number, cpu: Map<string, number>): Run => ({
  mibPerSecond: sizeMib / seconds,
  cpu: new Map([...cpu].map(([name, used]) => [name, used / (sizeMib / 1024)])),
})

async function bareRun(server: Server, drop: DropServer, file: string): Promise<Run> {
  const browser = await startPlainBrowser()
  const page = await browser.open(drop.url)
  const before = drop.droppedBytes()
  const { result, cpu } = await watch(browser, server, () => sendBare(page, file, partBytes))
  expect(drop.droppedBytes() - before).toBe(sizeMib * mebibyte)
  await browser.close()
  return runOf(result, cpu)
}

/** From the moment when the code is confirmed until the page says that it has been sent. */
async function pageRun(server: Server, file: string): Promise<Run> {
  const browser = await startPlainBrowser()
  const page = await browser.open(server.url)
  await openHome(page)
  await page.setFiles('input[name=files]', [file])
  await startPlainSend(page, server)
  const startedAt = performance.now()
  const { cpu } = await watch(browser, server, () =>
    page.waitFor(`${heading} === ${JSON.stringify(words('en')('send.doneTitle'))}`, 600),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await browser.close()
  return runOf(seconds, cpu)
}

/** The share of a core that all processes of the browser take while the boat moves and nothing is sent, and with no animation at all. */
async function drawing(server: Server, file: string): Promise<{ moving: number; still: number }> {
  const browser = await startPlainBrowser()
  const page = await browser.open(server.url)
  await openHome(page)
  await page.setFiles('input[name=files]', [file])
  await startPlainSend(page, server)
  await page.waitFor(`document.querySelector('[role=progressbar]')`)
  const pause = `[...document.querySelectorAll('section[aria-labelledby=send-card] button')].find((button) => button.textContent === ${JSON.stringify(words('en')('send.pause'))})`
  await page.waitFor(pause)
  await page.evaluate(`${pause}.click()`)
  const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const share = async () => {
    const { cpu } = await watch(browser, server, () => wait(watchedSeconds))
    return [...cpu].filter(([name]) => name !== 'server').reduce((sum, [, used]) => sum + used, 0) / watchedSeconds
  }
  await wait(1)
  const moving = await share()
  await page.evaluate(
    `document.head.append(Object.assign(document.createElement('style'), { textContent: '* { animation: none !important }' }))`,
  )
  await wait(1)
  const still = await share()
  await browser.close()
  return { moving, still }
}

const kinds = ['renderer', 'GPU', 'browser', 'network', 'server'] as const
const kindOf = (name: string): string => (name.includes('network') ? 'network' : name)
function cpuCells(runs: readonly Run[]): string[] {
  const of = (run: Run, kind: string) =>
    [...run.cpu].filter(([name]) => kindOf(name) === kind).reduce((sum, [, used]) => sum + used, 0)
  return kinds.map((kind) => median(runs.map((run) => of(run, kind))).toFixed(2))
}
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

test('U9 the page sends at half of what its browser can do, or more', async ({ server }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sampan-speed-'))
  const file = path.join(folder, 'large.bin')
  makeRandom(file, sizeMib)
  const drop = await startDropServer()
  const [bare, ours]: [Run[], Run[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    await quiet(server)
    bare.push(await bareRun(server, drop, file))
    touchMemory(server.dataDir, sizeMib * mebibyte)
    ours.push(await pageRun(server, file))
    console.log(
      `${bare.at(-1)!.mibPerSecond.toFixed(0)} MiB/s bare, ${ours.at(-1)!.mibPerSecond.toFixed(0)} MiB/s through the page`,
    )
  }
  const { moving, still } = await drawing(server, file)
  await drop.stop()
  rmSync(folder, { recursive: true, force: true })
  const ratios = ours.map((run, index) => run.mibPerSecond / bare[index]!.mibPerSecond)
  const ratio = median(ratios)
  const line = (name: string, runs: readonly Run[]) =>
    row([name, median(runs.map(({ mibPerSecond }) => mibPerSecond)).toFixed(0), ...cpuCells(runs)])
  const text = [
    `${cpus().length} cores, one file of ${sizeMib} MiB, four parts at once, software rendering, medians of ${rounds}. CPU in seconds per GiB.`,
    [
      row(['', 'MiB/s', ...kinds]),
      row(['---', '---', ...kinds.map(() => '---')]),
      line('a page that only posts slices, to a server that drops them', bare),
      line('Sampan, page and server', ours),
    ].join('\n'),
    `- **${ratio.toFixed(2)}** of the browser, the median of the rounds' ratios (0.50 asked); round by round ${ratios.map((one) => one.toFixed(2)).join(', ')}.\n- The boat takes ${((moving - still) * 100).toFixed(1)} % of a core (5 asked): ${(moving * 100).toFixed(1)} % for all processes of the browser with it, ${(still * 100).toFixed(1)} % with all animations off, nothing being sent.`,
  ].join('\n\n')
  console.log(`\n${text}`)
  if (process.env.WRITE) writeSection('page', text)
})
