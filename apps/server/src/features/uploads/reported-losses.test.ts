/** A failed flush that the database does not take at once, or hears of too late. */
import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mib, openUpload, received, small } from '../../../test/support/open-upload.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import type { Database } from '../../db/connect.ts'
import { attempts, blobs, lostContainers } from '../../db/tables.ts'
import { verifyBlob } from '../content/verify-blob.ts'
import { loseContainers } from './lose-containers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const containerOf = async (blobId: string) =>
  (await server.services.db.select().from(attempts).where(eq(attempts.blobId, blobId)))[0]!.container
const blobRow = async (blobId: string) => (await server.services.db.select().from(blobs).where(eq(blobs.id, blobId)))[0]!
const pathsOf = async (blobId: string) => {
  const root = join(server.services.config.dataDir, 'blobs')
  return (await readdir(root, { recursive: true })).filter((path) => path.includes(`${blobId}.`)).map((path) => join(root, path))
}

/** A database that takes no transaction for a few times. */
function failing(times: number): Database {
  const { db } = server.services
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && times-- > 0) return () => Promise.reject(new Error('away'))
      return Reflect.get(target, name).bind(target)
    },
  })
}

test('INV1 a failed flush is told the database until it knows', async () => {
  const { browser, plan, put, blob } = await openUpload(server, [small('a.bin', 3 * mib)])
  await put(0, mib)
  const container = await containerOf(blob.blobId)
  const losing = loseContainers({ ...server.services, db: failing(3) }, plan.uploadId, [{ ...blob, container }], new Error('EIO'))
  await expect(losing).rejects.toThrow('away')
  expect(await received(browser, plan)).toEqual([[0, mib]])
  await waitFor(async () => (await received(browser, plan)).length === 0)
  const rows = await server.services.db.select().from(lostContainers).where(eq(lostContainers.container, container))
  expect(rows).toHaveLength(1)
})

let people = 0
async function completed() {
  const upload = await openUpload(server, [small('a.bin', mib)])
  const senderEmail = `told${++people}@example.com`
  await upload.put(0, mib)
  await upload.browser.verify(senderEmail)
  expect((await upload.browser.publish(upload.plan.slug, { senderEmail })).json.state).toBe('active')
  const { blobId } = upload.blob
  const lose = async () => {
    const lost = [{ blobId, container: await containerOf(blobId) }]
    await loseContainers(server.services, upload.plan.uploadId, lost, new Error('EIO'))
  }
  return { blobId, lose }
}

test('INV1 of a complete upload what failed to flush is read, and is lost where it does not verify', async () => {
  const { blobId, lose } = await completed()
  for (const path of await pathsOf(blobId)) await truncate(path, 1000)
  await lose()
  await waitFor(async () => (await blobRow(blobId)).lostAt)
  expect(server.logs.filter((line) => line.includes('"level":60')).join()).toContain(blobId)
})

test('INV1 of a complete upload what failed to flush stays where it verifies', async () => {
  const { blobId, lose } = await completed()
  await lose()
  await waitFor(async () => server.logs.some((line) => line.includes(blobId) && line.includes('is whole')))
  expect((await blobRow(blobId)).lostAt).toBeNull()
})

test('INV1 a blob that is not there is believed to be lost at the last try only', async () => {
  const { blobId } = await completed()
  await server.services.storage.deleteBlob(blobId)
  await expect(verifyBlob(server.services, blobId, { attempt: 1, maxAttempts: 12 })).rejects.toThrow()
  expect((await blobRow(blobId)).lostAt).toBeNull()
  await verifyBlob(server.services, blobId, { attempt: 12, maxAttempts: 12 })
  expect((await blobRow(blobId)).lostAt).toBeInstanceOf(Date)
})
