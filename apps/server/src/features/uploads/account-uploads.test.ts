import { randomBytes } from 'node:crypto'
import { type Plan, plans, type Role, roles } from '@sampan/contract/plans'
import { roleNames } from '@sampan/texts/registry/role-names'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { small } from '../../../test/support/open-upload.ts'
import { Browser, blobsOf } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
afterEach(() => void vi.restoreAllMocks())

const one = (size: number, path = 'x') => [{ path, size }]
/** So many files that make up so many bytes. */
const spread = (files: number, bytes: number) =>
  Array.from({ length: files }, (_, i) => ({ path: `${i}`, size: i ? 1 : bytes - files + 1 }))

async function snapshot() {
  const { rows } = await server.services.db.execute(
    sql`select (select count(*) from uploads) as uploads, (select count(*) from files where not is_removed) as files, (select sum(reserved_bytes) from owners) as reserved, (select sum(written_bytes) from uploads) as written`,
  )
  return rows[0]
}

describe('tickets', () => {
  test('U7 H4 R26 a userUpload ticket is for the own account alone', async () => {
    const account = await Account.create(server)
    const other = await Account.create(server)
    const ask = (body: object) => account.call('POST', '/stsAuth', { type: 'userUpload', ...body })
    expect((await ask({ id: account.userId })).status).toBe(200)
    for (const body of [{ id: other.userId }, { id: 'me' }, { id: account.userId, adminId: other.userId }])
      expect((await ask(body)).json.error.code).toBe('notYours')
    const signedOut = await account.browser.call('POST', '/stsAuth', { type: 'userUpload', id: account.userId })
    expect([signedOut.status, signedOut.json.error.code]).toEqual([401, 'signedOut'])
  })

  test('R26 U7 what an account began is unknown to another account, to a visitor of the same browser, and to a visitor elsewhere', async () => {
    const account = await Account.create(server)
    const files = [small('a.bin', 1000)]
    const { json: plan } = await account.browser.create(files)
    const { blobId, bytes } = blobsOf(plan, files)[0]!
    const guest = new Browser(server)
    guest.cookie = account.browser.cookie
    await guest.takeTicket()
    const sameBrowser = new Browser(server)
    sameBrowser.cookie = account.browser.cookie
    const others = [guest, (await Account.create(server)).browser, (await Account.create(server, {}, sameBrowser)).browser]
    const before = await snapshot()
    for (const browser of others) {
      const path = `/api/uploads/${plan.uploadId}`
      const replies = [
        await browser.withTicket('GET', path),
        await browser.withTicket('POST', `${path}/files`, { files: one(1, 'more') }),
        await browser.withTicket('DELETE', `${path}/files/${plan.files[0].fileId}`),
        await browser.putPart(plan.uploadId, blobId, 0, bytes),
        await browser.withTicket('DELETE', path),
      ]
      expect(replies.map(({ json }) => json.error?.code)).toEqual(Array(5).fill('uploadNotFound'))
    }
    expect(await snapshot()).toEqual(before)
    expect((await account.browser.putPart(plan.uploadId, blobId, 0, bytes)).status).toBe(204)
  })

  test('U5 U7 an upload begun by a visitor goes on when that visitor signs in', async () => {
    const browser = new Browser(server)
    await browser.takeTicket()
    const files = [small('a.bin', 1000)]
    const { json: plan } = await browser.create(files)
    await Account.create(server, {}, browser)
    await browser.putAll(plan, files)
    expect((await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)).json.received[0].ranges).toEqual([[0, 1000]])
  })

  test('H3 a repeated call begins one upload of the account, and its key opens nothing to others in that browser', async () => {
    const account = await Account.create(server)
    const key = { 'idempotency-key': 'one' }
    const replies = await Promise.all(Array.from({ length: 10 }, () => account.declare(one(5), key)))
    expect(new Set(replies.map(({ json }) => json.uploadId)).size).toBe(1)
    expect((await account.owner()).reservedBytes).toBe(5)
    const other = await Account.create(server, {}, account.browser)
    const asOther = await other.declare(one(5), key)
    await account.browser.takeTicket()
    const asGuest = await account.declare(one(5), key)
    expect(new Set([replies[0]!, asOther, asGuest].map(({ json }) => json.uploadId)).size).toBe(3)
  })
})

describe('limits', () => {
  const cases: [string, Role][] = [
    ['Free', 'free'],
    ['a word that nobody knows', 'undefined'],
    ...roles.filter((role) => role !== 'anon' && role !== 'free').map((role): [string, Role] => [role, role]),
  ]
  test.each(cases)('K1 R17 %s: the limits of %s are accepted, one more is refused and changes nothing', async (role, name) => {
    const { files, uploadBytes, storageBytes }: Plan = plans[name]
    const account = await Account.create(server, { role })
    expect((await account.declare(spread(files, uploadBytes))).status).toBe(201)
    await account.setOwner({ reservedBytes: 0 })
    const before = await snapshot()
    const overBytes = await account.declare(one(uploadBytes + 1))
    expect([overBytes.status, overBytes.json.error.code]).toEqual([413, 'overTransferLimit'])
    expect(overBytes.json.error.message).toMatch(
      new RegExp(`^Your ${roleNames.en[name]} plan is limited to [\\d.,]+ [GT]B transfers`),
    )
    expect((await account.declare(spread(files + 1, files + 1))).json.error.code).toBe('tooManyFiles')
    expect(await snapshot()).toEqual(before)
    await account.setOwner({ usedBytes: storageBytes - 10 })
    const full = await account.declare(one(11))
    expect(full.json.error).toMatchObject({ code: 'storageFull', message: 'Your storage is now full' })
    expect((await account.declare(one(10))).status).toBe(201)
  })

  test('Q4 an account may send any type of file', async () => {
    const account = await Account.create(server)
    const files = ['a.html', 'b.exe', 'Show.S01E01.1080p.mkv'].map((path) => ({ path, size: 1 }))
    expect((await account.declare(files)).status).toBe(201)
  })

  test('R17 the row decides, not what the ticket was given for', async () => {
    const account = await Account.create(server, { role: 'pro' })
    const { json: plan } = await account.declare(one(1))
    await account.setOwner({ role: 'free' })
    expect((await account.declare(one(plans.free.uploadBytes + 1))).json.error.code).toBe('overTransferLimit')
    const add = (files: object[]) => account.browser.withTicket('POST', `/api/uploads/${plan.uploadId}/files`, { files })
    expect((await add(one(plans.free.uploadBytes, 'y'))).json.error.code).toBe('overTransferLimit')
    expect((await add(one(plans.free.uploadBytes - 1, 'y'))).status).toBe(201)
    await account.setOwner({ usedBytes: plans.free.storageBytes - plans.free.uploadBytes, role: 'personal' })
    await account.setOwner({ usedBytes: plans.personal.storageBytes - plans.free.uploadBytes })
    expect((await add(one(1, 'z'))).json.error.code).toBe('storageFull')
  })

  test('R15 of 50 racing uploads with room for one, one is begun; taken out, its room returns', async () => {
    const account = await Account.create(server, { usedBytes: plans.free.storageBytes - 1000 })
    const replies = await Promise.all(Array.from({ length: 50 }, () => account.declare(one(1000))))
    const accepted = replies.filter(({ status }) => status === 201)
    expect(accepted).toHaveLength(1)
    expect(replies.filter(({ json }) => json.error?.message === 'Your storage is now full')).toHaveLength(49)
    const { uploadId } = accepted[0]!.json
    await account.browser.withTicket('DELETE', `/api/uploads/${uploadId}`)
    expect(await account.owner()).toMatchObject({ reservedBytes: 0, usedBytes: plans.free.storageBytes - 1000 })
  })

  test('K2 Q16 an account whose month is used up is told before the first byte', async () => {
    const account = await Account.create(server)
    const month = server.services.clock().toISOString().slice(0, 7)
    await server.services.db.execute(sql`insert into month_counts values (${account.ownerId}, ${month}, 10)`)
    expect((await account.declare(one(1))).json.error).toMatchObject({
      code: 'monthUsedUp',
      message:
        'Your Free plan comes with 10 transfers a month and resets on the 1st of next month, existing transfers remain downloadable',
    })
    await account.setOwner({ role: 'pro' })
    expect((await account.declare(one(1))).status).toBe(201)
  })

  test.each([
    ['revoke', 'accountSuspended', 'Your account is suspended. Please contact support.'],
    ['past_due', 'planUnpaid', 'Your trial has expired. Please add a payment method to re-activate'],
    ['unpaid', 'planUnpaid', 'Your trial has expired. Please add a payment method to re-activate'],
  ] as const)('Q16 R17 %s: nothing is begun and nothing added, what is there may go', async (status, code, message) => {
    const account = await Account.create(server)
    const { json: plan } = await account.declare(one(5))
    await account.setOwner({ status })
    expect((await account.declare(one(1))).json.error).toMatchObject({ code, message })
    const path = `/api/uploads/${plan.uploadId}`
    expect((await account.browser.withTicket('POST', `${path}/files`, { files: one(1, 'y') })).json.error.code).toBe(code)
    expect((await account.owner()).reservedBytes).toBe(5)
    expect((await account.browser.withTicket('DELETE', path)).status).toBe(204)
  })

  test('R27 the parts of a suspended account, and of a session that ended, stop within a minute', async () => {
    const bytes = randomBytes(1000)
    const files = [{ path: 'a.bin', bytes }]
    const [suspended, ended] = [await Account.create(server), await Account.create(server)]
    const put = async ({ browser }: Account) => {
      const { json: plan } = await browser.create(files)
      return () => browser.putPart(plan.uploadId, plan.blobs[0].blobId, 0, bytes)
    }
    const [putSuspended, putEnded] = [await put(suspended), await put(ended)]
    expect([(await putSuspended()).status, (await putEnded()).status]).toEqual([204, 204])
    await suspended.setOwner({ status: 'revoke' })
    await server.services.db.execute(sql`update sessions set ended_at = now() where user_id = ${ended.userId}`)
    server.moveClock(60)
    const stopped = await putSuspended()
    expect([stopped.status, stopped.json.error.code]).toEqual([403, 'accountSuspended'])
    expect((await putEnded()).json.error.code).toBe('ticketInvalid')
  })
})
