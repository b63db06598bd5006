import { randomBytes } from 'node:crypto'
import { openBytesPerBrowser, parts, unverifiedKeptSeconds, uploadKeptSeconds } from '@sampan/contract/limits'
import { GB, plans } from '@sampan/contract/plans'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { owners, uploads } from '../../db/tables.ts'
import { Browser, blobsOf, crcHex } from '../../testing/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const mib = 1024 * 1024
const small = (path = 'a.bin', size = 1000) => ({ path, bytes: randomBytes(size) })

async function ready(): Promise<Browser> {
  const browser = new Browser(server)
  await browser.takeTicket()
  return browser
}

async function opened(files = [small('big.bin', 9 * mib)]) {
  const browser = await ready()
  const { json: plan } = await browser.create(files)
  const [blob] = blobsOf(plan, files)
  return {
    browser,
    plan,
    blob: blob!,
    files,
    put: (at: number, to: number, bytes = blob!.bytes.subarray(at, to), headers = {}) =>
      browser.putPart(plan.uploadId, blob!.blobId, at, bytes, headers),
  }
}
const received = async (browser: Browser, plan: { uploadId: string }) =>
  (await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)).json.received[0]?.ranges

describe('tickets', () => {
  test('U7 /stsAuth gives our own ticket and two key fields that open nothing', async () => {
    const browser = new Browser(server)
    const { status, json } = await browser.call('POST', '/stsAuth', { id: 'x', type: 'anonUpload' })
    expect(status).toBe(200)
    expect(new Date(json.Expiration).getTime() - server.services.clock().getTime()).toBeGreaterThan(59 * 60_000)
    for (const key of [json.AccessKeyId, json.AccessKeySecret]) {
      const reply = await browser.call(
        'POST',
        '/api/uploads',
        { files: [{ path: 'a', size: 1 }] },
        { authorization: `Bearer ${key}` },
      )
      expect(reply.json.error.code).toBe('ticketInvalid')
    }
  })

  test.each(['userUpload', 'request', 'teamMember', 'teamUpload'])(
    'U7 H4 a %s ticket is refused to someone without the right to it',
    async (type) => {
      const reply = await new Browser(server).call('POST', '/stsAuth', { id: 'someone-else', type, adminId: 'x' })
      expect([reply.status, reply.json.error.code]).toEqual([404, 'notYours'])
    },
  )

  test.each([
    ['no ticket', ''],
    ['a cut one', 'Bearer abc.def'],
    [
      'alg none',
      `Bearer ${Buffer.from('{"alg":"none","typ":"ticket+jwt"}').toString('base64url')}.${Buffer.from('{"sub":"x","kind":"anonUpload","aud":"sampan-upload"}').toString('base64url')}.`,
    ],
  ])('U4 %s is answered with ticketInvalid', async (_, authorization) => {
    const reply = await new Browser(server).call('POST', '/api/uploads', { files: [{ path: 'a', size: 1 }] }, { authorization })
    expect([reply.status, reply.json.error.code]).toEqual([401, 'ticketInvalid'])
  })

  test('U7 H4 a ticket opens nothing of another browser', async () => {
    const mine = await opened()
    const other = await ready()
    for (const [method, path] of [
      ['GET', `/api/uploads/${mine.plan.uploadId}`],
      ['DELETE', `/api/uploads/${mine.plan.uploadId}`],
      ['DELETE', `/api/uploads/${mine.plan.uploadId}/files/${mine.plan.files[0].fileId}`],
    ] as const) {
      expect((await other.withTicket(method, path)).json.error.code).toBe('uploadNotFound')
    }
    expect((await other.putPart(mine.plan.uploadId, mine.blob.blobId, 0, mine.blob.bytes.subarray(0, 10))).json.error.code).toBe(
      'uploadNotFound',
    )
    expect(await received(mine.browser, mine.plan)).toEqual([])
  })
})

describe('plans', () => {
  test('U1 part sizes begin at the floor of the connection', async () => {
    const browser = await ready()
    for (const [connection, bytes] of Object.entries(parts.floorBytes)) {
      const { json } = await browser.create([small()], { connection })
      expect(json.blobs[0].partSize).toBe(bytes)
    }
  })

  test('U9 a file of 2.5 TB gets parts that stay within 10,000', async () => {
    const { firstPartBytes } = await import('@sampan/contract/rules/part-size')
    expect(Math.ceil((2500 * GB) / firstPartBytes(2500 * GB))).toBeLessThanOrEqual(10_000)
  })

  test('U8 small files share a blob, large ones have their own, empty ones none', async () => {
    const browser = await ready()
    const { json } = await browser.create([
      small('a', 10),
      small('b', 9 * mib),
      small('c', 20),
      { path: 'e', bytes: Buffer.alloc(0) },
      { path: 'd/', bytes: Buffer.alloc(0) },
    ])
    expect(json.blobs.map(({ size }: { size: number }) => size)).toEqual([30, 9 * mib])
    expect(json.files.map(({ offset }: { offset: number }) => offset)).toEqual([0, 0, 10, 0, 0])
    expect(json.files[3].blobId).toBeNull()
  })

  test.each([
    ['no file', [], 'noFiles'],
    ['a folder above', [{ path: '../x', size: 1 }], 'invalidPath'],
    ['an absolute path', [{ path: '/etc/x', size: 1 }], 'invalidPath'],
    ['a name of 256 bytes', [{ path: '名'.repeat(86), size: 1 }], 'invalidPath'],
    [
      'the same path twice',
      [
        { path: 'x', size: 1 },
        { path: 'x', size: 2 },
      ],
      'duplicatePath',
    ],
    ['a page', [{ path: 'a/INDEX.HTML. ', size: 1 }], 'insecureFileType'],
    ['a program behind NUL-like letters', [{ path: 'setup.ｅｘｅ', size: 1 }], 'insecureFileType'],
    ['a release', [{ path: 'Show.S01E02.mkv', size: 1 }], 'releaseFile'],
    ['too many files', Array.from({ length: 51 }, (_, i) => ({ path: `${i}`, size: 1 })), 'tooManyFiles'],
    ['too many bytes', [{ path: 'x', size: plans.anon.uploadBytes + 1 }], 'overTransferLimit'],
  ])('Q4 Q17 R28 R17 %s is refused by the server and changes nothing', async (_, files, code) => {
    const browser = await ready()
    const before = await snapshot()
    const reply = await browser.withTicket('POST', '/api/uploads', { files })
    expect(reply.json.error.code).toBe(code)
    expect(await snapshot()).toEqual(before)
  })

  test('K1 R17 exactly the limits of the role are accepted', async () => {
    const files = Array.from({ length: plans.anon.files }, (_, i) => ({
      path: `${i}`,
      size: plans.anon.uploadBytes / plans.anon.files,
    }))
    const reply = await (await ready()).withTicket('POST', '/api/uploads', { files })
    expect(reply.status).toBe(201)
  })

  test('U8 50 racing uploads of one browser never reserve more than its cap', async () => {
    const browser = await ready()
    const size = openBytesPerBrowser / 10
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => browser.withTicket('POST', '/api/uploads', { files: [{ path: 'x', size }] })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(replies.filter(({ json }) => json.error?.code === 'tooMuchUnverified')).toHaveLength(40)
  })

  test('U8 an abandoned upload gives its room back, and only it', async () => {
    const [gone, kept] = [await opened(), await opened()]
    const reserved = async (uploadId: string) => {
      const [row] = await server.services.db
        .select()
        .from(uploads)
        .innerJoin(owners, eq(uploads.ownerId, owners.id))
        .where(eq(uploads.id, uploadId))
      return row!.owners.reservedBytes
    }
    await server.services.db
      .update(uploads)
      .set({ expiresAt: new Date(0) })
      .where(eq(uploads.id, gone.plan.uploadId))
    await server.services.db.execute(sql`select graphile_worker.add_job('uploads:collect')`)
    await waitFor(async () => (await reserved(gone.plan.uploadId)) === 0)
    expect(await reserved(kept.plan.uploadId)).toBe(9 * mib)
    expect((await gone.put(0, 1000)).json.error.code).toBe('uploadNotFound')
  })

  test('H3 U8 a repeated call with its Idempotency-Key begins one upload and reserves once, also when 10 race', async () => {
    const browser = await ready()
    const ask = () =>
      browser.withTicket('POST', '/api/uploads', { files: [{ path: 'x', size: 5 }] }, { 'idempotency-key': 'one' })
    const replies = await Promise.all(Array.from({ length: 10 }, ask))
    expect(new Set(replies.map(({ json }) => json.uploadId)).size).toBe(1)
    expect((await ask()).json).toEqual(replies[0]!.json)
    const again = await browser.withTicket(
      'POST',
      '/api/uploads',
      { files: [{ path: 'x', size: 5 }] },
      { 'idempotency-key': 'two' },
    )
    expect(again.json.uploadId).not.toBe(replies[0]!.json.uploadId)
  })

  test('U5 Q13 an upload is kept for an hour, and for 7 days once its sender is proved', async () => {
    const browser = await ready()
    const kept = async (sender?: string) => {
      const { json } = await browser.create([small()], { sender })
      return Math.round((new Date(json.expiresAt).getTime() - server.services.clock().getTime()) / 1000)
    }
    expect(await kept('anna@example.com')).toBeLessThanOrEqual(unverifiedKeptSeconds)
    await browser.verify('anna@example.com')
    expect(await kept('anna@example.com')).toBeGreaterThan(uploadKeptSeconds - 60)
  })
})

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

async function snapshot() {
  const { rows } = await server.services.db.execute(
    sql`select (select count(*) from uploads) as uploads, (select sum(reserved_bytes) from owners) as reserved, (select count(*) from slugs) as slugs`,
  )
  return rows[0]
}
