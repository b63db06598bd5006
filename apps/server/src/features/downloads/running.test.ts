/** What happens to a download that is under way when its link is closed, expires or is purged, or when its reader hardly reads. */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { graceSeconds } from '@sampan/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ReaderOf, sentBy, shortenBins } from '../../../test/support/dashboard.ts'
import { detailOf, edit } from '../../../test/support/own-transfer.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { owners, transfers } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600' })
})
afterAll(() => server?.close())
// The looks at a running download are the only intervals here; time passes only where a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
const sockets: Socket[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** More than the buffers of both ends of a connection hold. */
const bytes = randomBytes(16 * 1024 * 1024)
const sent = () => sentBy(server, [{ path: 'long.bin', bytes }])
const run = (query: ReturnType<typeof sql>) => server.services.db.execute(query)
const containers = () =>
  readdirSync(join(server.services.config.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
/** With the names of its own files: what earlier tests have deleted goes at a time of its own. */
const sentWithBytes = async () => {
  const earlier = new Set(containers())
  const one = await sent()
  return { ...one, own: containers().filter((name) => !earlier.has(name)) }
}
const bytesLeft = ({ own }: { own: string[] }) => own.filter((name) => containers().includes(name)).length
const purge = async () => {
  await run(sql`select graphile_worker.add_job('transfers:purge')`)
  await waitFor(
    async () => (await run(sql`select 1 from graphile_worker.jobs where task_identifier = 'transfers:purge'`)).rows.length === 0,
  )
}
const usage = async ({ sender }: ReaderOf) => (await sender.call('POST', '/folderSize', {})).json.folderSize
/** What rows say is used, counted anew for every owner. */
const recount = async () =>
  (
    await run(
      sql`select owners.id from owners left join uploads on uploads.owner_id = owners.id group by owners.id having owners.used_bytes <> coalesce(sum(declared_bytes) filter (where uploads.state = 'complete'), 0) or owners.reserved_bytes <> coalesce(sum(declared_bytes) filter (where uploads.state = 'open'), 0)`,
    )
  ).rows
const readers = async ({ slug }: ReaderOf) =>
  Number(
    (
      await run(
        sql`select coalesce(sum(readers), 0) as count from download_sessions join transfers on transfers.id = transfer_id where slug = ${slug}`,
      )
    ).rows[0]!.count,
  )

type Reading = { take: (bytes: number) => Promise<void>; resume: () => void; body: () => Buffer; ended: Promise<void> }

/** A reader that stops reading after the first bytes. */
async function startReading({ slug, user, dl, fileId }: ReaderOf, range?: [number, number], agent = 'slow'): Promise<Reading> {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) })
  sockets.push(socket)
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve) => void socket.on('error', () => {}).on('close', resolve))
  let [received, wanted, reached] = [0, 1, () => {}]
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    received += chunk.length
    if (received < wanted) return
    socket.pause()
    reached()
  })
  const take = (count: number) =>
    new Promise<void>((resolve) => {
      wanted = received + count
      reached = resolve
      void ended.then(resolve)
      socket.resume()
    })
  const asked = range ? `Range: bytes=${range[0]}-${range[1] - 1}\r\n` : ''
  socket.write(
    `GET /api/transfers/${slug}/files/${fileId}?user=${user}&dl=${dl} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${agent}\r\n${asked}Connection: close\r\n\r\n`,
  )
  await take(1)
  const body = () => {
    const all = Buffer.concat(chunks)
    return all.subarray(all.indexOf('\r\n\r\n') + 4)
  }
  return { take, resume: () => void take(Infinity), body, ended }
}

/** The next look at every running download. */
const look = () => void vi.advanceTimersByTime(10_000)
const isLeft = (one: ReaderOf, count: number) => waitFor(async () => (await readers(one)) === count)

test.each([
  ['disabled', ({ sender, slug }: ReaderOf) => sender.call('PATCH', `/api/transfers/${slug}`, { isDisabled: true })],
  ['deleted', ({ sender, slug }: ReaderOf) => sender.call('POST', '/deleteTransfer', { slug })],
  [
    'taken down',
    ({ slug }: ReaderOf) => server.services.db.update(transfers).set({ state: 'takenDown' }).where(eq(transfers.slug, slug)),
  ],
  [
    'its reader taken out',
    async ({ sender, slug }: ReaderOf) => {
      const { recipients } = await detailOf(sender, slug)
      await sender.call('DELETE', `/api/transfers/${slug}/recipients/${recipients[0]!.recipientId}`)
    },
  ],
  ['behind another password', ({ sender, slug }: ReaderOf) => edit(sender, slug, { password: 'a sampan at dusk' })],
  [
    'its sender suspended',
    ({ sender }: ReaderOf) => server.services.db.update(owners).set({ status: 'revoke' }).where(eq(owners.id, sender.ownerId)),
  ],
])(
  'INV8 R27 %s: a running download breaks off within 10 seconds, shorter than announced and with no other byte',
  async (_, close) => {
    const one = await sent()
    const reading = await startReading(one)
    await close(one)
    look()
    await isLeft(one, 0)
    reading.resume()
    await reading.ended
    const body = reading.body()
    expect(body.length).toBeLessThan(bytes.length)
    expect(body.equals(bytes.subarray(0, body.length))).toBe(true)
    await waitFor(async () => (await readers(one)) === 0)
  },
)

test('INV8 X1 R56 deleted while eight ranges are read: all break off, keys, bytes and room go, the others keep theirs', async () => {
  const [gone, kept] = [await sentWithBytes(), await sentWithBytes()]
  expect([bytesLeft(gone), bytesLeft(kept)]).toEqual([1, 1])
  // Each longer than what the buffers of a connection hold.
  const step = 1024 * 1024
  const readings = await Promise.all(Array.from({ length: 8 }, (_, i) => startReading(gone, [i * step, bytes.length])))
  expect(await readers(gone)).toBe(8)
  await gone.sender.call('POST', '/deleteTransfer', { slug: gone.slug })
  look()
  await isLeft(gone, 0)
  for (const each of readings) each.resume()
  await Promise.all(readings.map(({ ended }) => ended))
  for (const [i, each] of readings.entries())
    expect(each.body().equals(bytes.subarray(i * step, i * step + each.body().length))).toBe(true)
  await shortenBins(server)
  server.moveClock(16)
  await purge()
  await waitFor(async () => bytesLeft(gone) === 0)
  expect(bytesLeft(kept)).toBe(1)
  expect([await usage(gone), await usage(kept), await recount()]).toEqual([0, bytes.length, []])
  const rest = await startReading(kept)
  rest.resume()
  await rest.ended
  expect(rest.body().equals(bytes)).toBe(true)
})

test('X1 T9 a running download goes on beyond the expiry and delays the purge, by 24 hours at most; then it ends whole or broken', async () => {
  const [one, other] = [await sentWithBytes(), await sentWithBytes()]
  const readings = [await startReading(one), await startReading(other)]
  const expire = (seconds: number) =>
    server.services.db
      .update(transfers)
      .set({ expiresAt: new Date(server.services.clock().getTime() - seconds * 1000) })
      .where(sql`slug in (${one.slug}, ${other.slug})`)
  await expire(graceSeconds + 60)
  look()
  await purge()
  expect([bytesLeft(one), bytesLeft(other), await usage(one)]).toEqual([1, 1, bytes.length])
  expect((await fetch(`${server.url}/api/transfers/${one.slug}/zip?user=${one.user}`)).status).toBe(410)
  // The first reader takes the rest: whole, and its transfer goes with the next purge.
  readings[0]!.resume()
  await readings[0]!.ended
  expect(readings[0]!.body().equals(bytes)).toBe(true)
  await isLeft(one, 0)
  await purge()
  await waitFor(async () => bytesLeft(one) === 0)
  expect(bytesLeft(other)).toBe(1)
  expect([await usage(one), await usage(other)]).toEqual([0, bytes.length])
  // The second has had its day.
  await expire(graceSeconds + 86_400 + 60)
  await purge()
  look()
  await isLeft(other, 0)
  readings[1]!.resume()
  await readings[1]!.ended
  const body = readings[1]!.body()
  expect(body.length).toBeLessThan(bytes.length)
  expect(body.equals(bytes.subarray(0, body.length))).toBe(true)
  await waitFor(async () => bytesLeft(other) === 0)
  expect([await usage(other), await recount()]).toEqual([0, []])
})

test('X1 R55 a reader whose process died delays the purge only until its lease is over; a clock that jumps and comes back purges nothing early', async () => {
  const one = await sent()
  await run(
    sql`insert into download_sessions (transfer_id, visitor, size_bytes, readers, lease_until) select id, 'dead', 1, 1, ${new Date(server.services.clock().getTime() + 600_000).toISOString()}::timestamptz from transfers where slug = ${one.slug}`,
  )
  server.moveClock(86_400)
  await purge()
  server.moveClock(-86_400 - 3600)
  await purge()
  server.moveClock(3600)
  expect(await usage(one)).toBe(bytes.length)
  await server.services.db
    .update(transfers)
    .set({ expiresAt: new Date(server.services.clock().getTime() - (graceSeconds + 60) * 1000) })
    .where(eq(transfers.slug, one.slug))
  await purge()
  expect(await usage(one)).toBe(bytes.length)
  server.moveClock(660)
  await purge()
  expect([await usage(one), await recount()]).toEqual([0, []])
})

test('R48 readers that take next to nothing are let go after four minutes; who takes a little goes on', async () => {
  const [one, other] = [await sent(), await sent()]
  const [stuck, steady] = [await startReading(one), await startReading(other)]
  while ((await readers(one)) > 0) {
    // The system lets more come only once its own buffer, of some megabytes, is half empty: that must be long before four minutes are over.
    await steady.take(512 * 1024)
    look()
  }
  stuck.resume()
  await stuck.ended
  expect(stuck.body().length).toBeLessThan(bytes.length)
  steady.resume()
  await steady.ended
  expect(steady.body().equals(bytes)).toBe(true)
})

test('R15 D6 a limited link is not lent again while other ranges of the same download are read', async () => {
  const one = await sent()
  await server.services.db.update(transfers).set({ downloadLimit: 1 }).where(eq(transfers.slug, one.slug))
  const long = await startReading(one, [10, bytes.length])
  const short = await startReading(one, [0, 10])
  short.resume()
  await short.ended
  await isLeft(one, 1)
  const other = await (await fetch(`${server.url}/api/transfers/${one.slug}?user=${one.user}`)).json()
  const refused = await fetch(`${server.url}/api/transfers/${one.slug}/zip?user=${one.user}&dl=${other.dl}`)
  expect(refused.status).toBe(403)
  long.resume()
  await long.ended
  expect(long.body().equals(bytes.subarray(10))).toBe(true)
})
