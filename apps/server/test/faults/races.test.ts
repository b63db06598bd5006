/** Everybody at once, over two processes that know nothing of each other but the database (R05, R15). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf } from './contents.ts'
import { type Sql, sqlOf } from './database.ts'
import { comeToRest } from './end-state.ts'
import { type Journal, openJournal } from './history.ts'
import { type Answer, jsonOf, type Line, lineTo } from './line.ts'
import { createUpload, type Means, type OwnUpload, publishUpload, sendPart } from './own-upload.ts'
import { mailsOf, usageBreaches } from './recount.ts'
import { chanceOf } from './seeded.ts'
import { makeAccount } from './sender-account.ts'
import { buildServer, type Installation, install, until } from './server-process.ts'

const many = 50
const MB = 1_000_000
// Mails and jobs are waited for, of processes that a busy machine serves late.
let here: Installation
let sql: Sql
let line: Line
let journal: Journal
let count = 0

beforeAll(async () => {
  buildServer()
  here = await install({ WORKERS: '2', RATE_LIMITS: 'linkMiss=1000000/600' })
  await here.start()
  ;[sql, line, journal] = [sqlOf(here), lineTo(here.port), openJournal('/dev/null')]
  expect(here.workers()).toHaveLength(2)
})
afterAll(async () => {
  line?.close()
  await here?.remove()
})

const person = async (role = 'teamelite'): Promise<Means> => ({
  line,
  journal,
  client: 0,
  account: await makeAccount(here.dataDir, sql, { role }),
})
const times = <T>(work: (index: number) => Promise<T>, howOften = many): Promise<T[]> =>
  Promise.all(Array.from({ length: howOften }, (_, index) => work(index)))
const chance = chanceOf('races')
const size = 200_000

async function sent(means: Means, path = 'a.bin'): Promise<OwnUpload> {
  const upload = (await createUpload(means, `race-${++count}`, [{ path, size }])) as OwnUpload
  await sendPart(means, upload, { blobId: upload.blobs[0]!.blobId, range: [0, size] }, chance)
  return upload
}

const codesOf = (answers: Answer[]): string[] =>
  answers.map((answer) => (answer.status < 300 ? 'ok' : jsonOf(answer)?.error.code))
const okIn = (codes: string[]): number => codes.filter((code) => code === 'ok').length
const ownerOf = async ({ account }: Means) => (await sql('select * from owners where id = $1', [account.ownerId]))[0]!

test('R15 creates that race for the last tenth of the storage are never given more than there is, and give it back', async () => {
  const means = await person('free')
  await sql('update owners set used_bytes = 9000000000 where id = $1', [means.account.ownerId])
  const ticket = await means.account.ticket()
  const headers = { ...ticket, 'content-type': 'application/json' }
  const answers = await times((index) =>
    line.call({
      method: 'POST',
      path: '/api/uploads',
      headers,
      body: Buffer.from(JSON.stringify({ files: [{ path: `${index}.bin`, size: 300 * MB }] })),
    }),
  )
  const codes = codesOf(answers)
  expect(okIn(codes)).toBe(3)
  expect(new Set(codes)).toEqual(new Set(['ok', 'storageFull']))
  expect((await ownerOf(means)).reserved_bytes).toBe(900 * MB)
  const begun = answers.flatMap((answer) => (answer.status === 201 ? [jsonOf(answer).uploadId as string] : []))
  await times(
    (index) =>
      line.call({
        method: 'DELETE',
        path: `/api/uploads/${begun[index % 3]}`,
        headers: ticket,
      }),
    12,
  )
  expect((await ownerOf(means)).reserved_bytes).toBe(0)
  await sql('update owners set used_bytes = 0 where id = $1', [means.account.ownerId])
})

test("R15 sendings that race for the last of the month's transfers: one gets it", async () => {
  const means = await person('free')
  const uploads = await times(() => sent(means), 12)
  await sql(`insert into month_counts (owner_id, month, transfers) values ($1, to_char(now(), 'YYYY-MM'), 9)`, [
    means.account.ownerId,
  ])
  const headers = { ...(await means.account.access()), 'content-type': 'application/json' }
  const answers = await Promise.all(
    uploads.map(({ slug }) =>
      line.call({ method: 'POST', path: '/quicksend2', headers, body: Buffer.from(JSON.stringify({ slug, sendAs: 'link' })) }),
    ),
  )
  const codes = codesOf(answers)
  expect([okIn(codes), codes.filter((code) => code === 'monthUsedUp').length]).toEqual([1, 11])
  expect((await sql('select transfers from month_counts where owner_id = $1', [means.account.ownerId]))[0]).toEqual({
    transfers: 10,
  })
})

test('R05 INV7 one upload published twenty times at once is one transfer, one answer, one mail each, counted once', async () => {
  const means = await person()
  const upload = await sent(means)
  const to = ['one@race.example', 'two@race.example']
  const headers = { ...(await means.account.access()), 'content-type': 'application/json' }
  const body = Buffer.from(JSON.stringify({ slug: upload.slug, emailTo: to.map((email) => ({ email })) }))
  const answers = await times(() => line.call({ method: 'POST', path: '/quicksend2', headers, body }), 20)
  const replies = answers.map(jsonOf)
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(new Set(replies.map(({ _id }) => _id)).size).toBe(1)
  expect(replies.every(({ state }) => state === 'active')).toBe(true)
  await comeToRest(sql)
  expect(
    mailsOf(here.dataDir)
      .filter((mail) => to.includes(mail.to))
      .map((mail) => mail.to)
      .sort(),
  ).toEqual(to)
  const owner = await ownerOf(means)
  expect([owner.used_bytes, owner.reserved_bytes]).toEqual([size, 0])
})

test('R15 readers who race for a limited link never get more than it allows', async () => {
  const means = await person()
  const upload = await sent(means)
  const headers = { ...(await means.account.access()), 'content-type': 'application/json' }
  const said = { slug: upload.slug, sendAs: 'link', downloadLimit: 3 }
  expect(
    (await line.call({ method: 'POST', path: '/quicksend2', headers, body: Buffer.from(JSON.stringify(said)) })).status,
  ).toBe(200)
  const path = `/api/transfers/${upload.slug}/files/${upload.files[0]!.fileId}`
  const answers = await times((index) => line.call({ method: 'GET', path, headers: { 'user-agent': `reader ${index}` } }))
  const codes = codesOf(answers)
  expect(okIn(codes)).toBe(3)
  expect(new Set(codes)).toEqual(new Set(['ok', 'downloadLimitReached']))
  const counted = async () =>
    (await sql('select download_count from transfers where slug = $1', [upload.slug]))[0]!.download_count
  await until(async () => (await counted()) >= 3)
  expect(await counted()).toBe(3)
})

test('R03 R15 one part sent fifty times at once, with two contents, is one of them and counts once', async () => {
  const means = await person()
  const upload = (await createUpload(means, 'same-part', [{ path: 'a.bin', size }])) as OwnUpload
  const { blobId } = upload.blobs[0]!
  const results = await times((index) => sendPart(means, upload, { blobId, range: [0, size], version: index % 2 }, chance))
  // Refused where one with other bytes, asked for later, was there already.
  expect(new Set(results.map(({ answer }) => answer.status))).toEqual(new Set([204, 409]))
  expect(await sql('select received_bytes from uploads where id = $1', [upload.uploadId])).toEqual([{ received_bytes: size }])
  await publishUpload(means, upload, { sendAs: 'link', to: [] })
  const { bytes } = await line.call({ method: 'GET', path: `/api/transfers/${upload.slug}/files/${upload.files[0]!.fileId}` })
  expect([0, 1].some((version) => bytesOf(blobId, version, [0, size]).equals(bytes))).toBe(true)
})

test('R05 INV3 an upload that is published and discarded at once is either, and whole', async () => {
  const means = await person()
  for (let round = 0; round < 10; round++) {
    const upload = await sent(means)
    const [access, ticket] = [
      { ...(await means.account.access()), 'content-type': 'application/json' },
      await means.account.ticket(),
    ]
    const body = Buffer.from(JSON.stringify({ slug: upload.slug, sendAs: 'link' }))
    const [published, discarded] = await Promise.all([
      line.call({ method: 'POST', path: '/quicksend2', headers: access, body }),
      line.call({ method: 'DELETE', path: `/api/uploads/${upload.uploadId}`, headers: ticket }),
    ])
    expect([published.status, discarded.status].filter((status) => status < 300)).toHaveLength(1)
    const { status, bytes } = await line.call({
      method: 'GET',
      path: `/api/transfers/${upload.slug}/files/${upload.files[0]!.fileId}`,
    })
    if (published.status === 200) expect(bytes.equals(bytesOf(upload.blobs[0]!.blobId, 0, [0, size]))).toBe(true)
    else expect(status).toBe(404)
  }
})

test('INV4 after all of it the sums are those of the rows', async () => {
  await comeToRest(sql)
  expect(await usageBreaches(sql)).toEqual([])
})
