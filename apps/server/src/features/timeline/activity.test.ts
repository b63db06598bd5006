import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sentBy } from '../../../test/support/dashboard.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { downloadEvents, recipients, transferEvents, transfers } from '../../db/tables.ts'
import { addEvent, type NewEvent } from './add-event.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const files = [{ path: 'catalogue/Page 1.pdf', bytes: randomBytes(30) }]
const activities = async (account: Account, query = '', headers = {}) =>
  (await account.call('GET', `/api/activity${query}`, undefined, headers)).json.activities

async function sentTo(more: Record<string, unknown> = {}) {
  const sent = await sentBy(server, files, { more })
  const { db } = server.services
  const [transfer] = await db.select().from(transfers).where(eq(transfers.slug, sent.slug))
  const [recipient] = await db.select().from(recipients).where(eq(recipients.transferId, transfer!.id))
  const add = (event: Pick<NewEvent, 'kind' | 'actor' | 'at'> & Partial<NewEvent>) =>
    inTransaction(db, (tx) => addEvent(tx, { transferId: transfer!.id, ...event }))
  // What sending and opening have told by themselves is of no matter here.
  await db.delete(transferEvents).where(eq(transferEvents.transferId, transfer!.id))
  return { ...sent, transfer: transfer!, recipient: recipient!, add }
}

const day = 86_400_000
const ago = (days: number) => new Date(Date.UTC(2026, 0, 20) - days * day)

test('T1 the feed tells what others did, newest first, with who, what and where; nothing of what the sender did', async () => {
  const { sender, transfer, recipient, slug, to, add } = await sentTo()
  await server.services.db.update(recipients).set({ company: 'Pearl River' }).where(eq(recipients.id, recipient.id))
  await add({ kind: 'opened', actor: 'recipient', at: ago(3), recipient, place: { countryCode: 'CN', city: 'Shenzhen' } })
  await add({ kind: 'mailBounced', actor: 'system', at: ago(5), recipient })
  await add({ kind: 'mailed', actor: 'system', at: ago(1), recipient })
  await add({ kind: 'changed', actor: 'sender', at: ago(1) })
  const download = { transferId: transfer.id, ownerId: transfer.ownerId, visitor: 'v', sizeBytes: 30, ip: '' }
  await server.services.db.insert(downloadEvents).values([
    { ...download, sessionId: crypto.randomUUID(), fileCount: 2, program: 'curl', at: ago(4) },
    {
      ...download,
      sessionId: crypto.randomUUID(),
      fileCount: 1,
      program: 'Chrome',
      at: ago(2),
      recipientId: recipient.id,
      recipientEmail: to,
    },
  ])
  const all = await activities(sender)
  expect(all.map(({ kind, actor }: { kind: string; actor: string }) => [kind, actor])).toEqual([
    ['downloaded', 'recipient'],
    ['opened', 'recipient'],
    ['downloaded', 'visitor'],
    ['mailBounced', 'system'],
  ])
  expect(all[1]).toEqual({
    id: expect.any(String),
    at: ago(3).getTime(),
    kind: 'opened',
    actor: 'recipient',
    slug,
    transferName: 'Page 1.pdf',
    transferFileCount: 1,
    email: to,
    name: recipient.name,
    company: 'Pearl River',
    countryCode: 'CN',
    country: 'China',
    city: 'Shenzhen',
    fileCount: null,
  })
  expect([all[0].fileCount, all[2].fileCount, all[2].email]).toEqual([1, 2, null])
  expect((await activities(sender, '', { 'accept-language': 'zh-CN' }))[1].country).toBe('中国')
  expect(await activities(sender, '?limit=2')).toEqual(all.slice(0, 2))
  expect(await activities(await Account.create(server))).toEqual([])
})

test('T1 a title names the transfer; what is deleted is told no more', async () => {
  const { sender, slug, recipient, add } = await sentTo()
  await server.services.db.update(transfers).set({ title: 'Autumn catalogue' }).where(eq(transfers.slug, slug))
  await add({ kind: 'opened', actor: 'recipient', at: ago(1), recipient })
  expect((await activities(sender)).map(({ transferName }: { transferName: string }) => transferName)).toEqual([
    'Autumn catalogue',
  ])
  await sender.call('POST', '/deleteTransfer', { slug })
  expect(await activities(sender)).toEqual([])
})

test('H2 at most 30, and a whole number of them', async () => {
  const account = await Account.create(server)
  for (const limit of ['0', '31', '1.5', 'x'])
    expect((await account.call('GET', `/api/activity?limit=${limit}`)).status).toBe(400)
})

test('T1 the newest thirty of many', async () => {
  const { sender, recipient, add } = await sentTo()
  for (let n = 0; n < 40; n++) await add({ kind: 'opened', actor: 'recipient', at: ago(n), recipient })
  const all = await activities(sender)
  expect(all).toHaveLength(30)
  expect(all.at(-1).at).toBe(ago(29).getTime())
})

test('T1 what one person fetches in one visit, file by file, is one row; a later visit and somebody else are others', async () => {
  const { sender, transfer, recipient, to } = await sentTo()
  const { db } = server.services
  const download = { transferId: transfer.id, ownerId: transfer.ownerId, sizeBytes: 30, ip: '', program: 'sampan', fileCount: 1 }
  const minute = 60_000
  const fetched = (count: number, from: Date, more: Partial<typeof downloadEvents.$inferInsert>) =>
    Array.from({ length: count }, (_, n) => ({
      ...download,
      visitor: 'v',
      fileId: crypto.randomUUID(),
      sessionId: crypto.randomUUID(),
      at: new Date(from.getTime() + n * minute),
      ...more,
    }))
  const known = { recipientId: recipient.id, recipientEmail: to, countryCode: 'IN', city: 'Pune' }
  await db.insert(downloadEvents).values([
    ...fetched(400, ago(5), known),
    // What a zip holds may have been fetched by itself before.
    ...fetched(1, new Date(ago(5).getTime() + 400.5 * minute), { ...known, fileId: null, fileCount: 390 }),
    ...fetched(3, ago(2), { visitor: 'w' }),
    // One file twice.
    ...fetched(2, ago(2), { fileId: recipient.id }),
    ...fetched(1, new Date(ago(5).getTime() + 900 * minute), known),
  ])
  const rows = (await activities(sender)).map(({ email, fileCount, at, city }: Record<string, unknown>) => [
    email,
    fileCount,
    at,
    city,
  ])
  expect(rows).toEqual([
    [null, 3, ago(2).getTime() + 2 * minute, ''],
    [null, 1, ago(2).getTime() + minute, ''],
    [to, 1, ago(5).getTime() + 900 * minute, 'Pune'],
    [to, 400, ago(5).getTime() + 400.5 * minute, 'Pune'],
  ])
})
