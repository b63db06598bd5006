/** R52: the database frozen, killed, read-only and locked under a mixed load of two processes. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { databaseClient, type Sql, sqlOf } from '../../test/faults/database.ts'
import { buildServer, type Installation, installForTest, until } from '../../test/faults/server-process.ts'
import { asTestServer } from '../../test/support/installed.ts'
import { sendTo } from '../../test/support/reader.ts'
import { Browser, type TestFile } from '../../test/support/sender.ts'
import { runningProcesses } from '../db/embedded-postgres/processes.ts'

vi.setConfig({ testTimeout: 240_000 })
beforeAll(buildServer, 180_000)

const partBytes = 256 * 1024
const generous = 'codeNetwork=100000/3600,linkMiss=100000/600'

/** Uploads, creations, downloads and probes without end; every answer is looked at. */
function startLoad(here: Installation, download: () => Promise<Response>) {
  const answers = { health: [] as number[], ready: 0, wrong: [] as string[], refused: 0, done: 0 }
  const acknowledged = new Map<Browser, { plan: any; offsets: Set<number>; bytes: Buffer }>()
  let isOver = false
  const note = (what: string, { status, headers }: { status: number; headers: Headers }, good: number) => {
    if (isOver) return false
    if (status === good) answers.done++
    else if (status === 503 && headers.get('retry-after')) answers.refused++
    else answers.wrong.push(`${what} ${status}`)
    return status === good
  }
  const again = async (work: () => Promise<void>) => {
    while (!isOver) {
      // A connection that is cut is tried again, like a 503.
      await work().catch(() => answers.refused++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  async function upload(): Promise<void> {
    const browser = new Browser(asTestServer(here))
    const bytes = randomBytes(partBytes * 8)
    const ticket = await browser.call('POST', '/stsAuth', { id: 'x', type: 'anonUpload' })
    if (!note('ticket', ticket, 200)) return
    browser.ticket = ticket.json.SecurityToken
    const created = await browser.create([{ path: 'a.bin', bytes }])
    if (!note('create', created, 201)) return
    const sent = { plan: created.json, offsets: new Set<number>(), bytes }
    acknowledged.set(browser, sent)
    const put = (at: number) =>
      browser.putPart(sent.plan.uploadId, sent.plan.blobs[0].blobId, at, bytes.subarray(at, at + partBytes))
    for (let at = 0; at < bytes.length && !isOver; at += partBytes) if (note('part', await put(at), 204)) sent.offsets.add(at)
  }
  const read = async () => {
    const reply = await download()
    await reply.arrayBuffer()
    note('download', reply, 200)
  }
  const probe = async () => {
    answers.health.push(await fetch(`${here.url}/healthz`).then(({ status }) => status))
    answers.ready = (await fetch(`${here.url}/readyz`)).status
  }
  const loads = [upload, upload, upload, read, probe].map(again)
  onTestFinished(() => {
    isOver = true
  })
  return {
    answers,
    acknowledged,
    stop: async () => {
      isOver = true
      await Promise.all(loads)
    },
  }
}

/** INV1 and INV4: every acknowledged part is listed, and the sums equal the rows. */
async function checkWhole(sql: Sql, { acknowledged }: ReturnType<typeof startLoad>): Promise<void> {
  for (const [browser, { plan, offsets }] of acknowledged) {
    const { status, json } = await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)
    expect([status, json]).toMatchObject([200, { received: expect.anything() }])
    const isListed = (at: number) =>
      json.received[0].ranges.some(([from, to]: [number, number]) => from <= at && at + partBytes <= to)
    expect([...offsets].filter((at) => !isListed(at))).toEqual([])
  }
  const [sums] = await sql(
    `select (select coalesce(sum(reserved_bytes), 0) from owners) as reserved,
       (select coalesce(sum(declared_bytes), 0) from uploads where state = 'open') as open`,
  )
  expect(Number(sums!.reserved)).toBe(Number(sums!.open))
}

const maxRecoveryMs = 10_000

/**
 * From the moment at which the database answers again until both processes do, in milliseconds: calls that need it, on connections of
 * their own, of which each process is given every other one.
 */
async function timeToRecover(here: Installation, sql: Sql, url: string): Promise<number> {
  const isWritable = () =>
    sql('create temporary table writable ()').then(
      () => true,
      () => false,
    )
  await until(isWritable)
  const since = performance.now()
  const asks = [url, `${here.url}/readyz`].map((each) => () => fetch(each, { headers: { connection: 'close' } }))
  const isServed = async () => {
    for (const ask of [...asks, ...asks, ...asks, ...asks]) {
      const reply = await ask()
      await reply.arrayBuffer()
      if (reply.status !== 200) return false
    }
    return true
  }
  await until(() => isServed().catch(() => false))
  return performance.now() - since
}

type Fault = {
  begin: (here: Installation, sql: Sql) => Promise<unknown>
  end: (here: Installation, sql: Sql) => Promise<unknown>
}
const family = ({ dataDir }: Installation) => runningProcesses({ folder: join(dataDir, 'db/pg'), tag: dataDir })
const signalAll = (here: Installation, signal: NodeJS.Signals) => family(here).map((pid) => process.kill(pid, signal))
const readOnly = (isOn: boolean) => async (_: Installation, sql: Sql) => {
  await sql(isOn ? 'alter system set default_transaction_read_only = on' : 'alter system reset default_transaction_read_only')
  await sql('select pg_reload_conf()')
}
const faults: [string, Fault][] = [
  [
    'frozen',
    {
      // Again until nobody is left who could start another.
      begin: async (here) => void [signalAll(here, 'SIGSTOP'), signalAll(here, 'SIGSTOP')],
      end: async (here) => signalAll(here, 'SIGCONT'),
    },
  ],
  ['killed', { begin: (here) => here.kill('postmaster'), end: async () => {} }],
  ['read-only', { begin: readOnly(true), end: readOnly(false) }],
]

test.each(faults)(
  'R52 the database %s: 503 with Retry-After, nothing half, and all goes on without a restart',
  async (name, fault) => {
    const here = await installForTest({ WORKERS: '2', RATE_LIMITS: generous })
    await here.start()
    const sql = sqlOf(here)
    const files: TestFile[] = [{ path: 'sent.bin', bytes: randomBytes(300_000) }]
    const { url, view } = await sendTo(asTestServer(here), files)
    const file = url(`files/${view.files[0].fileId}`)
    const load = startLoad(here, () => fetch(file))
    const { answers } = load
    await until(() => answers.done > 30 && answers.ready === 200)
    const pids = here.workers()
    await fault.begin(here, sql)
    await until(() => answers.refused > 3)
    if (name !== 'killed') await until(() => answers.ready === 503)
    await fault.end(here, sql)
    // What was told before the fault, or by one process alone, is not enough.
    expect(await timeToRecover(here, sql, file)).toBeLessThan(maxRecoveryMs)
    const doneBefore = answers.done
    await until(() => answers.done > doneBefore + 30)
    await load.stop()
    expect(answers.wrong, here.life!.output().slice(-20_000)).toEqual([])
    expect(new Set(answers.health)).toEqual(new Set([200]))
    await checkWhole(sql, load)
    expect(here.workers()).toEqual(pids)
    // Jobs go on too: the mail with a code comes.
    await new Browser(asTestServer(here)).askCode('/verifyEmail', 'later@example.com')
  },
)

test('R52 a table that somebody locks: 503 for who needs it, the others are served', async () => {
  const here = await installForTest({ WORKERS: '2' })
  await here.start()
  const browser = new Browser(asTestServer(here))
  await browser.takeTicket()
  const create = () => browser.create([{ path: 'a.bin', bytes: Buffer.alloc(100) }])
  let unlock = () => {}
  const held = new Promise<void>((resolve) => {
    unlock = resolve
  })
  const holding = holdLock(here, held)
  await until(async () => (await sqlOf(here)("select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted")).length > 0)
  const refused = await create()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await fetch(`${here.url}/readyz`)).status).toBe(200)
  unlock()
  await holding
  expect((await create()).status).toBe(201)
})

async function holdLock({ dataDir }: Installation, until: Promise<void>): Promise<void> {
  const client = databaseClient(dataDir)
  await client.connect()
  await client.query('begin')
  await client.query('lock table uploads in access exclusive mode')
  await until
  await client.end()
}
