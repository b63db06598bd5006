import { randomBytes, randomUUID } from 'node:crypto'
import { timingsMs } from '@sampan/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { begin, recordOf, send, sentBy } from '../../../test/support/dashboard.ts'
import { detailOf, kindsOf, timelineOf, timelinePage, viewBy } from '../../../test/support/own-transfer.ts'
import { get } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { downloadEvents, downloadSessions, files as fileRows, transferEvents, transfers, users } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600', TRUST_PROXY: '127.0.0.1', GEO_CITY_FILES: '' })
})
afterAll(() => server?.close())

const files = [
  { path: 'Report 1.pdf', bytes: randomBytes(3000) },
  { path: 'more/b.bin', bytes: randomBytes(50) },
]
const american = { 'x-forwarded-for': '8.8.8.8' }
const isMailed = (account: Account, slug: string) => waitFor(async () => (await kindsOf(account, slug)).includes('mailed'))
const idOf = async (slug: string) =>
  (await server.services.db.select({ id: transfers.id }).from(transfers).where(eq(transfers.slug, slug)))[0]!.id

test('T2 T10 one transfer whole: files, who got it and how far each is, and where it went', async () => {
  const { sender, slug, to, user, fileId, dl } = await sentBy(server, files, { more: { message: 'Final' } })
  await isMailed(sender, slug)
  await get(`${server.url}/api/transfers/${slug}/zip?user=${user}&dl=${dl}`, american)
  await waitFor(async () => (await detailOf(sender, slug)).recipients[0]?.downloadedAt)
  await server.services.db
    .update(fileRows)
    .set({ sha256: Buffer.alloc(32, 7) })
    .where(eq(fileRows.id, fileId))
  const detail = await detailOf(sender, slug)
  expect(detail.version).toBe(1)
  expect(detail.transfer).toEqual(await recordOf(sender, slug))
  expect(detail.transfer.people).toEqual({ all: 1, pending: 0, bounced: 0, refused: 0, opened: 0, downloaded: 1 })
  expect(detail.files.map(({ path, size, sha256, scan, isLost }) => [path, size, sha256, scan, isLost])).toEqual([
    ['Report 1.pdf', 3000, '07'.repeat(32), null, false],
    ['more/b.bin', 50, null, null, false],
  ])
  const time = expect.any(Number)
  expect(detail.recipients).toEqual([
    {
      recipientId: expect.any(String),
      email: to,
      name: null,
      company: null,
      state: 'sent',
      reason: null,
      mailedAt: time,
      openedAt: time,
      startedAt: time,
      downloadedAt: time,
      takenFiles: 2,
      takenVersion: 1,
      downloads: 1,
      remindedAt: null,
    },
  ])
  expect(detail.places).toEqual([{ countryCode: 'US', country: 'United States', city: '', downloads: 1 }])
  const inChinese = await sender.call('GET', `/api/transfers/${slug}/detail`, undefined, { 'accept-language': 'zh' })
  expect(inChinese.json.places[0].country).toBe('美国')
})

test('T2 what is still on its way is shown with its files; what was deleted or is foreign is unknown', async () => {
  const account = await Account.create(server)
  const plan = await begin(account, files)
  await account.publish(plan.slug)
  expect((await detailOf(account, plan.slug)).files.map(({ path }) => path)).toEqual(['Report 1.pdf', 'more/b.bin'])
  expect(await kindsOf(account, plan.slug)).toEqual([])
  const slug = await send(account, files)
  const other = await Account.create(server)
  for (const path of ['detail', 'timeline'])
    expect((await other.call('GET', `/api/transfers/${slug}/${path}`)).json.error.code).toBe('notYours')
  await account.call('POST', '/deleteTransfer', { slug })
  for (const path of ['detail', 'timeline'])
    expect((await account.call('GET', `/api/transfers/${slug}/${path}`)).json.error.code).toBe('notYours')
})

test('T2 D5 the timeline tells sending, mails, openings and downloads in order, by whom, where and with what', async () => {
  const { sender, slug, to, user, fileId, dl } = await sentBy(server, files)
  await isMailed(sender, slug)
  const curl = { ...american, 'user-agent': 'curl/8.5.0' }
  await get(`${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${dl}`, curl)
  await waitFor(async () => (await kindsOf(sender, slug)).includes('downloaded'))
  const events = await timelineOf(sender, slug)
  const reported = events.map(({ kind, actor, email }) => [kind, actor, email])
  // A mail may be read before its server has said that it took it.
  expect(reported).toContainEqual(['mailed', 'system', to])
  expect(reported.filter(([kind]) => kind !== 'mailed')).toEqual([
    ['downloaded', 'recipient', to],
    ['started', 'recipient', to],
    ['opened', 'recipient', to],
    ['sent', 'sender', null],
  ])
  expect(events[0]).toMatchObject({ program: 'command line', device: 'terminal', fileName: 'Report 1.pdf', fileCount: 1 })
  expect([events[0]!.countryCode, events[0]!.country]).toEqual(['US', 'United States'])
  await get(`${server.url}/api/transfers/${slug}/zip?user=${user}&dl=${dl}`)
  await waitFor(async () => (await kindsOf(sender, slug)).filter((kind) => kind === 'downloaded').length === 2)
  expect((await timelineOf(sender, slug))[0]).toMatchObject({ kind: 'downloaded', fileName: null, fileCount: 2 })
})

test('T2 a long timeline comes in pages that neither miss nor repeat, also where much happened in one moment', async () => {
  const { sender, slug } = await sentBy(server, files)
  await isMailed(sender, slug)
  const { db } = server.services
  const [transferId, ownerId] = [await idOf(slug), sender.ownerId]
  const at = new Date('2026-01-01T00:00:00.000Z')
  const common = { transferId, visitor: 'v', sizeBytes: 1 }
  for (let i = 0; i < 20; i++) {
    const sessionId = randomUUID()
    await db.insert(transferEvents).values({ transferId, ownerId, kind: 'opened', actor: 'visitor', at })
    await db.insert(downloadSessions).values({ ...common, id: sessionId, startedAt: at, leaseUntil: at, completedAt: at })
    await db
      .insert(downloadEvents)
      .values({ ...common, sessionId, ownerId, fileCount: 2, ip: '', program: '', at: new Date(at.getTime() + (i % 2)) })
  }
  const whole = await timelineOf(sender, slug)
  expect(whole.filter(({ at: moment }) => moment <= at.getTime() + 1)).toHaveLength(60)
  const seen: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const page: Awaited<ReturnType<typeof timelinePage>> = await timelinePage(sender, slug, `limit=7${next && `&before=${next}`}`)
    expect(page.events.length).toBeLessThanOrEqual(7)
    seen.push(...page.events.map(({ id }) => id))
    next = page.next
  }
  expect(seen).toEqual(whole.map(({ id }) => id))
  expect(new Set(seen).size).toBe(seen.length)
  for (const query of ['before=1.2', "before=1.1.x'--", 'limit=0', 'limit=201'])
    expect((await timelinePage(sender, slug, query)) as unknown).toMatchObject({ error: { code: 'invalidInput' } })
})

test('D5 T2 a recipient opens once, someone with the link once a visit; robots and HEAD never', async () => {
  const { sender, slug, user } = await sentBy(server, files)
  await sender.call('POST', `/api/transfers/${slug}/link`)
  const opened = async () => (await timelineOf(sender, slug)).filter(({ kind }) => kind === 'opened').map(({ actor }) => actor)
  expect(await opened()).toEqual(['recipient'])
  await viewBy(server, slug, { user })
  expect((await fetch(`${server.url}/w/${slug}`, { method: 'HEAD' })).status).toBe(200)
  for (const robot of ['Slackbot-LinkExpanding 1.0', 'facebookexternalhit/1.1', 'Mozilla/5.0 (compatible; Googlebot/2.1)'])
    expect((await viewBy(server, slug, {}, robot)).status).toBe(200)
  expect(await opened()).toEqual(['recipient'])
  await Promise.all(Array.from({ length: 10 }, () => viewBy(server, slug)))
  await fetch(`${server.url}/w/${slug}`, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/132.0' } })
  expect(await opened()).toEqual(['visitor', 'recipient'])
  await server.services.db.execute(sql`update rate_hits set hit_at = hit_at - interval '1801 seconds' where rule = 'linkVisit'`)
  await viewBy(server, slug)
  expect(await opened()).toEqual(['visitor', 'visitor', 'recipient'])
})

test('D5 T10 a robot that follows a recipient’s link has not opened it for them', async () => {
  const sender = await Account.create(server)
  const to = `${randomUUID()}@example.com`
  const slug = await send(sender, files, { emailTo: [{ email: to }] })
  const user = ((await server.mailTo(to)).text ?? '').match(/\/d\/\w+\/(\w+)/)![1]!
  await viewBy(server, slug, { user }, 'Barracuda Sentinel (EE)')
  expect((await detailOf(sender, slug)).recipients[0]!.openedAt).toBeNull()
  await Promise.all(Array.from({ length: 10 }, () => viewBy(server, slug, { user })))
  expect((await detailOf(sender, slug)).recipients[0]!.openedAt).toEqual(expect.any(Number))
  expect((await kindsOf(sender, slug)).filter((kind) => kind === 'opened')).toHaveLength(1)
})

test.each([
  ['city', 'US'],
  ['country', 'US'],
  ['off', null],
] as const)('D5 an account that keeps places as %s', async (places, countryCode) => {
  const { sender, slug, user, fileId, dl } = await sentBy(server, files)
  await server.services.db.update(users).set({ places }).where(eq(users.id, sender.userId))
  await get(`${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${dl}`, american)
  await waitFor(async () => (await kindsOf(sender, slug)).includes('downloaded'))
  const reported = (await timelineOf(sender, slug)).slice(0, 2)
  expect(reported.map((event) => event.countryCode)).toEqual([countryCode, countryCode])
})

test('T2 H1 H4 the downloads-data call tells the downloads of one’s own transfer in the specification’s names', async () => {
  const { sender, slug, to, user, fileId, dl } = await sentBy(server, files)
  await get(`${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${dl}`, american)
  const ask = (account: Account, body: object) => account.call('POST', '/getDownloads', body)
  const { downloads } = await waitFor(async () => {
    const { json } = await ask(sender, { slug, userid: sender.userId })
    return json.downloads.length > 0 && json
  })
  expect(downloads).toEqual([
    {
      dlDate: expect.any(Number),
      dlCountryCode: 'US',
      country_name: 'United States',
      city_name: '',
      receiverEmail: to,
      fileName: 'Report 1.pdf',
      dlOrigin: 'United States',
    },
  ])
  const other = await Account.create(server)
  expect((await ask(other, { slug })).json.error.code).toBe('notYours')
  expect((await ask(other, { slug, userid: sender.userId })).json.error.code).toBe('notYours')
  expect((await ask(sender, { slug: '!' })).json.error.code).toBe('invalidInput')
})

test('T2 K6 the downloads-data call gives up after its time, and may be asked again', async () => {
  const { sender, slug } = await sentBy(server, files)
  const { downloadsData } = timingsMs
  expect(downloadsData).toBe(40_000)
  // As if the time were over soon. The lock is held until the answer is there: nothing else can have brought it.
  Object.assign(timingsMs, { downloadsData: 300 })
  const ask = () => sender.call('POST', '/getDownloads', { slug })
  const reported = await inTransaction(server.services.db, async (tx) => {
    await tx.execute(sql`lock table download_events in access exclusive mode`)
    const { status, json, headers } = await ask()
    return [status, json.error.code, headers.get('retry-after')]
  }).finally(() => Object.assign(timingsMs, { downloadsData }))
  expect(reported).toEqual([503, 'unavailable', '5'])
  expect((await ask()).json).toEqual({ downloads: [] })
})

test('T3 D5 what a program without a name read in part is told nowhere; what it read whole counts, by its bytes alone', async () => {
  const one = await sentBy(server, [{ path: 'photo.jpg', bytes: randomBytes(50_000) }])
  const path = `${server.url}/api/transfers/${one.slug}/files/${one.fileId}?user=${one.user}&dl=${one.dl}`
  const readBy = (more: Record<string, string> = {}) => get(path, { 'user-agent': '', ...more })
  const receiptOf = async () => (await one.sender.call('GET', `/api/transfers/${one.slug}/receipt`)).json
  const reported = async () => {
    const [receipt, detail] = [await receiptOf(), await detailOf(one.sender, one.slug)]
    const starts = (await kindsOf(one.sender, one.slug)).filter((kind) => kind === 'started' || kind === 'downloaded')
    return [
      receipt.lineCount,
      receipt.lines.length,
      detail.recipients[0]!.startedAt !== null,
      receipt.people[0].downloads,
      starts,
    ]
  }
  for (const range of ['bytes=0-99', 'bytes=100-199']) expect((await readBy({ range })).status).toBe(206)
  expect(await reported()).toEqual([0, 0, false, 0, []])
  await readBy()
  await waitFor(async () => (await kindsOf(one.sender, one.slug)).includes('downloaded'))
  expect(await reported()).toEqual([1, 1, true, 1, ['downloaded', 'started']])
  expect((await receiptOf()).lines[0]).toMatchObject({ program: 'robot', completedAt: expect.any(Number) })
  expect((await timelineOf(one.sender, one.slug))[0]).toMatchObject({ kind: 'downloaded', program: 'robot' })
})
