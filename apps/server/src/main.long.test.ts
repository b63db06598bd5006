/** The real process: built, started, refused, stopped and killed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freePort, stopDatabase } from '../../../scripts/processes/processes.mjs'
import { crcHex } from '../test/support/sender.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const mainFile = join(root, 'apps/server/dist/main.js')
const folders: string[] = []
const running: ChildProcess[] = []

// Each starts whole servers, databases included, beside everything else that is tested.
vi.setConfig({ testTimeout: 90_000 })

beforeAll(() => {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')])
}, 180_000)
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})
afterAll(() => {
  for (const folder of folders) {
    stopDatabase(folder)
    rmSync(folder, { recursive: true, force: true })
  }
})

const newFolder = () => {
  folders.push(mkdtempSync(join(tmpdir(), 'sampan-process-')))
  return folders.at(-1)!
}

type Started = { child: ChildProcess; url: string; output: () => string; ended: Promise<number | null> }

function launch(env: Record<string, string>): Omit<Started, 'url'> {
  const child = spawn(process.execPath, [mainFile], {
    env: { PATH: process.env.PATH, ...env, LOW_WATER_BYTES: '0', DISK_OVERBOOKING: '0' },
  })
  running.push(child)
  let text = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (text += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, output: () => text, ended }
}

async function start(dataDir: string): Promise<Started> {
  const port = await freePort()
  const started = launch({ PORT: String(port), DATA_DIR: dataDir })
  const ready = new Promise<void>((resolve) =>
    started.child.stdout!.on('data', () => started.output().includes('Sampan is ready at') && resolve()),
  )
  await Promise.race([ready, started.ended.then(() => Promise.reject(new Error(started.output())))])
  return { ...started, url: `http://127.0.0.1:${port}` }
}

test.each([
  ['PORT', { PORT: 'abc' }, 'PORT=abc must be a whole number from 0 to 65535'],
  ['PUBLIC_URL', { PUBLIC_URL: 'files.example.com' }, 'PUBLIC_URL=files.example.com must be an address'],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL=mysql://x must be an address that begins with postgres://'],
])('O2 a wrong %s is named and the start refused', async (_, env, message) => {
  const { ended, output } = launch({ DATA_DIR: newFolder(), PORT: String(await freePort()), ...env })
  expect(await ended).toBe(1)
  expect(output()).toContain(message)
})

test('O1 O2 a taken port is named and the start refused', async () => {
  const taken = createServer().listen(0)
  const { port } = taken.address() as { port: number }
  const { ended, output } = launch({ DATA_DIR: newFolder(), PORT: String(port) })
  expect(await ended).toBe(1)
  expect(output()).toContain(`PORT=${port} is taken`)
  taken.close()
})

test('O1 a second server on the same data is refused and does the first no harm', async () => {
  const folder = newFolder()
  const first = await start(folder)
  const second = launch({ DATA_DIR: folder, PORT: String(await freePort()) })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('in use')
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
})

test('O4 SIGTERM ends the process and its database cleanly', async () => {
  const folder = newFolder()
  const { child, ended, url, output } = await start(folder)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(readdirSync(join(folder, 'db/pg'))).not.toContain('postmaster.pid')
  const lines = output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const events = lines.map((line) => JSON.parse(line)).filter(({ msg }) => ['started', 'stopping', 'stopped'].includes(msg))
  expect(events).toMatchObject([
    { msg: 'started', version: expect.any(String), settings: { DATA_DIR: folder } },
    { msg: 'stopping' },
    { msg: 'stopped' },
  ])
})

test('O6 another master key refuses the start, the right one opens again', async () => {
  const folder = newFolder()
  const first = await start(folder)
  first.child.kill('SIGTERM')
  await first.ended
  const { renameSync, writeFileSync } = await import('node:fs')
  const key = join(folder, 'keys/master-1.key')
  renameSync(key, `${key}.away`)
  const missing = launch({ DATA_DIR: folder, PORT: String(await freePort()) })
  expect(await missing.ended).toBe(1)
  expect(missing.output()).toContain('master key')
  writeFileSync(key, randomBytes(32).toString('hex'), { mode: 0o600 })
  const wrong = launch({ DATA_DIR: folder, PORT: String(await freePort()) })
  expect(await wrong.ended).toBe(1)
  renameSync(`${key}.away`, key)
  await start(folder)
})

test('U5 R01 after SIGKILL in mid-upload every acknowledged part is listed and nothing else; the upload goes on', async () => {
  const folder = newFolder()
  const bytes = randomBytes(24 * 1024 * 1024)
  const step = 1024 * 1024
  let server = await start(folder)
  const cookieReply = await fetch(`${server.url}/stsAuth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"id":"x","type":"anonUpload"}',
  })
  const ticket = (await cookieReply.json()).SecurityToken
  const headers = { authorization: `Bearer ${ticket}` }
  const created = await fetch(`${server.url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ files: [{ path: 'big.bin', size: bytes.length }] }),
  })
  const plan = await created.json()
  const put = (at: number) =>
    fetch(`${server.url}/api/uploads/${plan.uploadId}/blobs/${plan.blobs[0].blobId}?offset=${at}`, {
      method: 'PUT',
      headers: { ...headers, 'x-part-crc32': crcHex(bytes.subarray(at, at + step)) },
      body: bytes.subarray(at, at + step),
    })
  const acknowledged = new Set<number>()
  for (let kill = 0; kill < 3; kill++) {
    // A third of all in each round, so that something is left to send in the last.
    const waiting = Array.from({ length: 24 }, (_, i) => i * step).filter((at) => !acknowledged.has(at))
    const sends = waiting.slice(0, 8).map((at) =>
      put(at).then(
        ({ status }) => status === 204 && acknowledged.add(at),
        () => {},
      ),
    )
    await Promise.race([...sends.slice(0, 2)])
    server.child.kill('SIGKILL')
    await Promise.all([...sends, server.ended])
    server = await start(folder)
    const listed = await (await fetch(`${server.url}/api/uploads/${plan.uploadId}`, { headers })).json()
    for (const at of acknowledged) {
      expect(
        listed.received[0].ranges.some(([from, to]: [number, number]) => from <= at && to >= at + step),
        `part at ${at}`,
      ).toBe(true)
    }
    // A part may have been recorded without its answer having come back: the list decides.
    for (const [from, to] of listed.received[0].ranges) for (let at = from; at < to; at += step) acknowledged.add(at)
  }
  for (let at = 0; at < bytes.length; at += step) if (!acknowledged.has(at)) expect((await put(at)).status).toBe(204)
  const whole = await (await fetch(`${server.url}/api/uploads/${plan.uploadId}`, { headers })).json()
  expect(whole.received[0].ranges).toEqual([[0, bytes.length]])
}, 120_000)
