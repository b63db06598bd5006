import { errorCatalogue } from '@sampan/contract/errors'
import { openFilesPerBrowser, openFilesPerNetwork, openUploadsPerBrowser, openUploadsPerNetwork } from '@sampan/contract/limits'
import { plans } from '@sampan/contract/plans'
import { errorText } from '@sampan/texts/errors'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

const marks = { paid: 1000, free: 3000, guest: 5000 }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOW_WATER_BYTES: `${marks.paid}`, DISK_OVERBOOKING: '2', TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => server?.close())
afterEach(async () => {
  vi.restoreAllMocks()
  await server.services.db.execute(sql`update uploads set state = 'discarded'`)
})

const freeIs = (bytes: number) => vi.spyOn(server.services.storage, 'freeBytes').mockResolvedValue(bytes)
let networks = 0
/** Each of a network of its own, unless one is given. */
async function newGuest(network = `10.1.${Math.floor(networks / 250)}.${networks++ % 250}`): Promise<Browser> {
  const browser = new Browser(server, { 'x-forwarded-for': network })
  await browser.takeTicket()
  return browser
}
const accountOf = async (role: 'free' | 'pro') => (await Account.create(server, { role })).browser
const begin = (browser: Browser, size: number, headers = {}) =>
  browser.withTicket('POST', '/api/uploads', { files: [{ path: 'a', size }] }, headers)
const many = (max: number, count = 1) => Array.from({ length: max }, (_, n) => ({ path: `${n}-${count}`, size: 0 }))
const codeOf = ({ status, json }: Reply) => (status === 201 ? 'begun' : json.error.code)
const codesOf = (replies: Reply[]) => {
  const counts: Record<string, number> = {}
  for (const reply of replies) counts[codeOf(reply)] = (counts[codeOf(reply)] ?? 0) + 1
  return counts
}
const fifty = Array.from({ length: 50 }, (_, n) => n)

test('U8 R15 visitors are refused first, then free accounts, then paid ones, each in words of its own', async () => {
  const [guest, free, paid] = [await newGuest(), await accountOf('free'), await accountOf('pro')]
  const asked = async () => [codeOf(await begin(guest, 1)), codeOf(await begin(free, 1)), codeOf(await begin(paid, 1))]
  freeIs(marks.guest + 100)
  expect(await asked()).toEqual(['begun', 'begun', 'begun'])
  freeIs(marks.guest - 1)
  expect(await asked()).toEqual(['diskFullGuests', 'begun', 'begun'])
  freeIs(marks.free - 1)
  // An account alone would not help the guest now, and below the last mark nothing does.
  expect(await asked()).toEqual(['diskFullFree', 'diskFullFree', 'begun'])
  freeIs(marks.paid - 1)
  expect(await asked()).toEqual(['diskFull', 'diskFull', 'diskFull'])
  freeIs(marks.guest - 1)
  const { status, json } = await begin(guest, 1, { 'accept-language': 'zh-CN' })
  expect([status, json.error.message]).toEqual([507, errorText('diskFullGuests', {}, 'zh')])
  expect(
    new Set([errorCatalogue.diskFull, errorCatalogue.diskFullFree, errorCatalogue.diskFullGuests].map((e) => e.text)).size,
  ).toBe(3)
})

test('U8 R15 of 50 uploads at once no more begin than the disk may be about to take, by whomever', async () => {
  const paid = await accountOf('pro')
  freeIs(marks.paid + 10_000)
  // Twice the 10,000 above the mark.
  expect(codesOf(await Promise.all(fifty.map(() => begin(paid, 1000))))).toEqual({ begun: 20, diskFull: 30 })
  expect(codeOf(await begin(await accountOf('pro'), 1))).toBe('diskFull')
  expect(codeOf(await begin(await accountOf('pro'), 0))).toBe('begun')
})

test('U8 R15 50 visitors of 50 networks take half of what may be booked, free accounts a quarter more, and leave the rest to others', async () => {
  const guests = await Promise.all(fifty.map(() => newGuest()))
  freeIs(marks.guest + 10_000)
  expect(codesOf(await Promise.all(guests.map((each) => begin(each, 1000))))).toEqual({ begun: 10, diskFullGuests: 40 })
  const free = await accountOf('free')
  // (10,000 + 2,000) x 2 x 0.75 = 18,000, of which guests have 10,000.
  expect(codesOf(await Promise.all(fifty.map(() => begin(free, 1000))))).toEqual({ begun: 8, diskFullFree: 42 })
  const paid = await accountOf('pro')
  // (10,000 + 4,000) x 2 = 28,000.
  expect(codesOf(await Promise.all(fifty.map(() => begin(paid, 1000))))).toEqual({ begun: 10, diskFull: 40 })
})

test('U8 R15 what is added is booked likewise, and what has come is booked no more', async () => {
  const paid = await accountOf('pro')
  freeIs(marks.paid + 10_000)
  const { json: plan } = await begin(paid, 1000)
  const add = (path: string, size = 1000) =>
    paid.withTicket('POST', `/api/uploads/${plan.uploadId}/files`, { files: [{ path, size }] })
  // All of them are one upload, which has to fit by itself.
  expect(codesOf(await Promise.all(fifty.map((n) => add(`b${n}`))))).toEqual({ begun: 9, diskFull: 41 })
  expect(codeOf(await begin(paid, 10_001))).toBe('diskFull')
  expect(codeOf(await begin(paid, 10_000))).toBe('begun')
  expect(codeOf(await begin(paid, 1))).toBe('diskFull')
  expect((await paid.putPart(plan.uploadId, plan.blobs[0].blobId, 0, Buffer.alloc(1000))).status).toBe(204)
  expect(codeOf(await begin(paid, 1000))).toBe('begun')
  expect(codeOf(await begin(paid, 1))).toBe('diskFull')
})

test('U8 R15 of 60 uploads at once from one browser 50 begin, and of one network a number that many people share', async () => {
  freeIs(Number.POSITIVE_INFINITY)
  const browser = await newGuest('10.2.0.1')
  const more = 10
  const replies = await Promise.all(Array.from({ length: openUploadsPerBrowser + more }, () => begin(browser, 1)))
  expect(codesOf(replies)).toEqual({ begun: openUploadsPerBrowser, tooManyOpen: more })
  const { uploadId } = replies.find(({ status }) => status === 201)!.json
  await server.services.db.execute(sql`
    insert into uploads (slug, owner_id, browser_hash, network_key, connection, declared_bytes, expires_at)
    select 'full' || n, owner_id, 'x', network_key, '4g', 0, now() + interval '1 day'
    from uploads, generate_series(1, ${openUploadsPerNetwork - openUploadsPerBrowser - 5}) n where id = ${uploadId}`)
  const others = await Promise.all(fifty.map(() => newGuest('10.2.0.1')))
  const codes = codesOf(await Promise.all(others.map((each) => begin(each, 1))))
  expect(codes).toEqual({ begun: 5, tooMuchUnverified: 45 })
  expect(codeOf(await begin(await newGuest('10.2.0.2'), 1))).toBe('begun')
})

test('U8 R15 rows of files are capped before an address is verified, in a browser and of a network', async () => {
  freeIs(Number.POSITIVE_INFINITY)
  const browser = await newGuest('10.3.0.1')
  const each = plans.anon.files
  const create = (from: Browser, files: object[]) => from.withTicket('POST', '/api/uploads', { files })
  const replies = await Promise.all(fifty.map(() => create(browser, many(each))))
  const places = openFilesPerBrowser / each
  expect(codesOf(replies)).toEqual({ begun: places, tooMuchUnverified: 50 - places })
  const other = await newGuest('10.3.0.1')
  const { json: plan } = await create(other, many(1))
  await server.services.db.execute(sql`
    insert into files (upload_id, position, path, size, is_removed)
    select ${plan.uploadId}, n, 'gone ' || n, 0, true from generate_series(1, ${openFilesPerNetwork - openFilesPerBrowser - 1 - 5}) n`)
  const add = (n: number) =>
    other.withTicket('POST', `/api/uploads/${plan.uploadId}/files`, { files: [{ path: `x${n}`, size: 0 }] })
  const added = codesOf(await Promise.all(fifty.map(add)))
  // What was taken out of one upload has a cap of its own; rows of the network have another.
  expect(added.begun ?? 0).toBeLessThanOrEqual(5)
  expect(codeOf(await create(await newGuest('10.3.0.2'), many(each)))).toBe('begun')
})
