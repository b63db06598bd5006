import { parts } from '@sampan/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { small, withTicket } from '../../../test/support/open-upload.ts'
import type { TestFile } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { owners } from '../../db/tables.ts'
import { readBlob } from '../content/read-blob.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const day = 86_400

let people = 0
async function begin(files: readonly TestFile[] = [small('kept.bin', 3000)]) {
  const [browser, sender] = [await withTicket(server), `kept${++people}@example.com`]
  await browser.verify(sender)
  const { json: plan } = await browser.create(files, { sender })
  const put = (from: number, to: number) =>
    browser.putPart(plan.uploadId, plan.blobs[0].blobId, from, files[0]!.bytes.subarray(from, to))
  const read = () => browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)
  const reserved = async () => (await server.services.db.select().from(owners).where(eq(owners.key, sender)))[0]!.reservedBytes
  return { browser, sender, plan, put, read, reserved }
}

/** The collector runs once, on the server's clock. */
async function collect() {
  await server.services.db.execute(sql`select graphile_worker.add_job('uploads:collect', job_key := 'collect')`)
  await waitFor(async () => {
    const { rows } = await server.services.db.execute(sql`select 1 from graphile_worker.jobs where key = 'collect'`)
    return rows.length === 0
  })
}

test('R08 U5 an upload resumes on day 6, an active one goes on for days, one that rests is gone on day 8 with its room', async () => {
  const [resting, active] = [await begin(), await begin()]
  for (const { put } of [resting, active]) expect((await put(0, 1000)).status).toBe(204)
  server.moveClock(6 * day)
  await collect()
  for (const { browser } of [resting, active]) await browser.takeTicket()
  expect((await resting.read()).json.received[0].ranges).toEqual([[0, 1000]])
  expect((await active.put(1000, 2000)).status).toBe(204)
  server.moveClock(2 * day)
  await collect()
  for (const { browser } of [resting, active]) await browser.takeTicket()
  expect((await resting.read()).json.error.code).toBe('uploadNotFound')
  expect(await resting.reserved()).toBe(0)
  expect((await resting.put(1000, 2000)).json.error.code).toBe('uploadNotFound')
  expect((await active.read()).json.received[0].ranges).toEqual([[0, 2000]])
  expect((await active.put(2000, 3000)).status).toBe(204)
  expect(await active.reserved()).toBe(3000)
})

const floor = parts.floorBytes['4g']

test.each([0, 1, floor - 1, floor, floor + 1])(
  'R07 a file of %i bytes makes the round trip, sent by parts of the plan',
  async (size) => {
    const files = [small('size.bin', size), small('other.bin', 10)]
    const { browser, sender, plan } = await begin(files)
    await browser.putAll(plan, files)
    const sent = await browser.publish(plan.slug, { senderEmail: sender })
    expect(sent.json).toMatchObject({ state: 'active', totalBytes: size + 10 })
    const [file] = plan.files
    expect(file.blobId === null).toBe(size === 0)
    if (size === 0) return
    const read: Buffer[] = []
    for await (const { pieces } of readBlob(server.services, file.blobId, file.offset, file.offset + size)) read.push(...pieces)
    expect(Buffer.concat(read).equals(files[0]!.bytes)).toBe(true)
  },
)

test('R07 a file that is longer than declared is refused at the part that overflows, a shorter one never completes', async () => {
  const { browser, sender, plan, put, read } = await begin([small('short.bin', 3000)])
  const over = await browser.putPart(plan.uploadId, plan.blobs[0].blobId, 2000, Buffer.alloc(1001))
  expect([over.status, over.json.error.code]).toEqual([416, 'partOutOfBounds'])
  expect((await put(0, 2999)).status).toBe(204)
  expect((await browser.publish(plan.slug, { senderEmail: sender })).json.state).toBe('uploading')
  expect((await read()).json).toMatchObject({ state: 'open', received: [{ ranges: [[0, 2999]] }] })
  expect((await put(2999, 3000)).status).toBe(204)
  await waitFor(async () => (await read()).json.state === 'complete')
})

test('Q23 what was received is told with the dates of its files, so that a changed one is known in any browser', async () => {
  const lastModified = 1_700_000_000_000
  const { read } = await begin([{ ...small('dated.bin', 30), lastModified }, small('other.bin', 20)])
  const { files } = (await read()).json
  expect(files.map((file: { path: string; lastModified?: number }) => [file.path, file.lastModified])).toEqual([
    ['dated.bin', lastModified],
    ['other.bin', undefined],
  ])
})
