/** One upload that a stranger holds, beside others. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mib, openUpload, received, small } from '../../../test/support/open-upload.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { uploads } from '../../db/tables.ts'
import { makePartRecorder, type WrittenPart } from './record-parts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

/** Runs with the upload's row locked by somebody else. */
const whileHeld = (uploadId: string, work: () => Promise<void>) =>
  inTransaction(server.services.db, async (tx) => {
    await tx.select().from(uploads).where(eq(uploads.id, uploadId)).for('update')
    await work()
  })

const partOf = ({ plan, blob }: Awaited<ReturnType<typeof openUpload>>, offset: number): WrittenPart => ({
  uploadId: plan.uploadId,
  blobId: blob.blobId,
  offset,
  length: mib,
  accepted: offset + 1,
  place: { container: `${blob.blobId}.0123456789abcdef`, position: 0, header: Buffer.alloc(1) },
  crc32: 1,
  pieceCrcs: Buffer.alloc(4),
})

test('R12 an upload whose row is held by another holds up no part of the others of its group', async () => {
  const [first, held, last] = await Promise.all([0, 1, 2].map(() => openUpload(server, [small('a.bin', 3 * mib)])))
  const record = makePartRecorder(server.services)
  let late: Promise<{ verdict: unknown }[]> | undefined
  await whileHeld(held!.plan.uploadId, async () => {
    const early = [first!, held!, last!].map((upload) => record(partOf(upload, 0)))
    const [one, , three] = early
    expect([(await one!).verdict, (await three!).verdict]).toEqual(['new', 'new'])
    late = Promise.all([early[1]!, record(partOf(held!, mib)), record(partOf(held!, 2 * mib))])
    expect(await received(held!.browser, held!.plan)).toEqual([])
    expect((await record(partOf(first!, mib))).verdict).toBe('new')
  })
  expect((await late!).map(({ verdict }) => verdict)).toEqual(['new', 'new', 'new'])
  expect(await received(held!.browser, held!.plan)).toEqual([[0, 3 * mib]])
  expect(await received(first!.browser, first!.plan)).toEqual([[0, 2 * mib]])
})

test('a part of an upload that is no more is told so, also in a group of several', async () => {
  const upload = await openUpload(server, [small('a.bin', mib)])
  const record = makePartRecorder(server.services)
  const gone = { ...partOf(upload, 0), uploadId: '00000000-0000-7000-8000-000000000000' }
  const [kept, refused] = await Promise.all([record(partOf(upload, 0)), record(gone)])
  expect([kept!.verdict, (refused!.verdict as { code?: string }).code]).toEqual(['new', 'uploadNotFound'])
})

test('INV1 U6 of many parts that end in the same moment each one counts', async () => {
  const upload = await openUpload(server, [small('a.bin', 24 * mib)])
  const record = makePartRecorder(server.services)
  const recorded = await Promise.all(Array.from({ length: 24 }, (_, nth) => record(partOf(upload, nth * mib))))
  expect(recorded.map(({ verdict }) => verdict)).toEqual(Array(24).fill('new'))
  expect(await received(upload.browser, upload.plan)).toEqual([[0, 24 * mib]])
})
