/** What readers get of stored bytes that are gone, cut, changed or swapped: never wrong ones, and the operator hears of it. */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get, type Sent, sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { blobs } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const MiB = 1024 * 1024
/** Two files with a blob of their own each; parts of an odd size. */
const files = [
  { path: 'a.bin', bytes: randomBytes(9 * MiB + 7) },
  { path: 'b.bin', bytes: randomBytes(9 * MiB + 7) },
]
const send = () => sendTo(server, files, { partBytes: 3 * MiB + 1 })
const fileUrl = (one: Sent, path: string) =>
  one.url(`files/${one.view.files.find((file: { path: string }) => file.path === path).fileId}`)
const blobOf = async (one: Sent, path: string): Promise<string> =>
  (
    await server.services.db.execute<{ blob_id: string }>(
      sql`select files.blob_id from files join uploads on uploads.id = upload_id where slug = ${one.slug} and path = ${path}`,
    )
  ).rows[0]!.blob_id
/** The blob's container files. */
async function containersOf(one: Sent, path: string): Promise<string[]> {
  const [root, blobId] = [join(server.services.config.dataDir, 'blobs'), await blobOf(one, path)]
  return (readdirSync(root, { recursive: true }) as string[])
    .filter((name) => name.includes(blobId))
    .map((name) => join(root, name))
}
/** What arrives, however the answer ends. */
const received = (url: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; length: number; bytes: Buffer; isWhole: boolean }>((resolve, reject) => {
    const asking = request(url, { headers }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', () => {})
      reply.on('close', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: reply.statusCode!, length: Number(reply.headers['content-length']), bytes, isWhole: reply.complete })
      })
    })
    asking.on('error', reject).end()
  })
const alarms = async () => {
  const text = await server.services.metrics.text()
  const logged = server.logs.filter((line) => line.includes('stored bytes cannot be read')).length
  return [Number(/^sampan_unreadable_reads_total (\d+)/m.exec(text)?.[1]), logged] as const
}
const flip = (container: string, at: number) => {
  const stored = readFileSync(container)
  stored[at]! ^= 1
  writeFileSync(container, stored)
}
const rowsOf = (blobId: string) => sql`(select * from attempts where blob_id = ${blobId} order by "offset" limit 1)`

type Damage = (one: Sent, container: string) => Promise<unknown> | unknown
const damages: [string, Damage][] = [
  ['a flipped bit in the first segment', (_, container) => flip(container, 100)],
  ['a flipped bit in the middle', (_, container) => flip(container, 5 * MiB)],
  ['a flipped bit in the last tag', (_, container) => flip(container, readFileSync(container).length - 1)],
  ['a cut end', (_, container) => truncateSync(container, 7 * MiB)],
  ['a deleted container', (_, container) => rmSync(container)],
  [
    'two segments of it swapped',
    (_, container) => {
      const stored = readFileSync(container)
      const stride = 256 * 1024 + 16
      const [first, second] = [Buffer.from(stored.subarray(0, stride)), Buffer.from(stored.subarray(stride, 2 * stride))]
      second.copy(stored, 0)
      first.copy(stored, stride)
      writeFileSync(container, stored)
    },
  ],
  [
    "another blob's bytes in its place",
    async (one, container) => writeFileSync(container, readFileSync((await containersOf(one, 'b.bin'))[0]!)),
  ],
  [
    'the row of another part in place of its own',
    async (one) => {
      const blobId = await blobOf(one, 'a.bin')
      await server.services.db.execute(
        sql`update attempts set position = other.position, header = other.header from ${rowsOf(blobId)} as other where attempts.blob_id = ${blobId} and attempts."offset" > 0`,
      )
    },
  ],
  [
    'the row of a part dropped',
    async (one) => {
      const blobId = await blobOf(one, 'a.bin')
      await server.services.db.execute(sql`delete from attempts where blob_id = ${blobId} and "offset" > 0`)
    },
  ],
]

describe('R13 damaged bytes', () => {
  test.each(damages)(
    'R13 INV2 %s: the download breaks before a wrong byte, with an alarm; the other file is whole',
    async (_, damage) => {
      const one = await send()
      const right = files[0]!.bytes
      await damage(one, (await containersOf(one, 'a.bin'))[0]!)
      const before = await alarms()
      const got = await received(fileUrl(one, 'a.bin'))
      if (got.status === 200) {
        expect([got.isWhole, got.length]).toEqual([false, right.length])
        expect(got.bytes.length).toBeLessThan(right.length)
        expect(got.bytes.equals(right.subarray(0, got.bytes.length))).toBe(true)
      } else expect([got.status, JSON.parse(got.bytes.toString()).error.code]).toEqual([500, 'fileUnreadable'])
      const zip = await received(one.url('zip'))
      expect(zip.status === 500 || !zip.isWhole).toBe(true)
      await waitFor(async () => (await alarms()).every((count, i) => count === before[i]! + 2))
      expect((await get(fileUrl(one, 'b.bin'))).bytes.equals(files[1]!.bytes)).toBe(true)
    },
  )

  test('R13 R56 a file whose bytes are known to be lost is 404 and a zip with it is refused; the others can still be had', async () => {
    const one = await send()
    await server.services.db
      .update(blobs)
      .set({ lostAt: server.services.clock() })
      .where(eq(blobs.id, await blobOf(one, 'a.bin')))
    for (const url of [fileUrl(one, 'a.bin'), one.url('zip')])
      for (const method of ['GET', 'HEAD']) {
        const reply = await get(url, {}, method)
        expect(reply.status).toBe(404)
        if (method === 'GET') expect(JSON.parse(reply.bytes.toString()).error.code).toBe('fileLost')
      }
    expect((await get(fileUrl(one, 'b.bin'))).bytes.equals(files[1]!.bytes)).toBe(true)
    const { fileId } = one.view.files.find(({ path }: { path: string }) => path === 'b.bin')
    const chosen = await fetch(one.url('selections'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fileIds: [fileId] }),
    })
    const { selection } = await chosen.json()
    expect((await get(one.url('zip', { user: one.user, dl: one.view.dl, selection }))).status).toBe(200)
  })
})

test('R12 a zip that is broken off fifty times leaves no descriptor and no reader behind', async () => {
  const one = await send()
  const descriptors = () => readdirSync('/proc/self/fd').length
  const breakOff = () =>
    new Promise<void>((resolve) => {
      const asking = request(one.url('zip'), { agent: false }, (reply) => {
        let bytes = 0
        reply.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > 4 * MiB) reply.destroy()
        })
        reply.on('error', () => {})
        reply.on('close', resolve)
      })
      asking.on('error', () => resolve()).end()
    })
  const isQuiet = () =>
    waitFor(async () => {
      const { rows } = await server.services.db.execute<{ count: number }>(
        sql`select coalesce(sum(readers), 0)::int as count from download_sessions join transfers on transfers.id = transfer_id where slug = ${one.slug}`,
      )
      return rows[0]!.count === 0
    })
  for (let i = 0; i < 10; i++) await breakOff()
  await isQuiet()
  const opened = descriptors()
  for (let i = 0; i < 40; i += 4) await Promise.all([breakOff(), breakOff(), breakOff(), breakOff()])
  await isQuiet()
  // The store closes what rests a few seconds after; connections to the database stay.
  await waitFor(async () => descriptors() <= opened + 4)
  expect((await received(one.url('zip'))).isWhole).toBe(true)
})
