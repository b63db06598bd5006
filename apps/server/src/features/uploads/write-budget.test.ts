import { randomBytes } from 'node:crypto'
import { openUploadsPerBrowser, rewriteSlackBytes, rewriteSlackParts } from '@sampan/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mib, openUpload, received, small } from '../../../test/support/open-upload.ts'
import { tearOff } from '../../../test/support/raw-put.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { attempts, files, owners, uploads } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const rowOf = async (uploadId: string) => (await server.services.db.select().from(uploads).where(eq(uploads.id, uploadId)))[0]!
const bytesOnDisk = async (blobId: string) => {
  let bytes = 0
  for await (const each of server.services.storage.inventory.list()) if (each.blobId === blobId) bytes += each.bytes
  return bytes
}
const setRow = (uploadId: string, set: Partial<typeof uploads.$inferInsert>) =>
  server.services.db.update(uploads).set(set).where(eq(uploads.id, uploadId))

describe('what an upload may write', () => {
  test('R16 replaced copies fill no disk: one too many is refused, and every byte that is still to come fits', async () => {
    const { browser, plan, put } = await openUpload(server, [small('a.bin', 3 * mib)])
    expect((await put(0, mib)).status).toBe(204)
    const replacedMax = 3 * mib + rewriteSlackBytes
    await setRow(plan.uploadId, { writtenBytes: mib + replacedMax - mib })
    expect((await put(0, mib, randomBytes(mib))).status).toBe(204)
    expect((await put(0, mib, randomBytes(mib))).json.error.code).toBe('tooMuchWritten')
    expect((await rowOf(plan.uploadId)).writtenBytes).toBe(mib + replacedMax)
    for (const at of [mib, 2 * mib]) expect((await put(at, at + mib)).status).toBe(204)
    expect((await put(2 * mib, 3 * mib)).status).toBe(204)
    expect(await received(browser, plan)).toEqual([[0, 3 * mib]])
  })

  test('U5 R02 R16 hundreds of parts that break off, are damaged or come again count for nothing and take no room', async () => {
    const { browser, plan, put, blob } = await openUpload(server, [small('a.bin', 16 * mib)])
    const part = { uploadId: plan.uploadId, blobId: blob.blobId, offset: 0, bytes: blob.bytes.subarray(0, 4 * mib) }
    for (let nth = 0; nth < 120; nth++) await tearOff(browser, part, 64 * 1024)
    expect((await put(0, 4 * mib)).status).toBe(204)
    for (let nth = 0; nth < 20; nth++) {
      expect((await put(0, 4 * mib, undefined, { 'x-part-crc32': '00000000' })).status).toBe(422)
      expect((await put(0, 4 * mib)).status).toBe(204)
    }
    expect(await rowOf(plan.uploadId)).toMatchObject({ writtenBytes: 4 * mib, writtenParts: 1, receivedBytes: 4 * mib })
    for (const at of [4, 8, 12]) expect((await put(at * mib, (at + 4) * mib)).status).toBe(204)
    expect(await received(browser, plan)).toEqual([[0, 16 * mib]])
    // The last that broke off may be noticed only when the next has begun, beside it.
    expect(await bytesOnDisk(blob.blobId)).toBeLessThan(1.02 * 20 * mib)
  })

  test('R16 parts are counted: millions of tiny ones are refused, those of a slow line are not', async () => {
    const { plan, put } = await openUpload(server, [small('b.bin', 2 * mib)])
    expect((await put(0, 1)).status).toBe(204)
    const max = rewriteSlackParts + (4 * 2 * mib) / (128 * 1024)
    await setRow(plan.uploadId, { writtenParts: max - 1 })
    expect((await put(1, 2)).status).toBe(204)
    for (const at of [2, 3]) expect((await put(at, at + 1)).json.error.code).toBe('tooMuchWritten')
    expect((await rowOf(plan.uploadId)).receivedBytes).toBe(2)
  })

  test('U8 what was taken out counts no longer as written, and its blob goes with its last file', async () => {
    const list = [small('large.bin', 9 * mib), small('a', 1000), small('b', 2000)]
    const { browser, plan, put, blob } = await openUpload(server, list)
    await put(0, 9 * mib)
    const shared = plan.blobs[1]!.blobId
    const bytes = Buffer.concat([list[1]!.bytes, list[2]!.bytes])
    await browser.putPart(plan.uploadId, shared, 0, bytes)
    const remove = (index: number) =>
      browser.withTicket('DELETE', `/api/uploads/${plan.uploadId}/files/${plan.files[index]!.fileId}`)
    for (const _ of [1, 2]) expect((await remove(0)).status).toBe(204)
    expect(await rowOf(plan.uploadId)).toMatchObject({ writtenBytes: 3000, declaredBytes: 3000, receivedBytes: 3000 })
    await remove(1)
    expect(await rowOf(plan.uploadId)).toMatchObject({ writtenBytes: 2000, declaredBytes: 2000 })
    const { json } = await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)
    expect(json.blobs.map(({ blobId }: { blobId: string }) => blobId)).toEqual([shared])
    // One that was on its way is dropped; whoever begins another is told.
    expect((await put(0, mib)).status).toBe(204)
    expect((await put(0, mib)).json.error.code).toBe('uploadNotFound')
    const stored = async () => {
      const found = []
      for await (const each of server.services.storage.inventory.list()) if (each.blobId === blob.blobId) found.push(each)
      return found
    }
    await waitFor(async () => (await stored()).length === 0)
    const left = await server.services.db.select().from(attempts).where(eq(attempts.blobId, blob.blobId))
    expect(left).toEqual([])
  })
})

test('U8 R15 of 20 racing uploads for the last 5 places of a holder none slips past', async () => {
  const { browser, plan } = await openUpload(server, [small('first', 10)])
  const { ownerId } = await rowOf(plan.uploadId)
  await server.services.db.execute(sql`
    insert into uploads (slug, owner_id, browser_hash, network_key, connection, declared_bytes, expires_at)
    select 'many' || n, ${ownerId}, 'x', 'x', '4g', 0, now() + interval '1 day' from generate_series(2, ${openUploadsPerBrowser - 5}) n`)
  const replies = await Promise.all(Array.from({ length: 20 }, () => browser.create([small('x', 1)])))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(new Set(replies.filter(({ status }) => status !== 201).map(({ json }) => json.error.code))).toEqual(
    new Set(['tooManyOpen']),
  )
  const [owner] = await server.services.db.select().from(owners).where(eq(owners.id, ownerId))
  expect(owner!.reservedBytes).toBe(15)
})

test('H3 files are added once, however often the call is repeated with its Idempotency-Key', async () => {
  const { browser, plan } = await openUpload(server, [small('a', 100)])
  const ask = (key: string, path = 'b') =>
    browser.withTicket('POST', `/api/uploads/${plan.uploadId}/files`, { files: [{ path, size: 50 }] }, { 'idempotency-key': key })
  const replies = await Promise.all(Array.from({ length: 8 }, () => ask('one')))
  expect(new Set(replies.map(({ json }) => JSON.stringify(json.files))).size).toBe(1)
  expect((await ask('two', 'c')).json.files).toHaveLength(3)
  expect((await ask('one')).status).toBe(201)
  expect((await ask('three')).json.error.code).toBe('duplicatePath')
  expect((await rowOf(plan.uploadId)).declaredBytes).toBe(200)
  expect(await server.services.db.$count(files, eq(files.uploadId, plan.uploadId))).toBe(3)
})
