/** What readers of a transfer get, and what is counted and told of it, while its files change (T9, D2, D3, D5). */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { notifyDownloads, sentBy } from '../../../test/support/dashboard.ts'
import { bringFor, changeFiles, free, idOf, randomFile, restore, sendLink, viewOf } from '../../../test/support/grown.ts'
import { detailOf, edit, timelineOf, viewBy } from '../../../test/support/own-transfer.ts'
import { get } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { startTestClamd, type TestClamd } from '../../adapters/scanner/test-clamd.ts'
import { downloadEvents, downloadSessions, files as fileRows, transfers } from '../../db/tables.ts'
import { downloadStateOf } from './queries.ts'

let clamd: TestClamd
let server: TestServer
beforeAll(async () => {
  clamd = await startTestClamd()
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=3/600', CLAMD: `127.0.0.1:${clamd.port}`, SCAN_BEFORE_DOWNLOAD: 'no' })
})
afterAll(async () => {
  await server?.close()
  await clamd?.close()
})

const zipOf = (slug: string, dl: string, headers: Record<string, string> = {}) =>
  get(`${server.url}/api/transfers/${slug}/zip?dl=${dl}`, headers)
const etagOf = async (slug: string, dl: string) =>
  (await get(`${server.url}/api/transfers/${slug}/zip?dl=${dl}`, {}, 'HEAD')).headers.get('etag')!
const rowOf = async (slug: string) => (await server.services.db.select().from(transfers).where(eq(transfers.slug, slug)))[0]!
const sessionsOf = async (slug: string) =>
  server.services.db
    .select()
    .from(downloadSessions)
    .where(eq(downloadSessions.transferId, (await rowOf(slug)).id))
    .orderBy(downloadSessions.startedAt)
const eventsOf = async (slug: string) =>
  server.services.db
    .select()
    .from(downloadEvents)
    .where(eq(downloadEvents.transferId, (await rowOf(slug)).id))
    .orderBy(downloadEvents.at)
/** The same name and length: only the bytes are others. */
async function replaced(account: Account, slug: string, path = 'a.bin') {
  const file = randomFile(path)
  const { status } = await changeFiles(account, slug, { uploadId: await bringFor(account, slug, [file]) })
  expect(status).toBe(200)
  return file
}

test('D3 T9 the half of an earlier zip is never completed with the tail of another version, nor counted as one', async () => {
  const account = await Account.create(server)
  const slug = await sendLink(account, [randomFile('a.bin'), randomFile('b.bin', 500)])
  const { dl } = await viewOf(account, slug)
  const first = await zipOf(slug, dl, { range: 'bytes=0-999' })
  const [etag, date] = [first.headers.get('etag')!, first.headers.get('last-modified')!]
  expect(first.status).toBe(206)
  server.moveClock(5)
  await replaced(account, slug)
  // The dl of a page from before cannot tell what its reader has: only the ETag of this version can.
  const tail = { range: 'bytes=1000-' }
  for (const headers of [tail, { ...tail, 'if-range': date }, { ...tail, 'if-range': etag }])
    expect((await zipOf(slug, dl, headers)).status).toBe(200)
  const whole = await zipOf(slug, dl)
  const now = { etag: whole.headers.get('etag')!, date: whole.headers.get('last-modified')! }
  expect([whole.bytes.length, now.date === date, now.etag === etag]).toEqual([
    Number(first.headers.get('content-range')!.split('/')[1]),
    false,
    false,
  ])
  const rest = await zipOf(slug, dl, { ...tail, 'if-range': now.etag })
  expect([rest.status, rest.bytes.equals(whole.bytes.subarray(1000))]).toEqual([206, true])
  // Who began with a page of this version resumes in any way.
  server.moveClock(5)
  const later = (await viewOf(account, slug)).dl
  for (const headers of [tail, { ...tail, 'if-range': now.date }]) expect((await zipOf(slug, later, headers)).status).toBe(206)
  // Back again is another version too, or the half of the first one would never count.
  await restore(account, slug, 1)
  expect((await zipOf(slug, dl, { ...tail, 'if-range': etag })).status).toBe(200)
})

test('D5 T9 what left of two versions is two downloads, though both are equally long', async () => {
  const account = await Account.create(server)
  const slug = await sendLink(account, [randomFile('a.bin')])
  const { dl } = await viewOf(account, slug)
  const old = await zipOf(slug, dl, { range: 'bytes=0-499' })
  const size = Number(old.headers.get('content-range')!.split('/')[1])
  await replaced(account, slug)
  const etag = await etagOf(slug, dl)
  await zipOf(slug, dl, { range: 'bytes=500-', 'if-range': etag })
  expect((await eventsOf(slug)).length).toBe(0)
  await zipOf(slug, dl, { range: 'bytes=0-499', 'if-range': etag })
  await waitFor(async () => (await eventsOf(slug)).length === 1)
  const sessions = await sessionsOf(slug)
  expect(sessions.map(({ version, completedAt, sizeBytes }) => [version, completedAt !== null, sizeBytes])).toEqual([
    [1, false, size],
    [2, true, size],
  ])
  expect((await rowOf(slug)).downloadCount).toBe(1)
})

test('D9 T9 a find ends the running zip of the versions that have the file, and no other', async () => {
  const account = await Account.create(server)
  const { db } = server.services
  const slug = await sendLink(account, [randomFile('a.bin'), randomFile('b.bin')])
  const oldId = await idOf(account, slug, 'a.bin')
  const { dl } = await viewOf(account, slug)
  await zipOf(slug, dl, { range: 'bytes=0-99' })
  await replaced(account, slug)
  const [newId, keptId] = [await idOf(account, slug, 'a.bin'), await idOf(account, slug, 'b.bin')]
  const later = (await viewOf(account, slug)).dl
  await zipOf(slug, later, { range: 'bytes=0-99', 'if-range': await etagOf(slug, later) })
  const [older, newer] = (await sessionsOf(slug)).filter(({ completedAt }) => !completedAt)
  const found = async (fileId: string) => {
    await db.update(fileRows).set({ scan: null }).where(sql`scan = 'infected'`)
    await db.update(fileRows).set({ scan: 'infected' }).where(eq(fileRows.id, fileId))
    const looks = [older!, newer!].map((session) => downloadStateOf(db, session, true))
    return (await Promise.all(looks)).map((each) => each!.isInfected)
  }
  expect([older!.version, newer!.version]).toEqual([1, 2])
  expect([await found(oldId), await found(newId), await found(keptId)]).toEqual([
    [true, false],
    [false, true],
    [true, true],
  ])
  await db.update(fileRows).set({ scan: null }).where(sql`scan = 'infected'`)
})

test('T9 X4 timeline and mail tell of a download as it was, though its files were replaced and freed since', async () => {
  const reader = await sentBy(server, [randomFile('a.bin'), randomFile('b.bin', 500)])
  const { sender, slug, dl, fileId } = reader
  await edit(sender, slug, { title: 'Final artwork' })
  await zipOf(slug, dl, { range: 'bytes=0-9' })
  await get(`${server.url}/api/transfers/${slug}/files/${fileId}?dl=${dl}`)
  const replacedBy = randomFile('a.bin', 700)
  await changeFiles(sender, slug, { uploadId: await bringFor(sender, slug, [replacedBy, randomFile('c.bin')]) })
  await free(sender, slug)
  const started = (await timelineOf(sender, slug)).filter(({ kind, fileCount }: any) => kind === 'started' && fileCount !== 1)
  expect(started).toMatchObject([{ fileCount: 2 }])
  await notifyDownloads(server, slug)
  const mail = await server.mailTo(sender.email, new RegExp(`^${reader.to} downloaded`))
  expect(mail.subject).toContain('a.bin')
  expect(mail.text).not.toContain('0 files')
  expect(mail.text).toContain('Transfer: Final artwork')
  expect((await detailOf(sender, slug)).recipients[0]).toMatchObject({
    startedAt: expect.any(Number),
    downloadedAt: null,
    takenFiles: 0,
  })
})

test('D5 T9 T12 who has a part of the files is waited for, and who has all of an older version is told of the newest when their sender says so', async () => {
  const reader = await sentBy(server, [randomFile('a.bin'), randomFile('b.bin', 500)])
  const { sender, slug, dl, fileId, to, user } = reader
  const person = async () => (await detailOf(sender, slug)).recipients[0]!
  const has = async () => {
    const { takenFiles, takenVersion, downloadedAt } = await person()
    return [takenFiles, takenVersion, downloadedAt !== null]
  }
  const { recipientId } = await person()
  const tell = () => sender.call('POST', `/api/transfers/${slug}/recipients/${recipientId}/mail`, { kind: 'newVersion' })
  expect(await has()).toEqual([0, null, false])
  await get(`${server.url}/api/transfers/${slug}/files/${fileId}?dl=${dl}`)
  await waitFor(async () => (await has())[0] === 1)
  expect(await has()).toEqual([1, 1, false])
  await zipOf(slug, dl)
  await waitFor(async () => (await has())[2])
  expect(await has()).toEqual([2, 1, true])
  expect((await tell()).status).toBe(200)

  await changeFiles(sender, slug, { uploadId: await bringFor(sender, slug, [randomFile('c.bin')]) })
  expect(await has()).toEqual([2, 1, true])
  expect((await tell()).status).toBe(200)
  const mail = await server.mailTo(to, /^New version: /)
  expect(mail.text).toContain('not the newest any more')
  expect(mail.text).toContain(`/d/${slug}/${user}`)

  const { dl: next } = await viewBy(server, slug, { user })
  await zipOf(slug, next!)
  await waitFor(async () => (await has())[1] === 2)
  expect(await has()).toEqual([3, 2, true])
  expect((await tell()).status).toBe(200)
  expect((await timelineOf(sender, slug)).filter(({ kind }) => kind === 'mailedAgain')).toHaveLength(1)
})

test('D6 a page whose link was closed to its holder asks again and again without a miss; a guess is one', async () => {
  const reader = await sentBy(server, [randomFile('a.bin')])
  const { recipients } = await detailOf(reader.sender, reader.slug)
  const another = await sentBy(server, [randomFile('b.bin')])
  await reader.sender.call('DELETE', `/api/transfers/${reader.slug}/recipients/${recipients[0]!.recipientId}`)
  for (let i = 0; i < 5; i++) expect((await viewBy(server, reader.slug, { user: reader.user, dl: reader.dl })).status).toBe(404)
  expect((await viewBy(server, another.slug, { user: another.user })).status).toBe(200)
  for (let i = 0; i < 4; i++) await viewBy(server, 'NoSuchSlug', {})
  expect((await viewBy(server, another.slug, { user: another.user })).status).toBe(429)
  server.moveClock(700)
})

test('T10 a page that shows nothing was not opened by its recipient', async () => {
  const account = await Account.create(server)
  const [to, slug] = ['closed@example.com', await sendLink(account, [randomFile('a.bin')])]
  await account.call('POST', `/api/transfers/${slug}/recipients`, { emailTo: [{ email: to }] })
  const user = /\/d\/[^/\s]+\/([^/\s?]+)/.exec((await server.mailTo(to)).text ?? '')![1]!
  await account.call('PATCH', `/api/transfers/${slug}`, { isDisabled: true })
  expect((await viewBy(server, slug, { user })).state).toBe('disabled')
  expect((await detailOf(account, slug)).recipients[0]).toMatchObject({ openedAt: null })
  await account.call('PATCH', `/api/transfers/${slug}`, { isDisabled: false })
  expect((await viewBy(server, slug, { user })).state).toBe('open')
  expect((await detailOf(account, slug)).recipients[0]).toMatchObject({ openedAt: expect.any(Number) })
})
