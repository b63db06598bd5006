/** Several real processes under one supervisor: what they share, and what happens when one of them goes. */
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, get as open, request } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { buildServer, type Installation, installForTest, until } from '../../test/faults/server-process.ts'
import { asTestServer } from '../../test/support/installed.ts'
import { sendTo } from '../../test/support/reader.ts'
import { Browser, crcHex } from '../../test/support/sender.ts'
import type { TestServer } from '../../test/support/test-server.ts'
import { pidInUse } from '../db/embedded-postgres/processes.ts'
import { drainMs } from './limits.ts'

vi.setConfig({ testTimeout: 120_000 })
beforeAll(buildServer, 180_000)

const key = 'a-key-for-the-metrics'

async function start(env: Record<string, string> = {}): Promise<Installation> {
  const here = await installForTest({ WORKERS: '2', LOG_LEVEL: 'info', METRICS_KEY: key, ...env })
  await here.start()
  return here
}

const browserOf = ({ url }: Pick<Installation, 'url'>) => new Browser({ url } as TestServer)
const logOf = (here: Installation) =>
  here
    .life!.output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
const hasLogged = (here: Installation, msg: string) => logOf(here).some((line) => line.msg === msg)

/** On a connection of its own, which the supervisor gives to the next worker. */
const get = (here: Installation, path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(here.url + path, { headers: { connection: 'close', ...headers }, ...(signal && { signal }) })

async function metricOf(here: Installation, name: string): Promise<number> {
  const text = await (await get(here, '/metrics', { authorization: `Bearer ${key}` })).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1) ?? Number.NaN,
  )
}

const healthCount = 'sampan_http_request_duration_seconds_count{method="GET",route="/healthz",status="2xx"}'

test('O1 O4 two workers serve; one that is killed comes back, the other serves meanwhile, and no count is lost', async () => {
  const here = await start()
  const pids = here.workers()
  expect(pids).toHaveLength(2)
  for (let i = 0; i < 10; i++) expect((await get(here, '/healthz')).status).toBe(200)
  const serving = () => new Set(logOf(here).flatMap(({ msg, worker, pid }) => (msg === 'request' ? [`${worker} ${pid}`] : [])))
  await until(() => serving().size === 2)
  // Whichever is asked.
  for (let i = 0; i < 4; i++) expect(await metricOf(here, healthCount)).toBe(10)
  const text = await (await get(here, '/metrics', { authorization: `Bearer ${key}` })).text()
  for (const worker of [1, 2])
    expect(text).toMatch(new RegExp(`^process_resident_memory_bytes\\{worker="${worker}"\\} \\d+`, 'm'))
  expect(text.match(/^sampan_open_uploads /gm)).toHaveLength(1)

  process.kill(pids[0]!, 'SIGKILL')
  await until(() => !pidInUse(pids[0]!))
  // The supervisor may not have heard of it yet, when it gives out the next connection.
  await until(() =>
    get(here, '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  await until(() => hasLogged(here, 'worker serves again'))
  expect(here.workers()).toHaveLength(2)
  expect(logOf(here)).toContainEqual(
    expect.objectContaining({ msg: 'worker ended; it is started again', signal: 'SIGKILL', worker: 1 }),
  )
  expect(here.life!.output().match(/^Sampan is ready at/gm)).toHaveLength(1)
  for (let i = 0; i < 4; i++) expect(await metricOf(here, healthCount)).toBeGreaterThanOrEqual(11)
})

test('O1 a connection that was given to a worker which dies before it takes it ends at once, instead of waiting for ever', async () => {
  const here = await start()
  const [first] = here.workers()
  process.kill(first!, 'SIGSTOP')
  // In turn: one of two is given to the one that sleeps.
  const asked = [0, 1].map(() =>
    get(here, '/healthz').then(
      ({ status }) => status,
      () => 'ended',
    ),
  )
  expect(await Promise.race(asked)).toBe(200)
  process.kill(first!, 'SIGKILL')
  expect((await Promise.all(asked)).sort()).toEqual([200, 'ended'])
})

test('O1 a worker that hangs is killed and replaced, and one that answers is left alone', async () => {
  const here = await start({ WORKER_SILENCE_SECONDS: '20' })
  const [hung, other] = here.workers()
  process.kill(hung!, 'SIGSTOP')
  await until(() => hasLogged(here, 'worker serves again'))
  expect(logOf(here)).toContainEqual(
    expect.objectContaining({ msg: 'worker gives no sign of life: it is killed', silenceMs: 20_000 }),
  )
  expect([pidInUse(hung!), here.workers().includes(other!)]).toEqual([false, true])
  for (let i = 0; i < 4; i++) expect((await get(here, '/healthz')).status).toBe(200)
}, 180_000)

test('O1 workers end with a supervisor that is killed; the port is free and the next start works', async () => {
  const here = await start()
  const pids = here.workers()
  process.kill(here.life!.child.pid!, 'SIGKILL')
  await until(() => !pids.some(pidInUse))
  await here.start()
  expect((await get(here, '/readyz')).status).toBe(200)
})

test('O1 the next start waits for a port that the workers of a killed supervisor still hold', async () => {
  const here = await start()
  // A worker in the middle of something takes a moment to notice.
  const [first, second] = here.workers()
  process.kill(first!, 'SIGSTOP')
  process.kill(here.life!.child.pid!, 'SIGKILL')
  const again = here.start()
  await until(() => !pidInUse(second!))
  process.kill(first!, 'SIGCONT')
  await again
  expect((await get(here, '/readyz')).status).toBe(200)
})

/** A part of which the second half is sent only when it is told to. */
async function halfPart(here: Installation) {
  const browser = browserOf(here)
  await browser.takeTicket()
  const bytes = randomBytes(2 * 1024 * 1024)
  const { json: plan } = await browser.create([{ path: 'a.bin', bytes }])
  const { blobId } = plan.blobs[0]
  const headers = { authorization: `Bearer ${browser.ticket}`, 'content-length': bytes.length, 'x-part-crc32': crcHex(bytes) }
  const sending = request(`${here.url}/api/uploads/${plan.uploadId}/blobs/${blobId}?offset=0`, {
    method: 'PUT',
    headers,
    // Kept for a next call.
    agent: new Agent({ keepAlive: true }),
  })
  const status = new Promise<number | undefined>((resolve, reject) => {
    sending.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject)
  })
  await new Promise<void>((resolve) => sending.write(bytes.subarray(0, 1024 * 1024), () => resolve()))
  const list = async () => (await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)).json.received[0].ranges
  return { finish: () => sending.end(bytes.subarray(1024 * 1024)), status, list, size: bytes.length }
}

/** A download that has begun and is read on only when it is told to: more than lies in the buffers on the way. */
async function begunDownload(here: Installation) {
  const bytes = randomBytes(24 * 1024 * 1024)
  const { url, view } = await sendTo(asTestServer(here), [{ path: 'read.bin', bytes }])
  const reply = await new Promise<IncomingMessage>((resolve, reject) =>
    open(url(`files/${view.files[0].fileId}`), { agent: false }, resolve).on('error', reject),
  )
  const rest = async () => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of reply) chunks.push(chunk)
    } catch {
      // Cut: `complete` says so.
    }
    const got = Buffer.concat(chunks)
    return { isReportedWhole: reply.complete, isWhole: got.equals(bytes), isBeginning: got.equals(bytes.subarray(0, got.length)) }
  }
  return { status: reply.statusCode, rest }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'R55 after %s to the whole group, and again to the supervisor, a part in flight is finished, a download ends whole or visibly broken, and then all end',
  async (signal) => {
    const here = await start()
    const pids = here.workers()
    const download = await begunDownload(here)
    expect(download.status).toBe(200)
    const part = await halfPart(here)
    // Ctrl-C and some service managers signal every process: the supervisor alone answers to it.
    for (const pid of [...pids, here.life!.child.pid!]) process.kill(pid, signal)
    await until(() => hasLogged(here, 'stopping'))
    // Under npm it comes twice: the second changes nothing.
    process.kill(here.life!.child.pid!, signal)
    // One that comes in between may be given to a process that no longer takes any: it waits for its end.
    await until(() =>
      get(here, '/healthz', {}, AbortSignal.timeout(2_000)).then(
        () => false,
        () => true,
      ),
    )
    const read = download.rest()
    part.finish()
    expect(await part.status).toBe(204)
    const answeredAt = performance.now()
    const { isReportedWhole, isWhole, isBeginning } = await read
    expect([isReportedWhole, isBeginning]).toEqual([isWhole, true])
    expect(await here.life!.ended).toBe(0)
    // Nobody waits for a connection that its client keeps.
    expect(performance.now() - answeredAt).toBeLessThan(drainMs / 2)
    expect([pids.some(pidInUse), here.postmaster()]).toEqual([false, undefined])
    expect(logOf(here).map(({ msg }) => msg)).not.toContain('worker ended; it is started again')
    await here.start()
    expect(await part.list()).toEqual([[0, part.size]])
  },
)

test('R19 R15 limits, tickets and sessions hold over all workers together', async () => {
  const here = await start({ RATE_LIMITS: 'loginNetwork=7/900' })
  const logIn = () =>
    browserOf(here).call('POST', '/combinedAuth', { email: 'nobody@example.com', password: 'wrong' }, { connection: 'close' })
  const logIns = await Promise.all(Array.from({ length: 40 }, logIn))
  expect(logIns.filter(({ status }) => status === 429)).toHaveLength(33)
  const browser = browserOf(here)
  await browser.takeTicket()
  const files = [{ path: 'a.bin', size: 1_000_000_000 }]
  const create = () => browser.withTicket('POST', '/api/uploads', { files }, { connection: 'close' })
  const created = await Promise.all(Array.from({ length: 50 }, create))
  // 5 GB open for one browser, and no more, however many ask at once.
  expect(created.filter(({ status }) => status === 201)).toHaveLength(5)
  const serving = (route: string) => new Set(logOf(here).flatMap((line) => (line.route === route ? [line.worker] : [])))
  expect([...serving('/api/uploads')].sort()).toEqual([1, 2])
  expect([...serving('/combinedAuth')].sort()).toEqual([1, 2])
})

test('INV7 each job runs once, also when the worker that runs them is killed among them', async () => {
  const here = await start({ RATE_LIMITS: 'codeNetwork=1000/3600' })
  const outbox = join(here.dataDir, 'outbox')
  const mails = async () => (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
  const ask = (i: number) => browserOf(here).call('POST', '/verifyEmail', { email: `p${i}@example.com` }, { connection: 'close' })
  const asked = await Promise.all(Array.from({ length: 30 }, (_, i) => ask(i)))
  expect(asked.every(({ status }) => status === 200)).toBe(true)
  process.kill(logOf(here).find(({ worker }) => worker === 1).pid, 'SIGKILL')
  await until(async () => (await mails()).length >= 30)
  await until(async () => (await metricOf(here, 'sampan_jobs_waiting')) === 0)
  const ids = (await Promise.all((await mails()).map((name) => readFile(join(outbox, name), 'utf8')))).map(
    (mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1],
  )
  expect([ids.length, new Set(ids).size]).toEqual([30, 30])
})

test('O2 what refuses the start of the workers is said once, in its sentence', async () => {
  const here = await installForTest({ WORKERS: '2', GEO_CITY_FILES: '/etc/passwd' })
  const refused = await here.start().catch((error) => error.message)
  expect(refused.match(/is not a whole MaxMind DB file/g)).toHaveLength(1)
  expect(await here.life!.ended).toBe(1)
  expect([here.workers(), here.postmaster()]).toEqual([[], undefined])
})

test('O2 more workers than the embedded database has connections for are refused in one sentence', async () => {
  const here = await installForTest({ WORKERS: '24' })
  const refused = await here.start().catch((error) => error.message)
  expect(refused.match(/WORKERS=24 is more than the embedded database has connections for: 23 at most/g)).toHaveLength(1)
  expect(await here.life!.ended).toBe(1)
  expect([here.workers(), here.postmaster()]).toEqual([[], undefined])
})

test('O2 pools that are too large together for a database of the operator are warned of at the start', async () => {
  const { host, user, password } = inject('postgres')
  const name = `pools_${process.pid}`
  const admin = new pg.Client({ host, user, password, database: 'sampan' })
  await admin.connect()
  onTestFinished(() => admin.end())
  await admin.query(`create database ${name}`)
  const DATABASE_URL = `postgres://${user}:${password}@127.0.0.1/${name}?host=${encodeURIComponent(host)}`
  const here = await start({ DATABASE_URL })
  const warnings = () => logOf(here).filter(({ msg }) => msg.startsWith('the processes together may open more connections'))
  expect(warnings()).toEqual([])
  await here.stop()
  await here.start({ env: { DATABASE_POOL: '60' } })
  expect(warnings()).toEqual([expect.objectContaining({ workers: 2, databasePool: 60, maxConnections: 100 })])
  await here.stop()
})

test('O2 workers that die as soon as they start are given up with one sentence', async () => {
  const here = await installForTest({ WORKERS: '2' })
  const dying = ['--import', 'data:text/javascript,import cluster from "node:cluster"; if (cluster.isWorker) process.exit(7)']
  const wrap = ([program = '', ...args]: string[]) => [program, ...dying, ...args]
  const refused = await here.start({ wrap }).catch((error) => error.message)
  expect(refused.match(/processes end as soon as they start \(exit code 7\)/g)).toHaveLength(1)
  expect(await here.life!.ended).toBe(1)
  expect(here.postmaster()).toBeUndefined()
})
