import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mib, openUpload, received, small } from '../../../test/support/open-upload.ts'
import { blobsOf, crcHex, type TestFile } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { uploads } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const opened = (files?: readonly TestFile[]) => openUpload(server, files)

describe('parts', () => {
  test('U6 R04 parts may come in any order and of any size', async () => {
    const { browser, plan, blob, put } = await opened()
    const size = blob.bytes.length
    for (const [from, to] of [
      [5 * mib, size],
      [0, 1],
      [1, mib + 7],
      [mib + 7, 5 * mib],
    ] as const)
      expect((await put(from, to)).status).toBe(204)
    expect(await received(browser, plan)).toEqual([[0, size]])
  })

  test('U6 a damaged part is refused and not stored, and the upload goes on', async () => {
    const { browser, plan, put, blob } = await opened()
    const reply = await put(0, mib, blob.bytes.subarray(0, mib), { 'x-part-crc32': crcHex(Buffer.from('other')) })
    expect([reply.status, reply.json.error.code]).toEqual([422, 'partDamaged'])
    expect(await received(browser, plan)).toEqual([])
    expect((await put(0, mib)).status).toBe(204)
  })

  test('R03 the same part again is one part; other bytes of the same range replace it', async () => {
    const { browser, plan, put, blob } = await opened([small('one.bin', 9 * mib)])
    const replies = await Promise.all([put(0, mib), put(0, mib), put(0, mib)])
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await put(0, mib, randomBytes(mib))).status).toBe(204)
    expect((await put(0, mib)).status).toBe(204)
    await put(mib, blob.bytes.length)
    await browser.verify('one@example.com')
    expect((await browser.publish(plan.slug, { senderEmail: 'one@example.com' })).json.state).toBe('active')
    const late = await put(0, mib, randomBytes(mib))
    expect([late.status, late.json.error.code]).toEqual([409, 'uploadClosed'])
  })

  test('R04 a part that overlaps another is refused with what is there', async () => {
    const { browser, plan, put } = await opened()
    await put(mib, 2 * mib)
    const reply = await put(mib - 10, mib + 10)
    expect(reply.json.error).toMatchObject({ code: 'partOverlaps', details: { ranges: [[mib, 2 * mib]] } })
    expect(await received(browser, plan)).toEqual([[mib, 2 * mib]])
  })

  test.each([
    ['beyond the end', 9 * mib - 5, 10, {}, 'partOutOfBounds'],
    ['of no bytes', 0, 0, {}, 'partOutOfBounds'],
    ['without a checksum', 0, 10, { 'x-part-crc32': '' }, 'invalidInput'],
  ])('R16 a part %s is refused', async (_, at, length, headers, code) => {
    const { browser, plan, put } = await opened()
    expect((await put(at, at + length, randomBytes(length), headers)).json.error.code).toBe(code)
    expect(await received(browser, plan)).toEqual([])
  })

  test('R16 repeating parts cannot fill the disk', async () => {
    const { put } = await opened([small('r.bin', 9 * mib)])
    const codes: string[] = []
    for (let i = 0; i < 12; i++) codes.push((await put(0, 8 * mib, randomBytes(8 * mib))).json.error?.code ?? 'ok')
    expect(codes).toContain('tooMuchWritten')
    expect(codes.filter((code) => code === 'ok').length).toBeLessThanOrEqual(11)
  })

  test('R04 an upload with a gap is not published as whole, and its last part completes it', async () => {
    const { browser, plan, put, blob } = await opened()
    await put(0, mib)
    await browser.verify('gap@example.com')
    const sent = await browser.publish(plan.slug, {
      senderEmail: 'gap@example.com',
      emailTo: [{ email: 'gap-reader@example.com' }],
    })
    expect(sent.json.state).toBe('uploading')
    expect(await server.mailsTo('gap-reader@example.com')).toEqual([])
    await put(mib, blob.bytes.length)
    await server.mailTo('gap-reader@example.com')
  })
})

describe('changing an open upload', () => {
  test('U8 files can be added and taken out; the reservation follows', async () => {
    const { browser, plan } = await opened([small('a', 100), small('b', 200)])
    const added = await browser.withTicket('POST', `/api/uploads/${plan.uploadId}/files`, { files: [{ path: 'c', size: 50 }] })
    expect(added.json.files.map(({ path }: { path: string }) => path)).toEqual(['a', 'b', 'c'])
    const removed = plan.files[0].fileId
    for (const _ of [1, 2])
      expect((await browser.withTicket('DELETE', `/api/uploads/${plan.uploadId}/files/${removed}`)).status).toBe(204)
    const [row] = await server.services.db.select().from(uploads).where(eq(uploads.id, plan.uploadId))
    expect(row!.declaredBytes).toBe(250)
  })

  test('U8 what was taken out is neither awaited nor sent', async () => {
    const files = [small('a', 100), small('b', 200), small('c', 300)]
    const { browser, plan } = await opened(files)
    await browser.withTicket('DELETE', `/api/uploads/${plan.uploadId}/files/${plan.files[1].fileId}`)
    const [blob] = blobsOf(plan, files)
    await browser.putPart(plan.uploadId, blob!.blobId, 0, blob!.bytes.subarray(0, 100))
    await browser.putPart(plan.uploadId, blob!.blobId, 300, blob!.bytes.subarray(300))
    await browser.verify('holes@example.com')
    const sent = await browser.publish(plan.slug, { senderEmail: 'holes@example.com' })
    expect(sent.json).toMatchObject({ state: 'active', fileNumber: 2, totalBytes: 400 })
  })

  test('U8 a discarded upload is gone with its reservation', async () => {
    const { browser, plan } = await opened()
    expect((await browser.withTicket('DELETE', `/api/uploads/${plan.uploadId}`)).status).toBe(204)
    expect((await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)).json.error.code).toBe('uploadNotFound')
  })
})
