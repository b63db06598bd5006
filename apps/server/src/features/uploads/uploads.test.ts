import { openBytesPerBrowser, parts, unverifiedKeptSeconds, uploadKeptSeconds } from '@sampan/contract/limits'
import { GB, plans } from '@sampan/contract/plans'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mib, openUpload, received, small, withTicket } from '../../../test/support/open-upload.ts'
import { Browser, type TestFile } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { owners, uploads } from '../../db/tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const ready = () => withTicket(server)
const opened = (files?: readonly TestFile[]) => openUpload(server, files)

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

async function snapshot() {
  const { rows } = await server.services.db.execute(
    sql`select (select count(*) from uploads) as uploads, (select sum(reserved_bytes) from owners) as reserved, (select count(*) from slugs) as slugs`,
  )
  return rows[0]
}
