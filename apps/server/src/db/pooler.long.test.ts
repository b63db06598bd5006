/** Behind PgBouncer in transaction mode (Debian: pgbouncer), where no connection stays the same from one transaction to the next. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../../../scripts/processes/processes.mjs'
import { Account } from '../../test/support/account.ts'
import { sentBy } from '../../test/support/dashboard.ts'
import { get } from '../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../test/support/test-server.ts'
import { openStream } from '../features/live/test-stream.ts'

const folder = mkdtempSync(join(tmpdir(), 'sampan-pooler-'))
let port: number
let pooler: ChildProcess
let server: TestServer

/** Two connections to the database for all who ask: each transaction gets whichever is free. */
function settings(): string {
  const { host, user, password } = inject('postgres')
  return `[databases]
* = host=${host} port=5432 user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 500
logfile = ${join(folder, 'log')}
pidfile = ${join(folder, 'pid')}
unix_socket_dir =
`
}

async function startPooler(): Promise<void> {
  // It refuses to run as root, and only the account of the database reaches its socket.
  const { uid, gid } = statSync(inject('postgres').host)
  chownSync(folder, uid, gid)
  pooler = spawn('pgbouncer', [join(folder, 'settings.ini')], { stdio: 'ignore', uid, gid })
  await waitFor(() => answers().catch(() => false))
}
const stopPooler = () =>
  new Promise<void>((resolve) => {
    pooler.once('exit', () => resolve())
    pooler.kill('SIGKILL')
  })

const status = async (path: string) => (await fetch(server.url + path)).status
const answers = async () => !server || (await status('/readyz')) === 200

beforeAll(async () => {
  port = await freePort()
  writeFileSync(join(folder, 'settings.ini'), settings())
  await startPooler()
  server = await startTestServer({
    DATABASE_POOLER_URL: `postgres://${inject('postgres').user}@127.0.0.1:${port}/each-server-has-its-own`,
  })
})
afterAll(async () => {
  await server?.close()
  await stopPooler()
  rmSync(folder, { recursive: true, force: true })
})

const files = [{ path: 'a.bin', bytes: Buffer.alloc(100_000, 'a') }]
const linkOf = ({ slug, user, dl }: Awaited<ReturnType<typeof sentBy>>, path = '') =>
  `${server.url}/api/transfers/${slug}${path}?${new URLSearchParams({ user, dl })}`

test('O3 a transfer goes from its files to its download, mails leave, and its sender hears of it at once', async () => {
  const reader = await sentBy(server, files)
  const stream = await openStream(server.url, reader.sender.accessToken)
  await stream.next('all')
  expect((await get(linkOf(reader, '/zip'))).status).toBe(200)
  await stream.next('transfer', reader.slug)
  stream.stop()
})

test('O3 hundreds who ask at once get their own answers, and of 20 who create with one key one is created', async () => {
  const readers = await Promise.all([sentBy(server, files), sentBy(server, files), sentBy(server, files)])
  const views = await Promise.all(
    Array.from({ length: 300 }, async (_, nth) => {
      const { slug } = readers[nth % 3]!
      const view = await (await fetch(linkOf(readers[nth % 3]!))).json()
      return view.slug === slug
    }),
  )
  expect(views.filter((isRight) => !isRight)).toEqual([])
  const account = await Account.create(server)
  const headers = { 'idempotency-key': 'one-of-twenty' }
  const body = { files: [{ path: 'b.bin', size: 1 }] }
  const made = await Promise.all(
    Array.from({ length: 20 }, () => account.browser.withTicket('POST', '/api/uploads', body, headers)),
  )
  expect(new Set(made.map(({ json }) => json.uploadId)).size).toBe(1)
})

test('O3 O4 while the pooler is away it says so, and goes on by itself once it is back', async () => {
  const reader = await sentBy(server, files)
  await stopPooler()
  expect((await fetch(linkOf(reader))).status).toBe(503)
  expect(await status('/readyz')).toBe(503)
  await startPooler()
  expect((await fetch(linkOf(reader))).status).toBe(200)
  const next = await sentBy(server, files)
  expect((await get(linkOf(next, '/zip'))).status).toBe(200)
})
