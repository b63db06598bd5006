import { randomBytes, randomUUID } from 'node:crypto'
import { maxNotifications } from '@sampan/contract/limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { begin, type ReaderOf, recordOf, send, sentBy } from '../../../test/support/dashboard.ts'
import { mib } from '../../../test/support/open-upload.ts'
import { blobsOf } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { notify } from './index.ts'
import { notifyExpired } from './jobs.ts'
import { deleteBeyond } from './queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const files = [
  { path: '计划/plan one.pdf', bytes: randomBytes(40) },
  { path: 'b.txt', bytes: randomBytes(30) },
  { path: 'c.txt', bytes: randomBytes(20) },
]
const bell = async (account: Account, body = {}) => (await account.call('POST', '/notifications', body)).json
/** A download is counted once its last byte has left, which its reader may notice first. */
const heard = (account: Account, isIt: (bell: any) => boolean) =>
  waitFor(async () => {
    const answer = await bell(account)
    return isIt(answer) && answer
  })
const change = (account: Account, body: object) => account.call('POST', '/deleteNotification', body)
const viewOf = async ({ slug, user }: ReaderOf) =>
  (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json() as Promise<{
    files: { fileId: string; path: string }[]
  }>
const download = async ({ slug, user, dl }: ReaderOf, path: string, headers: Record<string, string> = {}) => {
  const query = new URLSearchParams({ user, ...(dl && { dl }) })
  await (await fetch(`${server.url}/api/transfers/${slug}/${path}?${query}`, { headers })).arrayBuffer()
}

describe('what downloads tell', () => {
  test('T5 D5 a visit is one notification, whose files are counted together; the next visit is another', async () => {
    const reader = await sentBy(server, files)
    const { sender } = reader
    const [one, two] = (await viewOf(reader)).files
    await download(reader, `files/${one!.fileId}`, { 'user-agent': 'curl/8.5' })
    await heard(sender, ({ allCount }) => allCount === 1)
    const { notifications, ...counts } = await bell(sender, { userid: sender.userId })
    expect(counts).toEqual({ allCount: 1, unreadCount: 1 })
    expect(notifications[0]).toMatchObject({
      kind: 'downloaded',
      slug: reader.slug,
      title: '',
      read: false,
      receiverEmail: reader.to,
      fileName: one!.path.split('/').at(-1),
      fileCount: 1,
      program: 'command line',
      dlCountryCode: null,
      dlOrigin: '',
      reason: null,
    })
    await sender.call('POST', `/api/notifications/${notifications[0]._id}/read`)
    await download(reader, `files/${two!.fileId}`)
    const gathered = await heard(sender, ({ unreadCount }) => unreadCount === 1)
    expect(gathered.notifications).toMatchObject([{ _id: notifications[0]._id, fileCount: 2, read: false }])
    // All of it, twice in part: never more than there is.
    await download(reader, 'zip')
    await heard(sender, (now) => now.notifications[0].fileCount !== 2)
    expect((await bell(sender)).notifications).toMatchObject([{ fileCount: 3 }])
    server.moveClock(31 * 60)
    await download(reader, 'zip')
    const countOf = sql`select file_count from notifications where user_id = ${sender.userId}`
    const rows = await waitFor(async () => (await server.services.db.execute(countOf)).rows.slice(1).length > 0)
    expect(rows).toBe(true)
  })

  test('R09 D5 HEAD and a part of a file tell nothing', async () => {
    const reader = await sentBy(server, files)
    await fetch(`${server.url}/api/transfers/${reader.slug}/zip?user=${reader.user}`, { method: 'HEAD' })
    await download(reader, `files/${reader.fileId}`, { range: 'bytes=0-3' })
    expect((await bell(reader.sender)).allCount).toBe(0)
  })

  test('D5 the bell tells also where mails are turned off', async () => {
    const reader = await sentBy(server, files, { more: { notifyOnDownload: false } })
    await download(reader, 'zip')
    await heard(reader.sender, ({ allCount }) => allCount > 0)
    expect((await bell(reader.sender)).notifications).toMatchObject([{ fileName: 'plan one.pdf', fileCount: 3 }])
  })
})

describe('a bell', () => {
  const addNotices = async (
    account: Account,
    count: number,
    at = (i: number) => new Date(server.services.clock().getTime() + i),
  ) => {
    const slug = await send(account, [{ path: 'a.bin', bytes: randomBytes(3) }], { emailTo: [{ email: 'a@example.com' }] })
    const { rows } = await server.services.db.execute<{ id: string }>(sql`select id from transfers where slug = ${slug}`)
    for (let i = 0; i < count; i++)
      await inTransaction(server.services.db, (tx) =>
        notify(tx, { transferId: rows[0]!.id, kind: 'bounced', at: at(i), reason: `550 No such mailbox ${i}` }),
      )
    return slug
  }

  test('T5 read one, read all, delete one, delete all', async () => {
    const account = await Account.create(server)
    await addNotices(account, 4, (i) => new Date(server.services.clock().getTime() - 10_000 + i * 1000))
    const [newest, second, , oldest] = (await bell(account)).notifications
    expect([newest.reason, oldest.reason]).toEqual(['550 No such mailbox 3', '550 No such mailbox 0'])
    expect((await bell(account, { limit: 1 })).notifications).toHaveLength(1)

    for (let i = 0; i < 2; i++) expect((await account.call('POST', `/api/notifications/${second._id}/read`)).status).toBe(200)
    expect(await bell(account)).toMatchObject({ allCount: 4, unreadCount: 3 })
    // What came after the list was shown stays unread, and is not deleted.
    await change(account, { notifyId: 'Allread', before: second.dlDate })
    expect(await bell(account)).toMatchObject({ unreadCount: 1 })
    await change(account, { notifyId: 'Allread' })
    expect(await bell(account)).toMatchObject({ allCount: 4, unreadCount: 0 })

    expect((await change(account, { userid: account.userId, notifyId: oldest._id })).status).toBe(200)
    expect(await change(account, { notifyId: oldest._id })).toMatchObject({ status: 404 })
    await change(account, { notifyId: 'all', before: second.dlDate })
    expect((await bell(account)).notifications).toMatchObject([{ _id: newest._id }])
    await change(account, { notifyId: 'all' })
    expect(await bell(account)).toEqual({ notifications: [], allCount: 0, unreadCount: 0 })
  })

  test('T5 R26 H4 nobody reads or deletes what is another’s, and wrong input is refused', async () => {
    const [mine, other] = [await Account.create(server), await Account.create(server)]
    await addNotices(mine, 1)
    const [{ _id }] = (await bell(mine)).notifications
    const unknown = await change(other, { notifyId: randomUUID() })
    expect(await change(other, { notifyId: _id })).toMatchObject({ status: unknown.status })
    expect((await other.call('POST', `/api/notifications/${_id}/read`)).status).toBe(unknown.status)
    expect((await other.call('POST', '/notifications', { userid: mine.userId })).json.error.code).toBe('notYours')
    await change(other, { notifyId: 'all' })
    for (const body of [{}, { notifyId: 7 }, { notifyId: 'allread' }, { notifyId: _id, before: 'now' }])
      expect((await change(mine, body)).json.error.code).toBe('invalidInput')
    for (const limit of [0, maxNotifications + 1, '5', 1.5])
      expect((await mine.call('POST', '/notifications', { limit })).json.error.code).toBe('invalidInput')
    expect(await bell(mine)).toMatchObject({ allCount: 1, unreadCount: 1 })
  })

  test('T5 the newest 500 of an account are kept', async () => {
    const [full, other] = [await Account.create(server), await Account.create(server)]
    await addNotices(full, 1, () => new Date(server.services.clock().getTime() - 86_400_000))
    await addNotices(other, 1)
    await server.services.db.execute(
      sql`insert into notifications (user_id, transfer_id, kind, file_name, at) select user_id, transfer_id, kind, file_name, ${server.services.clock().toISOString()} from notifications, generate_series(1, ${maxNotifications}::int) where user_id = ${full.userId}`,
    )
    await deleteBeyond(server.services.db, maxNotifications)
    const { notifications, allCount } = await bell(full, { limit: maxNotifications })
    expect([allCount, notifications.filter(({ reason }: { reason: string | null }) => reason).length]).toEqual([500, 0])
    expect((await bell(other)).allCount).toBe(1)
  })

  test('T5 what a deleted transfer told is gone with it, and back when that is brought back', async () => {
    const account = await Account.create(server)
    const slug = await addNotices(account, 2)
    await account.call('POST', '/deleteTransfer', { slug })
    expect(await bell(account)).toEqual({ notifications: [], allCount: 0, unreadCount: 0 })
    await account.call('POST', `/api/transfers/${slug}/restore`)
    expect((await bell(account)).allCount).toBe(2)
    await server.services.db.execute(sql`delete from transfers where slug = ${slug}`)
    const { rows } = await server.services.db.execute(sql`select 1 from notifications where user_id = ${account.userId}`)
    expect(rows).toEqual([])
  })

  test('X1 T5 an end is told once, also when it is looked for at once or again after an extension', async () => {
    const account = await Account.create(server)
    await notifyExpired(server.services)
    const slug = await addNotices(account, 0)
    server.moveClock(7 * 86_400 + 60)
    // The clock has jumped: as if the last look had been a while ago.
    await Promise.all([notifyExpired(server.services), notifyExpired(server.services)])
    await notifyExpired(server.services)
    const { rows } = await server.services.db.execute(
      sql`select kind, at = (select expires_at from transfers where slug = ${slug}) as "isThen" from notifications where user_id = ${account.userId}`,
    )
    expect(rows).toEqual([{ kind: 'expired', isThen: true }])
  })

  test('T5 Q23 an upload of which nothing comes any more says since when and how far, is told once, and again after it has gone on', async () => {
    const account = await Account.create(server)
    const look = () => server.runJobs('transfers:stalled')
    await look()
    const film = [{ path: 'film.mov', bytes: randomBytes(9 * mib) }]
    const plan = await begin(account, film)
    await account.publish(plan.slug, { sendAs: 'link', emailTo: [] })
    const [{ blobId, bytes }] = blobsOf(plan, film) as [ReturnType<typeof blobsOf>[number]]
    const put = (from: number, to: number) => account.browser.putPart(plan.uploadId, blobId, from, bytes.subarray(from, to))
    await put(0, mib)
    const told = async () => {
      // The clock has jumped, and several processes look.
      await Promise.all([look(), look()])
      const { notifications } = await bell(account)
      return notifications.map(({ kind, slug }: { kind: string; slug: string }) => [kind, slug])
    }
    expect((await recordOf(account, plan.slug)).upload).toMatchObject({ receivedBytes: mib, stalledAt: null, isResumable: true })
    server.moveClock(100)
    expect(await told()).toEqual([])
    server.moveClock(100)
    const since = (await recordOf(account, plan.slug)).upload.stalledAt
    expect(Math.abs(server.services.clock().getTime() - since - 200_000)).toBeLessThan(60_000)
    for (const _ of [1, 2]) expect(await told()).toEqual([['stalled', plan.slug]])
    await change(account, { notifyId: 'all' })
    expect(await told()).toEqual([])

    await put(mib, 2 * mib)
    expect((await recordOf(account, plan.slug)).upload).toMatchObject({ receivedBytes: 2 * mib, stalledAt: null })
    expect(await told()).toEqual([])
    server.moveClock(200)
    expect(await told()).toEqual([['stalled', plan.slug]])
    await put(2 * mib, 9 * mib)
    const whole = await waitFor(async () => {
      const record = await recordOf(account, plan.slug)
      return record.status === 'active' && record
    })
    expect(whole.upload).toBeUndefined()
    server.moveClock(200)
    expect(await told()).toHaveLength(1)
  })
})
