/** `npm run pages`: Lighthouse's phone profile over the public pages of a real server; the median of three runs each. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import lighthouse from 'lighthouse'
import { median } from './measure.mjs'
import { startSampan } from './servers/sampan.mjs'

const kinds = [
  '/',
  '/login',
  '/pricing',
  '/about',
  '/product/works-everywhere',
  '/blog',
  '/blog/sinosend-vs-wetransfer',
  '/support',
  '/support/teams',
  '/roadmap',
  '/changelog',
]
const paths = [...kinds, ...kinds.map((path) => `/zh${path}`)]
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const runs = 3

/** CHROMIUM_PATH, else the system's. */
async function startChromium(folder) {
  const program = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file))
  if (!program) throw new Error('No Chromium: install one or set CHROMIUM_PATH')
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
  const command = [...flags, '--disable-dev-shm-usage', '--remote-debugging-port=0', `--user-data-dir=${join(folder, 'profile')}`]
  const child = spawn(program, command, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise((done) => child.once('exit', done))
  const port = await new Promise((done, fail) => {
    createInterface(child.stderr).on('line', (line) => {
      const match = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(line)
      if (match) done(Number(match[1]))
    })
    ended.then(() => fail(new Error('Chromium ended before it was ready')))
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { port, stop }
}

async function measure(url, port) {
  const results = []
  for (let run = 0; run < runs; run++)
    results.push((await lighthouse(url, { port, onlyCategories: categories, logLevel: 'silent' })).lhr)
  const scores = categories.map((name) => Math.round(median(results.map((lhr) => lhr.categories[name].score)) * 100))
  const seconds = (audit) => (median(results.map((lhr) => lhr.audits[audit].numericValue)) / 1000).toFixed(1)
  const failed = Object.values(results[0].audits).filter(
    ({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary',
  )
  return { scores, largestPaint: seconds('largest-contentful-paint'), failed: failed.map(({ id }) => id) }
}

const folder = mkdtempSync(join(tmpdir(), 'sampan-pages-'))
const server = await startSampan(folder)
const chromium = await startChromium(folder)
try {
  console.log(`| Page | ${categories.join(' | ')} | largest paint, s |\n| --- |${' ---: |'.repeat(categories.length + 1)}`)
  for (const path of paths) {
    const { scores, largestPaint, failed } = await measure(`http://127.0.0.1:${server.port}${path}`, chromium.port)
    console.log(`| \`${path}\` | ${scores.join(' | ')} | ${largestPaint} |`)
    if (failed.length) console.error(`  not passed: ${failed.join(', ')}`)
  }
} finally {
  await chromium.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
