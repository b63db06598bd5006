import { randomBytes } from 'node:crypto'
import { rolePlan } from '@sampan/contract/plans'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sentBy } from '../../../test/support/dashboard.ts'
import { get } from '../../../test/support/reader.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { unzip } from '../../../test/support/unzip.ts'
import { fileRequests, transfers } from '../../db/tables.ts'
import { putBack, takeDown } from '../reports/decide.ts'
import { eraseDueRequests } from '../requests/delete-request.ts'
import { hardDeleteLeftOvers } from '../transfers/hard-delete-transfers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'linkMiss=1000/600' })
})
afterAll(() => server?.close())

const dayMs = 86_400_000
const files = [{ path: 'Catalogue.pdf', bytes: randomBytes(5000) }]
const bin = async (account: Account, query = '') => (await account.call('GET', `/api/bin${query}`)).json
const erase = (account: Account, query: string) => account.call('DELETE', `/api/bin${query}`)
const usedBytes = async (account: Account) => (await account.owner()).usedBytes
const isLinkOpen = async ({ slug, user }: { slug: string; user: string }) =>
  (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).status === 200

async function received() {
  const account = await Account.create(server, { role: 'personal' })
  const { json } = await account.call('POST', '/api/requests', { title: 'Order 66', documents: [{ name: 'Invoice' }] })
  const { slug, linkUrl } = json.request
  const supplier = new Supplier(server, linkUrl)
  const invoice = { 'Invoice 66.pdf': json.documents[0]._id }
  const sent = await supplier.sendFiles([{ path: 'Invoice 66.pdf', bytes: randomBytes(3000) }], invoice, {
    name: 'Li',
    email: 'li@example.com',
  })
  expect([sent.status, sent.json]).toMatchObject([200, {}])
  return { account, slug, linkUrl, supplier }
}

test('T11 what was deleted stands in the bin, counts as storage, and comes back with its link', async () => {
  const one = await sentBy(server, files)
  const { sender, slug } = one
  const { json } = await sender.call('POST', '/deleteTransfer', { slug })
  const { entries, matchCount, totalBytes } = await bin(sender)
  expect([matchCount, totalBytes]).toEqual([1, 5000])
  expect(entries).toEqual([
    {
      ...{
        kind: 'transfer',
        slug,
        title: 'Catalogue.pdf',
        fileNumber: 1,
        totalBytes: 5000,
        receivedFrom: null,
        sentTo: { email: one.to, count: 1 },
      },
      ...{ deletedAt: expect.any(Number), restorableUntil: json.restorableUntil },
    },
  ])
  expect([await usedBytes(sender), await isLinkOpen(one)]).toEqual([5000, false])
  expect((await sender.call('POST', `/api/transfers/${slug}/restore`)).status).toBe(200)
  expect([(await bin(sender)).entries, await isLinkOpen(one)]).toEqual([[], true])
})

test('T11 deleted for good before its time: it is gone at once, its storage a moment later', async () => {
  const one = await sentBy(server, files)
  const other = await sentBy(server, files, { sender: one.sender })
  for (const { slug } of [one, other]) await one.sender.call('POST', '/deleteTransfer', { slug })
  expect((await erase(one.sender, `?kind=transfer&slug=${one.slug}`)).status).toBe(200)
  expect((await bin(one.sender)).entries.map(({ slug }: { slug: string }) => slug)).toEqual([other.slug])
  expect((await one.sender.call('POST', `/api/transfers/${one.slug}/restore`)).json.error.code).toBe('restoreTooLate')
  await waitFor(async () => (await usedBytes(one.sender)) === 5000)
  expect((await erase(one.sender, '')).status).toBe(200)
  await waitFor(async () => (await usedBytes(one.sender)) === 0)
})

test('T11 R25 nobody empties another’s bin, and what is not deleted stays', async () => {
  const one = await sentBy(server, files)
  const living = await sentBy(server, files, { sender: one.sender })
  await one.sender.call('POST', '/deleteTransfer', { slug: one.slug })
  const stranger = await Account.create(server)
  expect((await bin(stranger)).entries).toEqual([])
  for (const query of ['', `?kind=transfer&slug=${one.slug}`]) await erase(stranger, query)
  expect((await erase(one.sender, `?slug=${living.slug}`)).status).toBe(200)
  expect((await erase(one.sender, '?kind=transfer')).status).toBe(400)
  await hardDeleteLeftOvers(server.services)
  expect((await bin(one.sender)).matchCount).toBe(1)
  expect(await isLinkOpen(living)).toBe(true)
})

test('T11 R4 a deleted request is unknown to whoever has its link, and comes back with all that was received', async () => {
  const { account, slug, supplier } = await received()
  expect((await account.call('DELETE', `/api/requests/${slug}`)).status).toBe(200)
  expect((await account.call('DELETE', `/api/requests/${slug}`)).status).toBe(200)
  expect((await bin(account)).entries).toMatchObject([
    { kind: 'request', slug, title: 'Order 66', fileNumber: 1, totalBytes: 3000 },
  ])
  expect((await supplier.look()).status).toBe(404)
  expect((await account.call('GET', `/api/requests/${slug}`)).status).toBe(404)
  const list = async () => (await account.call('GET', '/requests')).json.matchCount
  expect([await list(), await usedBytes(account)]).toEqual([0, 3000])
  const restore = () => account.call('POST', `/api/requests/${slug}/restore`)
  for (let n = 0; n < 2; n++) expect((await restore()).status).toBe(200)
  expect([await list(), (await bin(account)).matchCount, (await supplier.look()).status]).toEqual([1, 0, 200])
  expect((await account.call('GET', `/api/requests/${slug}`)).json.counts.files).toBe(1)
})

test('T11 D7 what is in the bin can be taken down, and comes back so', async () => {
  const { account, slug, supplier } = await received()
  await account.call('DELETE', `/api/requests/${slug}`)
  expect(await takeDown(server.services, slug)).toMatchObject({ changed: true })
  expect((await account.call('POST', `/api/requests/${slug}/restore`)).status).toBe(200)
  expect((await supplier.look()).json.state).toBe('takenDown')

  const one = await sentBy(server, files)
  await one.sender.call('POST', '/deleteTransfer', { slug: one.slug })
  const restore = () => one.sender.call('POST', `/api/transfers/${one.slug}/restore`)
  expect(await takeDown(server.services, one.slug)).toMatchObject({ changed: true })
  expect([(await restore()).status, await isLinkOpen(one)]).toEqual([200, false])
  expect((await get(`${server.url}/d/${one.slug}/${one.user}`)).status).toBe(451)
  expect(await putBack(server.services, one.slug)).toMatchObject({ changed: true })
  expect(await isLinkOpen(one)).toBe(true)

  await one.sender.call('POST', '/deleteTransfer', { slug: one.slug })
  for (const decide of [takeDown, putBack]) expect(await decide(server.services, one.slug)).toMatchObject({ changed: true })
  expect([(await restore()).status, await isLinkOpen(one)]).toEqual([200, true])
})

test('T11 R3 people who were still to be asked when a request was deleted are asked when it is brought back', async () => {
  const account = await Account.create(server, { role: 'personal' })
  const to = 'waiting-for-the-bin@example.com'
  const ask = { title: 'Order 67', sendAs: 'email', emailTo: [{ email: to }] }
  const { slug } = (await account.call('POST', '/api/requests', ask)).json.request
  await server.mailTo(to)
  await server.services.db.execute(sql`update suppliers set mail_state = 'queued' where email = ${to}`)
  await account.call('DELETE', `/api/requests/${slug}`)
  await account.call('POST', `/api/requests/${slug}/restore`)
  await waitFor(async () => {
    const { rows } = await server.services.db.execute(sql`select 1 from suppliers where email = ${to} and mail_state = 'sent'`)
    return rows.length === 1
  })
})

test('T11 what was deleted before its request stands in the bin by itself', async () => {
  const { account, slug } = await received()
  const [{ slug: alone }] = (await account.call('GET', '/getQs?filter=received')).json.allDocs
  await account.call('POST', '/deleteTransfer', { slug: alone })
  await account.call('DELETE', `/api/requests/${slug}`)
  const { entries, matchCount } = await bin(account)
  expect([matchCount, entries.map(({ kind, fileNumber }: any) => [kind, fileNumber])]).toEqual([
    2,
    [
      ['request', 0],
      ['transfer', 1],
    ],
  ])
})

test('T11 a request that is deleted for good takes what it had received with it', async () => {
  const { account, slug } = await received()
  await account.call('DELETE', `/api/requests/${slug}`)
  await erase(account, `?kind=request&slug=${slug}`)
  await waitFor(async () => (await usedBytes(account)) === 0)
  expect((await account.call('POST', `/api/requests/${slug}/restore`)).status).toBeGreaterThanOrEqual(404)
  const { db } = server.services
  await waitFor(async () => (await db.$count(fileRequests, eq(fileRequests.slug, slug))) === 0)
})

test('T11 the bin holds for as long as the plan says, then everything goes by itself', async () => {
  const { db } = server.services
  for (const role of ['free', 'personal', 'teamelite'] as const) {
    const sender = await Account.create(server, { role })
    const { slug } = await sentBy(server, files, { sender })
    const { restorableUntil } = (await sender.call('POST', '/deleteTransfer', { slug })).json
    const days = role === 'free' ? 7 : 30
    expect([role, rolePlan(role).binDays, Math.round((restorableUntil - server.services.clock().getTime()) / dayMs)]).toEqual([
      role,
      days,
      days,
    ])
  }
  const { account, slug } = await received()
  const { sender, slug: sent } = await sentBy(server, files)
  await account.call('DELETE', `/api/requests/${slug}`)
  await sender.call('POST', '/deleteTransfer', { slug: sent })
  const pass = async (days: number) => {
    server.moveClock(days * 86_400)
    await hardDeleteLeftOvers(server.services)
    await eraseDueRequests(server.services)
  }
  await pass(6.9)
  expect([await usedBytes(sender), await usedBytes(account)]).toEqual([5000, 3000])
  await pass(0.2)
  expect([await usedBytes(sender), await usedBytes(account)]).toEqual([0, 3000])
  await pass(23)
  expect(await usedBytes(account)).toBe(0)
  expect(await db.$count(fileRequests, eq(fileRequests.slug, slug))).toBe(0)
  expect(await db.$count(transfers, eq(transfers.slug, sent))).toBe(1)
})

test('A5 T11 a copy holds what lies in the bin, marked as deleted, and nothing whose time there is over', async () => {
  const account = await Account.create(server)
  const send = (message: string) =>
    sentBy(server, [{ path: `${message}.pdf`, bytes: randomBytes(9) }], { sender: account, more: { message } })
  const [kept, binned, over] = [await send('kept'), await send('binned'), await send('over')]
  const request = async (title: string) => (await account.call('POST', '/api/requests', { title })).json.request
  const [asked, old] = [await request('Binned papers'), await request('Old papers')]
  await new Supplier(server, asked.linkUrl).sendFiles(
    [{ path: 'deed.pdf', bytes: randomBytes(9) }],
    {},
    { email: 'reed@example.com', message: 'Here it is' },
  )
  for (const { slug } of [binned, over]) expect((await account.call('POST', '/deleteTransfer', { slug })).status).toBe(200)
  for (const { slug } of [asked, old]) expect((await account.call('DELETE', `/api/requests/${slug}`)).status).toBe(200)
  const restorableUntil = server.services.clock()
  await server.services.db.update(transfers).set({ restorableUntil }).where(eq(transfers.slug, over.slug))
  await server.services.db.update(fileRequests).set({ restorableUntil }).where(eq(fileRequests.slug, old.slug))
  await account.call('POST', '/api/account/export')
  const copy = await waitFor(async () => {
    const { json } = await account.call('GET', '/api/account/export')
    return json.export?.state === 'ready' ? json.export : undefined
  })
  const unpacked = unzip((await get(server.url + copy.href)).bytes)
  const names = Object.keys(unpacked)
  const jsonOf = (part: string) => {
    const name = names.find((each) => each.includes(part))
    return name && JSON.parse(unpacked[name]!.toString())
  }
  expect(jsonOf(kept.slug)).toMatchObject({ isDeleted: false, deletedAt: null, link: expect.stringContaining(kept.slug) })
  expect(jsonOf(binned.slug)).toMatchObject({
    isDeleted: true,
    deletedAt: expect.any(String),
    restorableUntil: expect.any(String),
    link: null,
    message: 'binned',
    files: [{ path: 'binned.pdf' }],
  })
  expect(jsonOf(over.slug)).toBeUndefined()
  expect(jsonOf('requests.json')).toMatchObject([
    {
      title: 'Binned papers',
      isDeleted: true,
      suppliers: [{ files: [{ path: 'deed.pdf' }], messages: [{ text: 'Here it is' }] }],
    },
  ])
  expect(names.filter((name) => name.startsWith('transfers/'))).toHaveLength(3)
})
