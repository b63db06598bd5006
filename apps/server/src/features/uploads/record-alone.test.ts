/** Parts of one upload are recorded without a lock: whatever happens between the look and the write is seen nevertheless. */
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { mib, openUpload, received, small } from '../../../test/support/open-upload.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { uploads } from '../../db/tables.ts'
import { loseContainers } from './lose-containers.ts'
import { makePartRecorder, type WrittenPart } from './record-parts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
afterEach(() => void vi.restoreAllMocks())

type Open = Awaited<ReturnType<typeof openUpload>>
const partOf = ({ plan, blob }: Open, from: number, to: number, crc32 = 1): WrittenPart => ({
  uploadId: plan.uploadId,
  blobId: blob.blobId,
  offset: from,
  length: to - from,
  accepted: crc32,
  place: { container: `${blob.blobId}.${String(crc32).padStart(16, '0')}`, position: 0, header: Buffer.alloc(1) },
  crc32,
  pieceCrcs: Buffer.alloc(4),
})
const record = (part: WrittenPart) => makePartRecorder(server.services)(part)
const update = (one: Open, set: Partial<typeof uploads.$inferInsert>) =>
  server.services.db.update(uploads).set(set).where(eq(uploads.id, one.plan.uploadId))

const textOf = (asked: unknown): string => (typeof asked === 'string' ? asked : ((asked as { text?: string })?.text ?? ''))
/** What is asked of the database from now on. */
function watch(): () => string[] {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  return () => spy.mock.calls.map(([asked]) => textOf(asked))
}
/** Something happens once, behind the answer to the first look at an upload. */
function meddleOnce(meddle: () => Promise<unknown>): void {
  const ask = pg.Pool.prototype.query as (...given: unknown[]) => Promise<unknown>
  let isFirst = true
  vi.spyOn(pg.Pool.prototype, 'query').mockImplementation(async function (this: pg.Pool, ...given: unknown[]) {
    const answer = await ask.apply(this, given)
    if (isFirst && textOf(given[0]).includes('xmin::text,')) {
      isFirst = false
      await meddle()
    }
    return answer
  } as never)
}

test('R05 a part that nobody else touches takes a look and a write', async () => {
  const one = await openUpload(server, [small('a.bin', 3 * mib)])
  const asked = watch()
  expect((await record(partOf(one, 0, mib))).verdict).toBe('new')
  expect(asked().filter((text) => text.includes('uploads'))).toHaveLength(2)
  expect(asked().filter((text) => /^begin|uploads[\s\S]*for update/.test(text))).toEqual([])
  expect(await received(one.browser, one.plan)).toEqual([[0, mib]])
})

const refused = (code: string) => expect.objectContaining({ code })

test.each<[what: string, meddle: (one: Open) => Promise<unknown>, verdict: unknown, rangesAfter: number[][] | null]>([
  ['a part beside it', (one) => record(partOf(one, 2 * mib, 3 * mib)), 'new', [[0, 3 * mib]]],
  ['a part over its border', (one) => record(partOf(one, mib, 3 * mib, 7)), refused('partOverlaps'), [[mib, 3 * mib]]],
  ['the same part', (one) => record(partOf(one, 0, 2 * mib)), 'same', [[0, 2 * mib]]],
  [
    'a part in its place that was asked for later',
    (one) => record(partOf(one, 0, 2 * mib, 7)),
    refused('partOverlaps'),
    [[0, 2 * mib]],
  ],
  [
    'a flush of its container that fails',
    (one) => {
      const { blobId, place } = partOf(one, 0, mib)
      return loseContainers(server.services, one.plan.uploadId, [{ blobId, container: place.container }], new Error('EIO'))
    },
    'lost',
    [],
  ],
  [
    'its file is taken out',
    async ({ blob: { blobId } }) => {
      await server.services.db.execute(sql`delete from files where blob_id = ${blobId}`)
      await server.services.db.execute(sql`delete from blobs where id = ${blobId}`)
    },
    'gone',
    null,
  ],
  ['the upload is given up', (one) => update(one, { state: 'discarded' }), refused('uploadNotFound'), null],
  ['the upload is complete', (one) => update(one, { state: 'complete' }), refused('uploadClosed'), null],
  ['the machine was restarted', (one) => update(one, { isSuspect: true }), refused('uploadChecking'), null],
])('R03 R05 INV1 between the look and the write: %s', async (_, meddle, verdict, rangesAfter) => {
  const one = await openUpload(server, [small('a.bin', 3 * mib)])
  meddleOnce(() => meddle(one))
  expect((await record(partOf(one, 0, 2 * mib))).verdict).toEqual(verdict)
  const { rows } = await server.services.db.execute<{ counted: string; there: string }>(sql`
    select received_bytes as counted, (select coalesce(sum(length), 0) from attempts join blobs on blobs.id = blob_id where upload_id = uploads.id) as there
    from uploads where id = ${one.plan.uploadId}`)
  expect(rows[0]!.counted).toBe(rows[0]!.there)
  if (rangesAfter) expect(await received(one.browser, one.plan)).toEqual(rangesAfter)
})
