/** A folder of 50 files, 2 GB, through the page and back as a zip: hashes, seconds, and memory over time. */
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { dropFiles } from '../files.ts'
import { expect, linkIn, someone, test } from '../journey.ts'
import { enterCode, sendCard } from '../send-card.ts'

const files = 50
const fileBytes = 40_000_000
const mebibyte = 2 ** 20

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: mebibyte })) hash.update(chunk)
  return hash.digest('hex')
}

/** Resident memory in MiB of all processes whose command line has this word. */
function residentMib(word: string): number {
  let bytes = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)) continue
      bytes += Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
    } catch {
      // It has ended meanwhile.
    }
  }
  return Math.round(bytes / mebibyte)
}

test('U9 D3 a folder of 50 files, 2 GB, through the page and back as a zip', async ({ page, server, guest, mailTo }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sampan-folder-'))
  mkdirSync(path.join(folder, 'Two gigabytes'))
  const sums = new Map<string, string>()
  for (let i = 0; i < files; i++) {
    const name = `Two gigabytes/file ${i}.bin`
    const bytes = randomBytes(fileBytes)
    writeFileSync(path.join(folder, name), bytes)
    sums.set(name, createHash('sha256').update(bytes).digest('hex'))
  }
  const [sender, reader] = [someone('sender'), someone('reader')]
  const card = sendCard(page, server)
  await card.open()
  await dropFiles(page, [path.join(folder, 'Two gigabytes')])
  await card.addPeople(reader)
  await card.sender.fill(sender)
  const memory: string[] = []
  const startedAt = Date.now()
  const watch = setInterval(() => {
    memory.push(
      `${Math.round((Date.now() - startedAt) / 1000)} s: page ${residentMib('--type=renderer')} MiB, server ${residentMib('apps/server/dist/main.js')} MiB`,
    )
  }, 2000)
  await card.send.click()
  await enterCode(card, sender)
  const sendingAt = Date.now()
  await expect(card.heading).toHaveText(card.t('send.doneTitle'), { timeout: 600_000 })
  const sentSeconds = (Date.now() - sendingAt) / 1000
  const other = await guest({ acceptDownloads: true })
  await other.goto(linkIn(await mailTo(reader)))
  const receivingAt = Date.now()
  const waiting = other.waitForEvent('download')
  await other.getByRole('link', { name: /^Download all/ }).click()
  const zip = await (await waiting).path()
  const receivedSeconds = (Date.now() - receivingAt) / 1000
  clearInterval(watch)
  const bytes = statSync(zip).size
  execFileSync('unzip', ['-q', zip, '-d', path.join(folder, 'back')])
  for (const [name, sum] of sums) expect(await sha256(path.join(folder, 'back', name)), name).toBe(sum)
  rmSync(folder, { recursive: true, force: true })
  console.log(memory.join('\n'))
  console.log(
    `sent in ${sentSeconds.toFixed(1)} s (${((files * fileBytes) / mebibyte / sentSeconds).toFixed(0)} MiB/s), received ${bytes} bytes in ${receivedSeconds.toFixed(1)} s`,
  )
})
