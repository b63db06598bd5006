/** The whole server on a store that speaks S3. */
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mib, openUpload, received, small } from '../../../test/support/open-upload.ts'
import { get, sendTo } from '../../../test/support/reader.ts'
import { type S3Double, startS3Double } from '../../../test/support/s3/s3-double.ts'
import { bucketSettings } from '../../../test/support/s3/settings.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { deleteBlobsJob } from '../content/delete-bytes.ts'

let double: S3Double
let server: TestServer
beforeAll(async () => {
  double = await startS3Double()
  server = await startTestServer({ STORE: 's3', ...bucketSettings(double.settings) })
})
afterAll(async () => {
  await server?.close()
  await double?.stop()
})
afterEach(() => {
  double.meddle = () => undefined
})

test('O3 R07 what was sent to an S3 store comes back whole and in ranges, lies there sealed, and nothing of it on the disk', async () => {
  const bytes = Buffer.concat([randomBytes(3 * mib), Buffer.from('words that nobody reads in the bucket')])
  const one = await sendTo(server, [{ path: 'a.bin', bytes }], { partBytes: mib })
  const file = one.url(`files/${one.view.files[0].fileId}`)
  expect((await get(file)).bytes.equals(bytes)).toBe(true)
  expect((await get(file, { range: 'bytes=1048570-1048580' })).bytes.equals(bytes.subarray(1_048_570, 1_048_581))).toBe(true)
  const stored = [...double.objects].filter(([key]) => key.startsWith('blobs/'))
  expect(stored.length).toBeGreaterThan(0)
  for (const [, object] of stored) expect(object.bytes.includes('words that nobody reads')).toBe(false)
})

test('R49 U5 while the store is away parts are asked to wait, the server says so, and the upload goes on where it was', async () => {
  const { browser, plan, put } = await openUpload(server, [small('a.bin', 3 * mib)])
  await put(0, mib)
  double.meddle = () => 'cut'
  const { status, json, headers } = await put(mib, 2 * mib)
  expect([status, json.error.code, Number(headers.get('retry-after')) > 0]).toEqual([503, 'unavailable', true])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  double.meddle = () => undefined
  expect((await put(mib, 2 * mib)).status).toBe(204)
  expect(await received(browser, plan)).toEqual([[0, 2 * mib]])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('INV8 what is discarded goes from the store', async () => {
  const { browser, plan, blob, put } = await openUpload(server, [small('a.bin', 3 * mib)])
  await put(0, mib)
  const ofBlob = () => [...double.objects.keys()].filter((key) => key.includes(blob.blobId))
  expect(ofBlob()).toHaveLength(1)
  await browser.withTicket('DELETE', `/api/uploads/${plan.uploadId}`)
  await server.runJobs(deleteBlobsJob.name)
  await expect.poll(ofBlob).toEqual([])
})
