/** A link that lives while its upload runs (D8). */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { TransferView } from '@sampan/contract/routes/downloads'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { begin } from '../../../test/support/dashboard.ts'
import { mib } from '../../../test/support/open-upload.ts'
import { get } from '../../../test/support/reader.ts'
import { blobsOf } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { hashPassword } from '../../adapters/passwords/passwords.ts'
import { FlushFailed } from '../../adapters/storage/storage.ts'
import { inTransaction } from '../../db/connect.ts'
import { downloadSessions, transfers, uploads } from '../../db/tables.ts'
import { countDownload } from '../transfers/index.ts'
import { addCoverage } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
afterEach(() => void vi.restoreAllMocks())

const dated = 1_700_000_000_000
const file = (path: string, size: number, lastModified: number | null = dated) => ({
  path,
  bytes: randomBytes(size),
  ...(lastModified !== null && { lastModified }),
})

/** A film in two parts of a blob of its own, and two notes that share one; published before any of it came. */
async function live(more: Record<string, unknown> = {}, notesAt: number | null = dated) {
  const account = await Account.create(server)
  const files = [file('film.mov', 9 * mib), file('notes/a.txt', 1000, notesAt), file('notes/b.txt', 3000, notesAt)]
  const plan = await begin(account, files)
  const published = await account.publish(plan.slug, { sendAs: 'link', emailTo: [], ...more })
  expect(published.json.state).toBe('uploading')
  const blobs = blobsOf(plan, files)
  const [film, notes] = [blobs.find(({ bytes }) => bytes.length > mib)!, blobs.find(({ bytes }) => bytes.length < mib)!]
  const put = async ({ blobId, bytes }: typeof film, from = 0, to = bytes.length, sent = bytes.subarray(from, to)) =>
    expect((await account.browser.putPart(plan.uploadId, blobId, from, sent)).status).toBe(204)
  const base = `${server.url}/api/transfers/${plan.slug}`
  const ask = async (query = ''): Promise<{ status: number; view: TransferView }> => {
    const reply = await fetch(base + query)
    return { status: reply.status, view: (await reply.json()) as TransferView }
  }
  const { view } = await ask()
  const idOf = (path: string) => plan.files.find((each) => each.path === path)!.fileId
  const bytes = (path: string, headers = {}, method = 'GET') => get(`${base}/files/${idOf(path)}`, headers, method)
  const select = async (...paths: string[]) => {
    const body = JSON.stringify({ fileIds: paths.map(idOf) })
    const reply = await fetch(`${base}/selections`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return ((await reply.json()) as { selection: string }).selection
  }
  const zip = (query = '', headers = {}) => get(`${base}/zip${query}`, headers)
  return { account, files, plan, film, notes, put, ask, view, bytes, select, zip, base, set: setOf(plan.slug) }
}

const setOf = (slug: string) => (values: Partial<typeof transfers.$inferInsert>) =>
  server.services.db.update(transfers).set(values).where(eq(transfers.slug, slug))

const codeOf = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString()).error.code

test('D8 the view tells who sends what, what is ready, and how much has come of the rest', async () => {
  const link = await live({ message: 'On its way' })
  expect(link.view).toMatchObject({ state: 'uploading', message: 'On its way', fileCount: 3, expiresAt: null })
  expect(link.view.files.map(({ path, crc32 }) => [path, crc32])).toEqual(link.files.map(({ path }) => [path, undefined]))
  expect(link.view.arrival).toMatchObject({ receivedBytes: 0, received: [0, 0, 0], secondsLeft: null })
  await link.put(link.notes, 0, 2000)
  await link.put(link.film, 0, 3 * mib)
  server.moveClock(2)
  const reply = await (await fetch(`${link.base}/arrival`)).json()
  expect(reply).toMatchObject({ state: 'uploading', arrival: { receivedBytes: 3 * mib + 2000, received: [3 * mib, 1000, 1000] } })
  expect(reply.arrival.silentSeconds).toBeLessThan(60)
  server.moveClock(600)
  const later = (await (await fetch(`${link.base}/arrival`)).json()) as Pick<TransferView, 'arrival'>
  expect(later.arrival!.secondsLeft).toBeNull()
  expect(later.arrival!.silentSeconds).toBeGreaterThanOrEqual(540)
})

test('D8 D2 R09 a file that is whole is downloaded while others arrive, with ranges, HEAD and the ETag that it keeps', async () => {
  const link = await live()
  await link.put(link.notes, 0, 2000)
  const early = await link.bytes('notes/a.txt')
  expect([early.status, early.bytes.equals(link.files[1]!.bytes)]).toEqual([200, true])
  const etag = early.headers.get('etag')!
  const part = await link.bytes('notes/a.txt', { range: 'bytes=10-19', 'if-range': etag })
  expect([part.status, part.bytes.equals(link.files[1]!.bytes.subarray(10, 20))]).toEqual([206, true])
  expect((await link.bytes('notes/a.txt', {}, 'HEAD')).headers.get('content-length')).toBe('1000')
  for (const path of ['notes/b.txt', 'film.mov']) {
    const refused = await link.bytes(path)
    expect([refused.status, codeOf(refused)]).toEqual([409, 'transferUploading'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1)
  }
  await link.put(link.notes, 2000)
  await link.put(link.film)
  await waitFor(async () => (await link.ask()).view.state === 'open')
  const { view } = await link.ask()
  expect(view.arrival).toBeUndefined()
  expect(view.files.map(({ fileId }) => fileId)).toEqual(link.view.files.map(({ fileId }) => fileId))
  expect(view.files.map(({ crc32: sum }) => sum)).toEqual(link.files.map(({ bytes }) => crc32(bytes)))
  const late = await link.bytes('notes/a.txt', { range: 'bytes=990-', 'if-range': etag })
  expect([late.status, late.bytes.equals(link.files[1]!.bytes.subarray(990))]).toEqual([206, true])
})

test('D8 D2 the zip of everything waits for the last byte; a zip of what is ready does not', async () => {
  const link = await live()
  await link.put(link.notes)
  const everything = await link.zip()
  expect([everything.status, codeOf(everything)]).toEqual([409, 'transferUploading'])
  const mixed = await link.zip(`?selection=${await link.select('notes/a.txt', 'film.mov')}`)
  expect([mixed.status, codeOf(mixed)]).toEqual([409, 'transferUploading'])
  const ready = `?selection=${await link.select('notes/a.txt', 'notes/b.txt')}`
  const early = await link.zip(ready)
  expect(early.status).toBe(200)
  for (const { bytes } of link.files.slice(1)) expect(early.bytes.includes(bytes)).toBe(true)
  await link.put(link.film)
  await waitFor(async () => (await link.ask()).view.state === 'open')
  expect((await link.zip(ready)).bytes.includes(link.files[1]!.bytes)).toBe(true)
  expect((await link.zip()).status).toBe(200)
})

test.each([
  ['dates of its own', dated],
  ['no date', null],
])('D8 R09 a zip of files with %s that began while others arrived is resumed after the last byte', async (_, notesAt) => {
  const link = await live({}, notesAt)
  await link.put(link.notes)
  const ready = `?selection=${await link.select('notes/a.txt', 'notes/b.txt')}`
  const early = await link.zip(ready)
  server.moveClock(600)
  await link.put(link.film)
  await waitFor(async () => (await link.ask()).view.state === 'open')
  const rest = await link.zip(ready, { range: 'bytes=2000-', 'if-range': early.headers.get('etag')! })
  expect([rest.status, rest.bytes.equals(early.bytes.subarray(2000))]).toEqual([206, true])
  expect(rest.headers.get('last-modified')).toBe(early.headers.get('last-modified'))
})

test('D8 INV2 nothing is handed out that a loss of power could take: what cannot be flushed is not there any more', async () => {
  const link = await live()
  await link.put(link.notes)
  const { rows } = await server.services.db.execute<{ container: string }>(
    sql`select container from attempts where blob_id = ${link.notes.blobId}`,
  )
  vi.spyOn(server.services.storage, 'flush').mockRejectedValueOnce(new FlushFailed([rows[0]!.container]))
  expect((await link.bytes('notes/a.txt')).status).toBe(409)
  server.moveClock(2)
  expect((await link.ask()).view.arrival!.received).toEqual([0, 0, 0])
})

test('D8 INV1 while parts are in doubt after a restart of the machine none of them is handed out', async () => {
  const link = await live()
  await link.put(link.notes)
  const setSuspect = (isSuspect: boolean) =>
    server.services.db.update(uploads).set({ isSuspect }).where(eq(uploads.id, link.plan.uploadId))
  await setSuspect(true)
  expect((await link.bytes('notes/a.txt')).status).toBe(409)
  expect((await link.ask()).view.arrival!.received).toEqual([0, 0, 0])
  await setSuspect(false)
  expect((await link.bytes('notes/a.txt')).status).toBe(200)
})

test('D8 R09 a part that its sender replaced makes another file: an interrupted download begins anew, never half and half', async () => {
  const link = await live()
  await link.put(link.notes)
  const before = await link.bytes('notes/b.txt')
  const other = Buffer.from(link.notes.bytes)
  other.fill(7, 1500)
  await link.put(link.notes, 0, other.length, other)
  const resumed = await link.bytes('notes/b.txt', { range: 'bytes=1000-', 'if-range': before.headers.get('etag')! })
  expect([resumed.status, resumed.bytes.length, resumed.bytes.equals(before.bytes)]).toEqual([200, 3000, false])
})

test('D8 D6 R26 password, limit, disabling and a wrong link hold for what is still on its way', async () => {
  const link = await live({ password: 'paper boats' })
  await link.put(link.notes)
  const locked = await link.ask()
  expect([locked.status, locked.view.state, locked.view.files]).toEqual([401, 'password', []])
  expect((await (await fetch(`${link.base}/arrival`)).json()) as unknown).toEqual({ state: 'password' })
  expect((await link.bytes('notes/a.txt')).status).toBe(401)
  await link.set({ passwordHash: await hashPassword('paper boats') })
  const body = JSON.stringify({ password: 'paper boats' })
  const unlocked = await fetch(`${link.base}/unlock`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const view = (await unlocked.json()) as TransferView
  expect([view.state, view.arrival!.received[1]]).toEqual(['uploading', 1000])
  const query = `?dl=${encodeURIComponent(view.dl!)}`
  expect((await get(`${link.base}/files/${view.files[1]!.fileId}${query}`)).status).toBe(200)
  expect(((await (await fetch(`${link.base}/arrival${query}`)).json()) as TransferView).state).toBe('uploading')
  await link.set({ downloadLimit: 1, downloadCount: 1 })
  expect((await link.ask()).view.state).toBe('limitReached')
  expect((await link.bytes('notes/a.txt')).status).toBe(403)
  await link.set({ downloadLimit: null, state: 'disabled' })
  expect((await link.bytes('notes/a.txt')).status).toBe(403)
  const other = await live()
  expect((await get(`${other.base}/files/${view.files[1]!.fileId}`)).status).toBe(404)
})

test('D8 D5 a download of a ready file counts as any other, and of one that is allowed racing readers get one', async () => {
  const link = await live({ downloadLimit: 1 })
  await link.put(link.notes)
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, i) => link.bytes('notes/a.txt', { 'user-agent': `reader ${i}` })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const counted = async () =>
    (await server.services.db.select().from(transfers).where(eq(transfers.slug, link.plan.slug)))[0]!.downloadCount
  await waitFor(async () => (await counted()) === 1)
  expect((await link.ask()).view.state).toBe('limitReached')
})

test('D8 an upload that was given up says so, and a sending that was taken back is no link', async () => {
  const link = await live()
  server.moveClock(7 * 86_400 + 60)
  const { status, view } = await link.ask()
  expect([status, view.state, view.files]).toEqual([410, 'unfinished', []])
  expect((await (await fetch(`${link.base}/arrival`)).json()) as unknown).toEqual({ state: 'unfinished' })
  const other = await live()
  expect((await other.account.call('POST', '/quicksend2/takeBack', { slug: other.plan.slug })).status).toBe(204)
  expect((await other.ask()).status).toBe(404)
})

test('D6 Q13 what opened a sending that was taken back opens nothing of the next one under its slug', async () => {
  const link = await live({ password: 'paper boats' })
  await link.put(link.notes)
  const body = JSON.stringify({ password: 'paper boats' })
  const headers = { 'content-type': 'application/json' }
  const { dl } = (await (await fetch(`${link.base}/unlock`, { method: 'POST', headers, body })).json()) as TransferView
  const query = `?dl=${encodeURIComponent(dl!)}`
  expect((await link.ask(query)).view.state).toBe('uploading')
  const sendAgain = async (more: Record<string, unknown>) => {
    expect((await link.account.call('POST', '/quicksend2/takeBack', { slug: link.plan.slug })).status).toBe(204)
    expect((await link.account.publish(link.plan.slug, more)).json.state).toBe('uploading')
  }
  await sendAgain({ sendAs: 'link', emailTo: [], password: 'tin boats' })
  expect((await link.ask(query)).view).toMatchObject({ state: 'password', files: [], dl: null })
  const { fileId } = link.plan.files.find(({ path }) => path === 'notes/a.txt')!
  expect(codeOf(await get(`${link.base}/files/${fileId}${query}`))).toBe('passwordRequired')
  await sendAgain({ emailTo: [{ email: 'li@example.cn' }] })
  expect((await link.ask(query)).status).toBe(404)
})

test('D8 Q13 a download that begins in the very moment in which its transfer is taken back finds nothing there', async () => {
  const { db } = server.services
  const link = await live()
  await link.put(link.notes)
  const isWaiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%key share%'`
  let asked: ReturnType<typeof link.bytes>
  await inTransaction(db, async (tx) => {
    await tx.delete(transfers).where(eq(transfers.slug, link.plan.slug))
    asked = link.bytes('notes/a.txt')
    await waitFor(async () => (await db.execute(isWaiting)).rows.length > 0)
  })
  const reply = await asked!
  expect([reply.status, codeOf(reply)]).toEqual([404, 'transferUnknown'])
})

test('D5 Q13 taking a transfer back while what was read of it is counted: neither waits for the other in a circle', async () => {
  const { db } = server.services
  const link = await live()
  await link.put(link.notes)
  expect((await link.bytes('notes/a.txt')).status).toBe(200)
  const [transfer] = await db.select().from(transfers).where(eq(transfers.slug, link.plan.slug))
  const row = { transferId: transfer!.id, visitor: 'visit:two', sizeBytes: 9, leaseUntil: server.services.clock() }
  const [session] = await db.insert(downloadSessions).values(row).returning()
  const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let takenBack: ReturnType<typeof link.account.call>
  await inTransaction(db, async (tx) => {
    expect(await addCoverage(tx, transfer!.id, session!.id, 0, 9, server.services.clock())).toMatchObject({ isWhole: true })
    takenBack = link.account.call('POST', '/quicksend2/takeBack', { slug: link.plan.slug })
    await waitFor(async () => (await db.execute(isWaiting)).rows.length > 0)
    await countDownload(tx, transfer!.id, false)
  })
  expect((await takenBack!).status).toBe(204)
})
