/** What strangers at an open link may hold of a requester's storage, for how long, and what ends it at once. */
import { randomBytes } from 'node:crypto'
import { requestLimits } from '@sampan/contract/limits'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import type { TestFile } from '../../../test/support/sender.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

const MB = 1_000_000
const plan = 'free.uploadBytes=40000000,free.storageBytes=60000000,free.recipients=40'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PLAN_LIMITS: plan, TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'linkMiss=1000/600' })
})
afterAll(() => server?.close())

let networks = 0
const elsewhere = () => ({ 'x-forwarded-for': `203.0.${++networks >> 8}.${networks & 255}` })

/** An account with nothing in it, and a request of it with an open link and so many people asked by name. */
async function ask(people = 0) {
  const account = await Account.create(server)
  const emailTo = Array.from({ length: people }, (_, i) => ({ email: `person${i}.${account.userId}@example.com` }))
  const { json } = await account.call('POST', '/api/requests', { title: 'Papers', emailField: 'optional' })
  const { slug } = json.request
  const made: RequestDetail = people ? (await account.call('POST', `/api/requests/${slug}/suppliers`, { emailTo })).json : json
  return { account, slug, made, link: made.request.linkUrl! }
}
const begin = async (supplier: Supplier, size: number) => {
  const ticket = await supplier.takeRequestTicket()
  if (ticket.status !== 200) return ticket
  return supplier.withTicket('POST', '/api/uploads', { files: [{ path: 'a.bin', size }] })
}
const codes = async (suppliers: readonly Supplier[], size: number) => {
  const replies = await Promise.all(suppliers.map((supplier) => begin(supplier, size)))
  const said = replies.map(({ json }) => json.error?.code ?? 'taken')
  return Object.fromEntries([...new Set(said)].sort().map((code) => [code, said.filter((each) => each === code).length]))
}
const strangers = (link: string, count: number, headers = elsewhere) =>
  Array.from({ length: count }, () => new Supplier(server, link, headers()))
const reserved = async ({ account }: { account: Account }) => (await account.owner()).reservedBytes

describe('R4 what strangers hold who send nothing', () => {
  test('R4 is half of what is free at most, of 40 at once too: who was asked by name finds the rest, and its owner', async () => {
    const asked = await ask(10)
    expect(await codes(strangers(asked.link, 40), 4 * MB)).toEqual({ requestBusy: 33, taken: 7 })
    // The page stays open, with what one alone may send.
    expect((await new Supplier(server, asked.link, elsewhere()).look()).json).toMatchObject({
      state: 'open',
      maxTotalBytes: 30 * MB,
    })
    const invited = asked.made.suppliers.flatMap(({ linkUrl }) => (linkUrl ? [new Supplier(server, linkUrl)] : []))
    expect(await codes(invited, 4 * MB)).toEqual({ requesterStorageFull: 2, taken: 8 })
    expect(await reserved(asked)).toBe(60 * MB)
  })

  test('R4 is half of that for one network, whose first may be as large as the share', async () => {
    const here = elsewhere()
    const asked = await ask()
    expect(
      await codes(
        strangers(asked.link, 10, () => here),
        4 * MB,
      ),
    ).toEqual({ requestBusy: 7, taken: 3 })
    expect(await codes(strangers(asked.link, 1), 18 * MB)).toEqual({ taken: 1 })
    const other = await ask()
    expect(await codes(strangers(other.link, 1), 31 * MB)).toEqual({ requestTooLarge: 1 })
    expect(await codes(strangers(other.link, 1), 30 * MB)).toEqual({ taken: 1 })
  })

  test('R4 is so many of one network at all requests of one owner together, however small; others and people with a link go on', async () => {
    const here = elsewhere()
    const asked = await ask(1)
    const { json: second } = await asked.account.call('POST', '/api/requests', { title: 'More' })
    const half = requestLimits.openUploadsPerNetwork / 2
    expect(
      await codes(
        strangers(asked.link, half, () => here),
        1,
      ),
    ).toEqual({ taken: half })
    const more = strangers(second.request.linkUrl, half + 5, () => here)
    expect(await codes(more, 1)).toEqual({ requestBusy: 5, taken: half })
    expect(await codes(strangers(asked.link, 1), 1)).toEqual({ taken: 1 })
    expect(await codes([new Supplier(server, asked.made.suppliers[0]!.linkUrl!, here)], 1)).toEqual({ taken: 1 })
  })
})

describe('R4 what lies idle gives way where all is taken', () => {
  const upload = async (supplier: Supplier, size: number) => (await begin(supplier, size)).json.error?.code ?? 'taken'
  const part = (supplier: Supplier, { uploadId, blobs }: UploadPlan, bytes = 1000) =>
    supplier.putPart(uploadId, blobs[0]!.blobId, 0, randomBytes(bytes))

  test('R4 what sent nothing ends first, when another needs its room, and no more of it than that', async () => {
    const asked = await ask()
    const [silent, other, slow, late] = strangers(asked.link, 4)
    const begun = [await begin(silent!, 8 * MB), await begin(other!, 8 * MB), await begin(slow!, 14 * MB)]
    await part(slow!, begun[2]!.json)
    expect(await upload(late!, 2 * MB)).toBe('requestBusy')
    server.moveClock(requestLimits.silentSeconds - 60)
    expect(await upload(late!, 2 * MB)).toBe('requestBusy')
    server.moveClock(120)
    expect(await upload(late!, 2 * MB)).toBe('taken')
    expect((await part(silent!, begun[0]!.json)).json.error.code).toBe('uploadNotFound')
    expect([(await part(other!, begun[1]!.json)).status, (await part(slow!, begun[2]!.json)).status]).toEqual([204, 204])
    expect(await reserved(asked)).toBe(24 * MB)
    // Too much for all that is idle: nothing ends.
    expect(await upload(strangers(asked.link, 1)[0]!, 29 * MB)).toBe('requestBusy')
    expect(await reserved(asked)).toBe(24 * MB)
  })

  test('R4 uploads of one byte that nobody submits hold nobody back for longer than some hours; what is submitted stays', async () => {
    const asked = await ask()
    const [first, sent] = strangers(asked.link, 2)
    const { json: plan } = await begin(first!, 1)
    await part(first!, plan, 1)
    const { json: submitted } = await begin(sent!, MB)
    await part(sent!, submitted, MB / 2)
    expect((await sent!.submit(submitted)).json.state).toBe('uploading')
    await server.services.db.execute(sql`insert into uploads (id, slug, owner_id, purpose, purpose_id, browser_hash, network_key, connection, declared_bytes, received_bytes, expires_at)
      select gen_random_uuid(), md5(n || slug), owner_id, purpose, purpose_id, 'x' || n, 'n' || n, connection, 1, 1, expires_at
      from uploads, generate_series(3, ${requestLimits.openUploads}) n where id = ${plan.uploadId}`)
    expect(await upload(strangers(asked.link, 1)[0]!, 1)).toBe('requestBusy')
    server.moveClock(requestLimits.idleSeconds)
    expect(await upload(strangers(asked.link, 1)[0]!, 1)).toBe('taken')
    await sent!.takeRequestTicket()
    const { uploadId, blobs } = submitted
    expect((await sent!.putPart(uploadId, blobs[0].blobId, MB / 2, randomBytes(MB / 2))).status).toBe(204)
  })
})

describe('R4 what ends it at once', () => {
  type Case = [what: string, end: (asked: Awaited<ReturnType<typeof ask>>) => Promise<unknown>, left: number, again: string]
  const call = (method: string, path: string, body?: unknown) => (asked: Awaited<ReturnType<typeof ask>>) =>
    asked.account.call(method, `/api/requests/${asked.slug}${path}`, body)
  const cases: Case[] = [
    ['closing', call('PATCH', '', { state: 'closed' }), 0, 'requestClosed'],
    ['deleting', call('DELETE', ''), 0, 'requestUnknown'],
    [
      'taking one person out',
      async (asked) => call('DELETE', `/suppliers/${asked.made.suppliers[0]!._id}`)(asked),
      3 * MB,
      'requestUnknown',
    ],
    ['discarding what strangers have begun', call('DELETE', '/uploads'), 2 * MB, 'taken'],
  ]
  test.each(cases)('R4 %s: the storage is free, and no ticket goes on', async (_what, end, left, again) => {
    const asked = await ask(1)
    const invited = new Supplier(server, asked.made.suppliers[0]!.linkUrl!)
    const senders = [invited, ...strangers(asked.link, 3)]
    const plans = await Promise.all(senders.map((sender) => begin(sender, sender === invited ? 2 * MB : MB)))
    expect(await reserved(asked)).toBe(5 * MB)
    expect((await end(asked)) as object).toMatchObject({ status: 200 })
    expect(await reserved(asked)).toBe(left)
    const ended = senders.map((_, i) => (left === 0 ? true : left === 3 * MB ? i === 0 : i > 0))
    for (const [i, sender] of senders.entries()) {
      const { uploadId, blobs } = plans[i]!.json
      const put = await sender.putPart(uploadId, blobs[0].blobId, 0, randomBytes(1000))
      expect(put.json.error?.code ?? put.status).toBe(ended[i] ? 'uploadNotFound' : 204)
      if (!ended[i]) continue
      const { json } = await sender.withTicket('POST', '/api/uploads', { files: [{ path: 'b.bin', size: 1 }] })
      expect(json.error?.code ?? 'taken').toBe(again)
    }
  })
})

test.each(['others fill the rest', 'its owner has used the rest'])('U8 R4 who has begun finishes when %s', async (how) => {
  const asked = await ask(6)
  const files: TestFile[] = [{ path: 'a.bin', bytes: randomBytes(2000) }]
  const [first, late] = strangers(asked.link, 2)
  const begun = await first!.upload(files)
  if (how === 'others fill the rest') {
    const invited = asked.made.suppliers.map(({ linkUrl }) => new Supplier(server, linkUrl!))
    expect(await codes(invited.slice(0, 1), 40 * MB)).toEqual({ taken: 1 })
    expect(await codes(invited.slice(1, 2), 20 * MB - 2000)).toEqual({ taken: 1 })
  } else await asked.account.setOwner({ usedBytes: 60 * MB })
  expect((await late!.look()).json.state).toBe('storageFull')
  expect((await late!.takeRequestTicket()).json.error.code).toBe('requesterStorageFull')
  // Reloaded in mid-upload: the page, the next ticket, and the end.
  expect((await first!.look()).json).toMatchObject({ state: 'open', maxTotalBytes: 2000 })
  expect((await first!.takeRequestTicket()).status).toBe(200)
  expect((await begin(first!, 1)).json.error.code).toBe('requesterStorageFull')
  expect((await first!.submit(begun)).json.state).toBe('received')
  expect((await first!.look()).json.state).toBe('storageFull')
})

test('R4 Q13 an hour without a byte, and longer the more has come; what is added brings no time with it', async () => {
  const asked = await ask()
  const [silent, slow, half, submitted] = strangers(asked.link, 4)
  const kept = async (supplier: Supplier, uploadId: string) => {
    const { json } = await supplier.withTicket('GET', `/api/uploads/${uploadId}`)
    return Math.round((Date.parse(json.expiresAt) - server.services.clock().getTime()) / 3600_000)
  }
  const plans = await Promise.all([silent, slow, half, submitted].map((supplier) => begin(supplier!, 100_000)))
  const [ofSilent, ofSlow, ofHalf, ofSubmitted] = plans.map(({ json }) => json)
  expect(await kept(silent!, ofSilent.uploadId)).toBe(1)
  await slow!.putPart(ofSlow.uploadId, ofSlow.blobs[0].blobId, 0, randomBytes(1000))
  await half!.putPart(ofHalf.uploadId, ofHalf.blobs[0].blobId, 0, randomBytes(50_000))
  expect([await kept(slow!, ofSlow.uploadId), await kept(half!, ofHalf.uploadId)]).toEqual([8, 168])
  const added = await half!.withTicket('POST', `/api/uploads/${ofHalf.uploadId}/files`, { files: [{ path: 'b', size: 9 * MB }] })
  expect(added.status).toBe(201)
  expect(await kept(half!, ofHalf.uploadId)).toBe(5)
  // Nor does submitting what has not come.
  expect((await submitted!.submit(ofSubmitted)).json.state).toBe('uploading')
  for (const [hours, left] of [
    [2, 9_200_000],
    [4, 100_000],
    [3, 0],
  ] as const) {
    server.moveClock(hours * 3600)
    await server.runJobs('uploads:collect')
    await server.runJobs('transfers:purge')
    expect(await reserved(asked)).toBe(left)
  }
})
