/**
 * Random plans of parts against a plain model: any order, sizes, repetitions, other bytes, overlaps and cuts, all at once, with
 * publishing and discarding in between. PART_PLANS=100000 for the long form; PART_SEED repeats one.
 */
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { small, withTicket } from '../../../test/support/open-upload.ts'
import { tearOff } from '../../../test/support/raw-put.ts'
import { type Browser, crcHex, type Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { seeded } from '../../adapters/storage/storage.samples.ts'
import { uploads } from '../../db/tables.ts'
import { readBlob } from '../content/read-blob.ts'

const plans = Number(process.env.PART_PLANS ?? 30)
const firstSeed = Number(process.env.PART_SEED ?? 1)
const concurrency = 6

let server: TestServer
let browser: Browser
const senderEmail = 'races@example.com'
beforeAll(async () => {
  const rules = ['codeNetwork', 'networkMails', 'senderMails', 'recipientMails', 'mailboxMails', 'mailboxMailsDay']
  server = await startTestServer({ RATE_LIMITS: rules.map((rule) => `${rule}=10000000/60`).join(',') })
  browser = await withTicket(server)
  await browser.verify(senderEmail)
  const { json } = await browser.create([small()], { sender: senderEmail })
  await browser.withTicket('DELETE', `/api/uploads/${json.uploadId}`)
  // So that no month and no storage is used up.
  await server.services.db.execute(sql`update owners set role = 'pro'`)
})
afterAll(() => server?.close())

/** INV4: what the owners' rows say is what their uploads hold. */
async function expectUsageRight() {
  const { rows } = await server.services.db.execute(sql`
    select o.id, o.used_bytes, o.reserved_bytes,
      coalesce(sum(u.declared_bytes) filter (where u.state = 'complete'), 0) as live,
      coalesce(sum(u.declared_bytes) filter (where u.state = 'open'), 0) as open
    from owners o left join uploads u on u.owner_id = o.id group by o.id`)
  for (const row of rows) expect([row.used_bytes, row.reserved_bytes]).toEqual([String(row.live), String(row.open)])
}

async function stored(blobId: string, size: number) {
  const parts: Buffer[] = []
  for await (const { pieces } of readBlob(server.services, blobId, 0, size)) parts.push(...pieces)
  return Buffer.concat(parts)
}

type Plan = { uploadId: string; slug: string; blobs: { blobId: string }[] }

/** Sends every part of a cut of the blob, with noise between and beside them, until the server has accepted each once. */
async function play(seed: number) {
  const random = seeded(seed)
  const bytes = randomBytes(1 + random(200_000))
  const { json: plan } = (await browser.create([{ path: 'a.bin', bytes }], { sender: senderEmail })) as { json: Plan }
  const part = (from: number, to: number, content = bytes.subarray(from, to)) => ({
    uploadId: plan.uploadId,
    blobId: plan.blobs[0]!.blobId,
    offset: from,
    bytes: content,
  })
  const put = ({ uploadId, blobId, offset, bytes: body }: ReturnType<typeof part>, headers = {}) =>
    browser.putPart(uploadId, blobId, offset, body, headers)
  const noise = (): Promise<unknown> => {
    const from = random(bytes.length)
    const to = Math.min(bytes.length, from + 1 + random(50_000))
    const kind = random(4)
    if (kind === 0) return put(part(from, to), { 'x-part-crc32': crcHex(Buffer.from(`${seed}`)) })
    if (kind === 1) return tearOff(browser, part(from, to), random(to - from))
    return put(part(from, to))
  }
  const cuts = [0, ...Array.from({ length: random(8) }, () => random(bytes.length)), bytes.length]
  const borders = [...new Set(cuts)].sort((a, b) => a - b)
  const wanted = borders.slice(1).map((to, index) => [borders[index]!, to] as const)
  const isDiscarded = random(12) === 0
  const sends: (() => Promise<unknown>)[] = wanted.map(
    ([from, to]) =>
      () =>
        put(part(from, to)),
  )
  for (let n = random(4); n > 0; n--) sends.splice(random(sends.length + 1), 0, noise)
  for (let n = random(4); n > 0; n--) sends.push(sends[random(sends.length)]!)
  const publish = () => browser.publish(plan.slug, { senderEmail, emailTo: [{ email: 'races@example.cn' }] })
  const early = !isDiscarded && random(3) === 0 ? publish() : null
  if (isDiscarded) sends.splice(random(sends.length + 1), 0, () => browser.withTicket('DELETE', `/api/uploads/${plan.uploadId}`))
  await Promise.all(sends.map((send) => send()))
  await early
  if (isDiscarded) return expectNothing(plan)
  await fill(plan, bytes, (from, to) => put(part(from, to)))
  const replies = await Promise.all([publish(), publish(), put(part(0, 1)), put(part(0, bytes.length))])
  expect(new Set(replies.slice(0, 2).map(({ json }) => json._id)).size, `seed ${seed}`).toBe(1)
  expect((await publish()).json, `seed ${seed}`).toMatchObject({ state: 'active' })
  expect((await stored(plan.blobs[0]!.blobId, bytes.length)).equals(bytes), `seed ${seed}`).toBe(true)
}

/** As a client goes on: what the server's list lacks. */
async function fill(plan: Plan, bytes: Buffer, put: (from: number, to: number) => Promise<Reply>) {
  for (;;) {
    const { json } = await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)
    if (json.state === 'complete') return
    const ranges: [number, number][] = json.received[0].ranges
    const gaps = [[0, 0], ...ranges].map(([, to], index) => [to!, ranges[index]?.[0] ?? bytes.length] as const)
    const open = gaps.filter(([from, to]) => to > from)
    if (!open.length) return
    for (const [from, to] of open) expect((await put(from, to)).status).toBe(204)
  }
}

async function expectNothing({ uploadId }: Plan) {
  expect((await browser.withTicket('GET', `/api/uploads/${uploadId}`)).json.error.code).toBe('uploadNotFound')
  const [row] = await server.services.db.select().from(uploads).where(eq(uploads.id, uploadId))
  expect(row!.state).toBe('discarded')
}

test(`INV1 INV2 INV3 INV4 R03 R04 R05 ${plans} random part plans, ${concurrency} at once, end whole or gone`, async () => {
  for (let seed = firstSeed; seed < firstSeed + plans; seed += concurrency) {
    await Promise.all(Array.from({ length: concurrency }, (_, index) => play(seed + index)))
    await expectUsageRight()
  }
})
