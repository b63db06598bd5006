/** A disk that is away says nothing about an upload: only its rows do. */
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { mib, openUpload, received, small } from '../../../test/support/open-upload.ts'
import { get, sendTo } from '../../../test/support/reader.ts'
import type { Reply } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { StoreAway } from '../../adapters/storage/storage.ts'
import { attempts, blobs, files, uploads } from '../../db/tables.ts'
import { addJob, hasJob, type JobName, runNow } from '../../jobs/queue.ts'
import { deleteBlobsJob } from '../content/delete-bytes.ts'
import { verifyBlob, verifyBlobJob } from '../content/verify-blob.ts'
import { verifyUpload, verifyUploadJob } from './suspect-uploads.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
afterEach(() => void vi.restoreAllMocks())

const root = () => join(server.services.config.dataDir, 'blobs')
const containersOf = async (blobId: string) =>
  (await readdir(root(), { recursive: true })).filter((path) => path.includes(`${blobId}.`)).map((path) => join(root(), path))

function expectWait({ status, json, headers }: Reply) {
  expect([status, json.error.code]).toEqual([503, 'unavailable'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

test.each([0, mib])('U5 parts wait for a disk that is away and lose nothing, with %s bytes there before', async (before) => {
  const { browser, plan, put } = await openUpload(server, [small('a.bin', 3 * mib)])
  if (before) await put(0, before)
  await server.services.storage.close()
  await rename(root(), `${root()}.away`)
  try {
    expectWait(await put(before, 2 * mib))
  } finally {
    await rename(`${root()}.away`, root())
  }
  expect((await put(before, 2 * mib)).status).toBe(204)
  expect(await received(browser, plan)).toEqual([[0, 2 * mib]])
})

test('U5 a container that somebody took away makes a part wait, and the next try has another', async () => {
  const { plan, blob, put, browser } = await openUpload(server, [small('a.bin', 3 * mib)])
  await put(0, mib)
  await server.services.storage.close()
  for (const path of await containersOf(blob.blobId)) await rm(path)
  expectWait(await put(mib, 2 * mib))
  expect((await put(mib, 2 * mib)).status).toBe(204)
  expect((await received(browser, plan)).at(-1)[1]).toBe(2 * mib)
})

test('U5 only where the rows are gone too the upload is not found', async () => {
  const { blob, put } = await openUpload(server, [small('a.bin', 3 * mib)])
  await put(0, mib)
  await server.services.db.delete(files).where(eq(files.blobId, blob.blobId))
  await server.services.db.delete(blobs).where(eq(blobs.id, blob.blobId))
  await server.services.storage.close()
  for (const path of await containersOf(blob.blobId)) await rm(path)
  const reply = await put(mib, 2 * mib)
  expect([reply.status, reply.json.error.code]).toEqual([404, 'uploadNotFound'])
})

/** Every such call on a file fails from now on. */
async function failing(call: 'write' | 'read', code: string) {
  const file = await open(join(server.services.config.dataDir, 'any'), 'w')
  const prototype = Object.getPrototypeOf(file)
  await file.close()
  vi.spyOn(prototype, call).mockRejectedValue(Object.assign(new Error(`${code}: of the test, ${call}`), { code, syscall: call }))
}
const isLogged = (code: string) =>
  server.logs.some((line) => line.includes('request failed') && line.includes(`"code":"${code}"`))

test.each(['EIO', 'EROFS', 'EMFILE'])('R52 U5 a disk that answers %s makes a part wait; nothing of it counts', async (code) => {
  const { browser, plan, put } = await openUpload(server, [small('a.bin', 3 * mib)])
  await put(0, mib)
  await failing('write', code)
  expectWait(await put(mib, 2 * mib))
  vi.restoreAllMocks()
  expect(isLogged(code)).toBe(true)
  expect(await received(browser, plan)).toEqual([[0, mib]])
  expect((await put(mib, 2 * mib)).status).toBe(204)
})

test('R52 D3 a download from a disk that answers EIO, or is away, is told to wait before its first byte', async () => {
  const sent = await sendTo(server, [small('read.bin', 2 * mib)])
  const ask = async () => {
    const { status, bytes, headers } = await get(sent.url(`files/${sent.view.files[0].fileId}`))
    return { status, json: status === 200 ? null : JSON.parse(bytes.toString()), headers } as Reply
  }
  await server.services.storage.close()
  await failing('read', 'EIO')
  expectWait(await ask())
  vi.restoreAllMocks()
  await server.services.storage.close()
  await rename(root(), `${root()}.away`)
  try {
    expectWait(await ask())
  } finally {
    await rename(`${root()}.away`, root())
  }
  expect((await ask()).status).toBe(200)
})

/** An upload with a part that is in doubt, and a complete blob that is. */
async function inDoubt() {
  const { db, storage } = server.services
  const { browser, plan, put, blob: open } = await openUpload(server, [small('a.bin', 3 * mib)])
  await put(0, mib)
  const sent = await sendTo(server, [small('read.bin', mib)])
  const [file] = await db.select().from(files).where(eq(files.id, sent.view.files[0].fileId))
  const blobId = file!.blobId!
  await db.update(uploads).set({ isSuspect: true }).where(eq(uploads.id, plan.uploadId))
  const jobs: { job: JobName<object>; payload: object; key: string }[] = [
    { job: verifyUploadJob, payload: { uploadId: plan.uploadId }, key: `verify:${plan.uploadId}` },
    { job: verifyBlobJob, payload: { blobId }, key: `verify-blob:${blobId}` },
  ]
  await storage.close()
  return { browser, plan, sent, openId: open.blobId, blobId, jobs }
}
/** The only try of such a job is over, and another was put in its place. */
const waitsAnew = async (which: SQL) =>
  (await server.services.db.execute(sql`select from graphile_worker.jobs where ${which} and max_attempts > 1 and run_at > now()`))
    .rowCount
const first = { attempt: 1, maxAttempts: 12 }
const last = { ...first, attempt: 12 }

test('R52 INV1 while the disk is away no part in doubt is taken off and no blob is lost, and both are tried again after the last try', async () => {
  const { db } = server.services
  const { browser, plan, sent, blobId, jobs } = await inDoubt()
  await rename(root(), `${root()}.away`)
  try {
    await expect(verifyUpload(server.services, plan.uploadId, last)).rejects.toThrow(StoreAway)
    await expect(verifyBlob(server.services, blobId, last)).rejects.toThrow(StoreAway)
    for (const { job, payload, key } of jobs) await addJob(db, job, payload, { key, maxAttempts: 1 })
    for (const { key } of jobs) await waitFor(() => waitsAnew(sql`key = ${key}`))
  } finally {
    await rename(`${root()}.away`, root())
  }
  await runNow(
    db,
    jobs.map(({ key }) => key),
  )
  for (const { key } of jobs) await waitFor(async () => !(await hasJob(db, key)))
  expect(await received(browser, plan)).toEqual([[0, mib]])
  expect((await get(sent.url(`files/${sent.view.files[0].fileId}`))).status).toBe(200)
})

test('R52 INV1 of a disk that answers EIO it is believed at the last try only: then a part in doubt is taken off, and a blob lost', async () => {
  const { db } = server.services
  const { plan, openId, blobId } = await inDoubt()
  const kept = async () => [
    await db.$count(attempts, eq(attempts.blobId, openId)),
    (await db.select().from(blobs).where(eq(blobs.id, blobId)))[0]!.lostAt === null,
  ]
  await failing('read', 'EIO')
  for (const tried of [first, { ...last, attempt: 11 }]) {
    await expect(verifyUpload(server.services, plan.uploadId, tried)).rejects.toThrow('EIO')
    await expect(verifyBlob(server.services, blobId, tried)).rejects.toThrow('EIO')
    expect(await kept()).toEqual([1, true])
  }
  await verifyUpload(server.services, plan.uploadId, last)
  await verifyBlob(server.services, blobId, last)
  expect(await kept()).toEqual([0, false])
})

test('R52 U5 what is in doubt is looked at anew whatever the disk answered to the last try, and where a process was killed in it', async () => {
  const { db } = server.services
  const { browser, plan, jobs } = await inDoubt()
  const isSuspect = async () => (await db.select().from(uploads).where(eq(uploads.id, plan.uploadId)))[0]!.isSuspect
  await failing('read', 'ESTALE')
  for (const { job, payload, key } of jobs) await addJob(db, job, payload, { key, maxAttempts: 1 })
  for (const { key } of jobs) await waitFor(() => waitsAnew(sql`key = ${key}`))
  vi.restoreAllMocks()
  expect(await isSuspect()).toBe(true)
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${jobs[0]!.key}`)
  await db.execute(sql`select graphile_worker.add_job('uploads:collect')`)
  await waitFor(async () => !(await isSuspect()))
  expect(await received(browser, plan)).toEqual([[0, mib]])
})

test('X1 R52 bytes that could not be deleted in all tries, since the disk was away, go when it is back', async () => {
  const { db, storage } = server.services
  const { blob, put } = await openUpload(server, [small('a.bin', 3 * mib)])
  await put(0, mib)
  const ofThese = sql`task_identifier = ${deleteBlobsJob.name}`
  await storage.close()
  await rename(root(), `${root()}.away`)
  try {
    await addJob(db, deleteBlobsJob, { blobIds: [blob.blobId] }, { maxAttempts: 1 })
    await waitFor(() => waitsAnew(ofThese))
  } finally {
    await rename(`${root()}.away`, root())
  }
  expect(await containersOf(blob.blobId)).toHaveLength(1)
  await db.execute(
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where ${ofThese}), run_at := now())`,
  )
  await waitFor(async () => (await containersOf(blob.blobId)).length === 0)
})
