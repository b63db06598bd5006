/** Parts of one upload are recorded without a lock: whatever happens to it before or meanwhile is seen nevertheless. */
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { mib, openUpload, received, small } from '../../../test/support/open-upload.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { uploads } from '../../db/tables.ts'
import { loseContainers } from './lose-containers.ts'
import { makePartRecorder, type Recorded, type WrittenPart } from './record-parts.ts'

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
type Services = Pick<TestServer['services'], 'db' | 'clock' | 'log'>
const record = (part: WrittenPart, services: Services = server.services) => makePartRecorder(services)(part)
const update = ({ db }: Services, one: Open, set: Partial<typeof uploads.$inferInsert>) =>
  db.update(uploads).set(set).where(eq(uploads.id, one.plan.uploadId))

const textOf = (asked: unknown): string => (typeof asked === 'string' ? asked : ((asked as { text?: string })?.text ?? ''))
/** What is asked of the database from now on. */
function watch(): () => string[] {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  return () => spy.mock.calls.map(([asked]) => textOf(asked))
}

test('R05 parts that nobody else touches take one question each, once their upload is known', async () => {
  const one = await openUpload(server, [small('a.bin', 3 * mib)])
  const recordPart = makePartRecorder(server.services)
  const asked = watch()
  const questions = () => asked().filter((text) => text.includes('uploads'))
  expect((await recordPart(partOf(one, 0, mib))).verdict).toBe('new')
  expect(questions()).toHaveLength(2)
  expect((await recordPart(partOf(one, mib, 2 * mib))).verdict).toBe('new')
  expect(questions()).toHaveLength(3)
  expect(asked().filter((text) => /^begin|uploads[\s\S]*for update/.test(text))).toEqual([])
  expect(await received(one.browser, one.plan)).toEqual([[0, 2 * mib]])
})

const refused = (code: string) => expect.objectContaining({ code })

type Meddle = (one: Open, services: Services) => Promise<unknown>
const cases: [what: string, meddle: Meddle, verdict: unknown, rangesAfter: number[][] | null][] = [
  ['a part beside it', (one, by) => record(partOf(one, 2 * mib, 3 * mib), by), 'new', [[0, 4 * mib]]],
  ['a part over its border', (one, by) => record(partOf(one, mib, 3 * mib, 7), by), refused('partOverlaps'), [[mib, 4 * mib]]],
  [
    'the same part',
    (one, by) => record(partOf(one, 0, 2 * mib), by),
    'same',
    [
      [0, 2 * mib],
      [3 * mib, 4 * mib],
    ],
  ],
  [
    'a part in its place that was asked for later',
    (one, by) => record(partOf(one, 0, 2 * mib, 7), by),
    refused('partOverlaps'),
    [
      [0, 2 * mib],
      [3 * mib, 4 * mib],
    ],
  ],
  [
    'a flush of its container that fails',
    (one, by) => {
      const { blobId, place } = partOf(one, 0, mib)
      return loseContainers(by, one.plan.uploadId, [{ blobId, container: place.container }], new Error('EIO'))
    },
    'lost',
    [[3 * mib, 4 * mib]],
  ],
  [
    'its file is taken out',
    async ({ blob: { blobId } }, { db }) => {
      await db.execute(sql`delete from files where blob_id = ${blobId}`)
      await db.execute(sql`delete from blobs where id = ${blobId}`)
    },
    'gone',
    null,
  ],
  ['the upload is given up', (one, by) => update(by, one, { state: 'discarded' }), refused('uploadNotFound'), null],
  ['the upload is complete', (one, by) => update(by, one, { state: 'complete' }), refused('uploadClosed'), null],
  ['the machine was restarted', (one, by) => update(by, one, { isSuspect: true }), refused('uploadChecking'), null],
  ['files were added to it', (one, by) => update(by, one, { declaredBytes: 5 * mib }), 'new', null],
  [
    'it was published, and this is what it lacks',
    async (one, by) => {
      await update(by, one, { publishedAt: server.services.clock(), declaredBytes: 3 * mib })
    },
    'new',
    null,
  ],
]

/** Somebody in this database waits for a lock. */
const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const whens: [string, (part: () => Promise<Recorded>, meddle: (by: Services) => Promise<unknown>) => Promise<Recorded>][] = [
  [
    'before',
    async (part, meddle) => {
      await meddle(server.services)
      return part()
    },
  ],
  [
    'while it waits for who does that',
    async (part, meddle) => {
      let late: Promise<Recorded> | undefined
      await inTransaction(server.services.db, async (tx) => {
        await meddle({ ...server.services, db: tx as never })
        late = part()
        await waitFor(async () => (await server.services.db.execute(isWaiting)).rows.length > 0)
      })
      return late!
    },
  ],
]

describe.each(whens)('%s', (_, meet) => {
  test.each(cases)('R03 R05 INV1 a part finds that meanwhile: %s', async (_, meddle, verdict, rangesAfter) => {
    const one = await openUpload(server, [small('a.bin', 4 * mib)])
    const recordPart = makePartRecorder(server.services)
    await recordPart(partOf(one, 3 * mib, 4 * mib, 9))
    const recorded = await meet(
      () => recordPart(partOf(one, 0, 2 * mib)),
      (by) => meddle(one, by),
    )
    expect(recorded.verdict).toEqual(verdict)
    const { rows } = await server.services.db.execute<{ counted: string; there: string }>(sql`
      select received_bytes as counted, (select coalesce(sum(length), 0) from attempts join blobs on blobs.id = blob_id where upload_id = uploads.id) as there
      from uploads where id = ${one.plan.uploadId}`)
    if (verdict !== 'gone') expect(rows[0]!.counted).toBe(rows[0]!.there)
    if (rangesAfter) expect(await received(one.browser, one.plan)).toEqual(rangesAfter)
  })
})
