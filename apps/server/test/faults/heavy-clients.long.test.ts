/**
 * Clients that weigh on a server: hundreds of slow ones beside a normal one (R48), downloads that are broken off again and again (R12),
 * and files beyond the usual sizes, from an account and from a guest (R07). HEAVY_CLIENTS=1 asks for the sizes that they are about.
 */
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as settle } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { asTestServer } from '../support/installed.ts'
import { type Sent, sendTo } from '../support/reader.ts'
import { Browser } from '../support/sender.ts'
import { bytesOf } from './contents.ts'
import { sqlOf } from './database.ts'
import { openJournal } from './history.ts'
import { lineTo } from './line.ts'
import { createUpload, type OwnUpload, openLink, publishUpload, sendPart } from './own-upload.ts'
import { chanceOf } from './seeded.ts'
import { makeAccount } from './sender-account.ts'
import { buildServer, type Installation, install, until } from './server-process.ts'

const isLong = process.env.HEAVY_CLIENTS === '1'
vi.setConfig({ testTimeout: isLong ? 3_600_000 : 120_000 })

const [KiB, MiB, GiB] = [1024, 1024 ** 2, 1024 ** 3]
const slowSockets = isLong ? 1000 : 90
const slowMs = isLong ? 300_000 : 0
/** Between calls: of one part so many more may come again. */
const pauseMs = isLong ? 1000 : 20
/** Least number of calls whose times are looked at. */
const minProbes = 40
/** How much slower a machine may be that is busy with others. */
const maxSlower = 3
const brokenOff = 100
/** More than lies in the buffers on the way. */
const readBytes = 12 * MiB

let here: Installation
let sent: Sent
beforeAll(async () => {
  buildServer()
  here = await install({ WORKERS: '1', PLAN_LIMITS: `anon.uploadBytes=${8 * GiB},anon.storageBytes=${8 * GiB}` })
  await here.start()
  sent = await sendTo(asTestServer(here), [{ path: 'read.bin', bytes: randomBytes(readBytes) }])
}, 300_000)
afterAll(() => here?.remove())

const pid = (): number => here.life!.child.pid!
const openFiles = (): number => readdirSync(`/proc/${pid()}/fd`).length
const residentBytes = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) * KiB

type Slow = { kind: 'head' | 'body' | 'read'; socket: Socket; isOver: boolean }

/** What each sends at once, and then a little of again and again. */
function slowOne(kind: Slow['kind'], heads: Record<Slow['kind'], string>, drop: string): Slow {
  const socket = connect(here.port, '127.0.0.1')
  const slow: Slow = { kind, socket, isOver: false }
  socket.on('error', () => {})
  socket.on('close', () => {
    slow.isOver = true
  })
  socket.write(heads[kind])
  if (kind === 'read') socket.pause()
  const timer = setInterval(() => {
    if (slow.isOver) clearInterval(timer)
    else if (kind === 'read') socket.read(KiB)
    else socket.write(drop)
  }, 500)
  onTestFinished(() => {
    clearInterval(timer)
    socket.destroy()
  })
  return slow
}

test('R48 beside many that send and read slowly, a normal client is answered within a second', async () => {
  const browser = new Browser(asTestServer(here))
  await browser.takeTicket()
  const bytes = randomBytes(128 * KiB)
  const { json: plan } = await browser.create([{ path: 'a.bin', bytes }])
  const part = `/api/uploads/${plan.uploadId}/blobs/${plan.blobs[0].blobId}?offset=0`
  const { pathname, search } = new URL(sent.url(`files/${sent.view.files[0].fileId}`))
  const heads = {
    head: 'GET /healthz HTTP/1.1\r\nHost: x\r\n',
    body: `PUT ${part} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${browser.ticket}\r\nX-Part-Crc32: 00000000\r\nContent-Length: ${bytes.length}\r\n\r\n`,
    read: `GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\n\r\n`,
  }
  const probe = async (index: number): Promise<number> => {
    const since = performance.now()
    const isPart = index % 2 === 0
    const status = isPart
      ? (await browser.putPart(plan.uploadId, plan.blobs[0].blobId, 0, bytes)).status
      : (await fetch(`${here.url}/api/transfers/${sent.slug}?user=${sent.user}`)).status
    expect(status).toBe(isPart ? 204 : 200)
    return performance.now() - since
  }
  const p95 = async (minMs: number): Promise<number> => {
    const took: number[] = []
    for (const end = performance.now() + minMs; took.length < minProbes || performance.now() < end; await settle(pauseMs))
      took.push(await probe(took.length))
    return took.sort((a, b) => a - b)[Math.floor(took.length * 0.95)]!
  }
  const alone = await p95(0)
  const kinds = ['head', 'body', 'read'] as const
  const slow = Array.from({ length: slowSockets }, (_, at) => slowOne(kinds[at % 3]!, heads, 'X-A: b\r\n'))
  await until(() => slow.every(({ socket }) => !socket.connecting))
  expect(await p95(slowMs)).toBeLessThan(Math.max(1000, maxSlower * alone))
  // The rules by which they are closed count in minutes.
  if (isLong) expect(slow.filter(({ kind, isOver }) => kind !== 'read' && !isOver)).toEqual([])
})

/** A zip of which half is read. */
const breakOff = () =>
  new Promise<void>((resolve, reject) => {
    const asked = get(sent.url('zip'), { agent: false }, (reply: IncomingMessage) => {
      let length = 0
      reply.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > readBytes / 2) asked.destroy()
      })
      reply.on('error', () => {})
      reply.on('close', () => resolve())
    })
    asked.on('error', reject)
  })

test(`R12 ${brokenOff} zips that are broken off half-way leave neither memory nor descriptors behind`, async () => {
  for (let i = 0; i < 10; i++) await breakOff()
  const [files, bytes] = [openFiles(), residentBytes()]
  for (let i = 0; i < brokenOff; i += 4) await Promise.all([breakOff(), breakOff(), breakOff(), breakOff()])
  const since = performance.now()
  await until(() => openFiles() <= files)
  expect(performance.now() - since).toBeLessThan(10_000)
  expect(residentBytes() - bytes).toBeLessThan(64 * MiB)
})

type Large = { path: string; size: number; partBytes: number }
const largeOf = (partBytes: number): Large[] =>
  isLong
    ? [
        { path: 'large/beyond 4 GiB.bin', size: 4 * GiB + 1, partBytes: 16 * MiB },
        { path: 'large/合同 🚢.bin', size: 10_000 * partBytes + 1, partBytes },
      ]
    : [
        { path: 'large/some.bin', size: 9 * MiB + 1, partBytes: 4 * MiB },
        { path: 'large/合同 🚢.bin', size: 40 * partBytes + 1, partBytes },
      ]

/** Of a content that is made as it is needed. */
function hashOf(blobId: string, size: number): string {
  const hash = createHash('sha256')
  for (let at = 0; at < size; at += 16 * MiB) hash.update(bytesOf(blobId, 0, [at, Math.min(size, at + 16 * MiB)]))
  return hash.digest('hex')
}

async function hashAt(url: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await fetch(url)).body!) hash.update(chunk)
  return hash.digest('hex')
}

const zipTools = [
  ['python3', '-m', 'zipfile', '-t'],
  ['bsdtar', '-tf'],
  ['7z', 't'],
  ['unzip', '-tq'],
]

/** By whatever is installed here. */
function openByTools(file: string): void {
  for (const [tool = '', ...args] of zipTools) {
    const { error, status, stdout, stderr } = spawnSync(tool, [...args, file], { encoding: 'utf8', maxBuffer: 64 * MiB })
    if (!error) expect([tool, status, status === 0 ? '' : stdout + stderr]).toEqual([tool, 0, ''])
  }
}

// A guest may have 5 GB under way.
test.each([
  ['account', 96 * KiB],
  ['visitor', 64 * KiB],
])(
  'R07 R12 files of many parts and beyond 4 GiB from one %s come back whole, in a zip that every tool opens',
  async (who, partBytes) => {
    const large = largeOf(partBytes)
    const account = await makeAccount(here.dataDir, sqlOf(here), { isGuest: who === 'visitor' })
    const [line, chance] = [lineTo(here.port), chanceOf('large')]
    onTestFinished(() => line.close())
    const means = { line, journal: openJournal(devNull), account, client: 0 }
    const upload = (await createUpload(means, `large-${who}`, large)) as OwnUpload
    for (const { blobId, path, size } of upload.files) {
      const step = large.find((file) => file.path === path)!.partBytes
      for (let at = 0; at < size; at += step) {
        const sending = { blobId: blobId!, range: [at, Math.min(size, at + step)] as [number, number] }
        expect((await sendPart(means, upload, sending, chance)).answer.status).toBe(204)
      }
    }
    await publishUpload(means, upload, { sendAs: 'email', to: ['large@example.com'] })
    expect(upload.state).toBe('published')
    await openLink(means, upload)
    const { dl, state } = await (await fetch(`${here.url}/api/transfers/${upload.slug}`)).json()
    expect(state).toBe('open')
    const url = (path: string) => `${here.url}/api/transfers/${upload.slug}/${path}?dl=${encodeURIComponent(dl)}`
    for (const { fileId, blobId, size } of upload.files) expect(await hashAt(url(`files/${fileId}`))).toBe(hashOf(blobId!, size))
    const folder = mkdtempSync(join(tmpdir(), 'sampan-large-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'all.zip')
    const { error, status } = spawnSync('curl', ['-sf', '-o', file, url('zip')])
    if (error) return
    expect(status).toBe(0)
    expect(statSync(file).size).toBeGreaterThan(large.reduce((sum, { size }) => sum + size, 0))
    openByTools(file)
  },
)
