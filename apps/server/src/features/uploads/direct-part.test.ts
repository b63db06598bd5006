/** Parts that go straight to a store that speaks S3, past the server (O3). */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDirect as openDirectAt, segmentsOf, type Target } from '../../../test/support/direct-upload.ts'
import { mib, openUpload, received, small } from '../../../test/support/open-upload.ts'
import { get, sendTo } from '../../../test/support/reader.ts'
import type { CorsRule } from '../../../test/support/s3/cors.ts'
import { type S3Double, startS3Double } from '../../../test/support/s3/s3-double.ts'
import { bucketSettings } from '../../../test/support/s3/settings.ts'
import type { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { deleteBlobsJob, deleteLateJob } from '../content/delete-bytes.ts'
import { lookAtDirect } from '../doctor/direct.ts'

let double: S3Double
let server: TestServer
const settingsOf = ({ settings }: S3Double) => ({
  ...{ STORE: 's3', STORE_SEALED: 'no', STORE_DIRECT: 'yes' },
  ...bucketSettings(settings),
})
beforeAll(async () => {
  double = await startS3Double()
  server = await startTestServer(settingsOf(double))
})
afterAll(async () => {
  await server?.close()
  await double?.stop()
})
afterEach(() => {
  double.meddle = () => undefined
})

const openDirect = (size?: number) => openDirectAt(server, size)

const sealedBy = async (browser: Browser, slug: string) => {
  await browser.verify('anna@example.com')
  return browser.publish(slug)
}

test('O3 a large file goes past the server, part by part, and comes back whole', async () => {
  const { browser, plan, blob, send } = await openDirect(17 * mib)
  expect(plan.blobs.map(({ via }: { via: string }) => via)).toEqual(['store'])
  const before = double.asked.length
  for (const [from, to] of [
    [6 * mib, 12 * mib],
    [0, 6 * mib],
  ] as const) {
    const { stored, reply } = await send(from, to)
    expect([stored, reply.status]).toEqual([200, 204])
  }
  expect(await received(browser, plan)).toEqual([[0, 12 * mib]])
  const signed = double.asked.slice(before).filter(({ method }) => method === 'PUT')
  expect(signed.every(({ query }) => query.has('X-Amz-Signature'))).toBe(true)
  // What is small goes through the server, into the same blob.
  expect((await browser.putPart(plan.uploadId, blob.blobId, 12 * mib, blob.bytes.subarray(12 * mib, 13 * mib))).status).toBe(204)
  expect((await browser.putPart(plan.uploadId, blob.blobId, 13 * mib, blob.bytes.subarray(13 * mib))).status).toBe(204)
  expect((await sealedBy(browser, plan.slug)).status).toBe(200)
  const one = await sendTo(server, [{ path: 'other.bin', bytes: randomBytes(1000) }])
  expect((await get(one.url(`files/${one.view.files[0].fileId}`))).status).toBe(200)
})

test('O3 packed files, and parts that are small, go through the server', async () => {
  const { plan } = await openUpload(server, [small('a', 3 * mib), small('b', 7 * mib), small('c', 8 * mib)])
  expect(plan.blobs.map(({ via }: { via: string }) => via)).toEqual(['app', 'store'])
  const { ask, blob, browser } = await openDirect()
  const small5 = await ask(0, blob.bytes.subarray(0, 5 * mib - 1))
  expect([small5.status, small5.json.error.code]).toEqual([409, 'notDirect'])
  const packed = await browser.create([small('a'), small('b')])
  const body = { blobId: packed.json.blobs[0].blobId, parts: [{ offset: 0, length: 2000, crc32: '00000000' }] }
  const refused = await browser.withTicket('POST', `/api/uploads/${packed.json.uploadId}/targets`, body)
  expect(refused.json.error.code).toBe('notDirect')
  expect((await ask(8 * mib, blob.bytes.subarray(0, 5 * mib))).json.error.code).toBe('partOutOfBounds')
})

test('O3 R16 the store takes only what was signed, once and in time', async () => {
  const { blob, ask, put } = await openDirect()
  const bytes = blob.bytes.subarray(0, 5 * mib)
  const target: Target = (await ask(0, bytes)).json.targets[0]
  const wrong = Buffer.from(bytes)
  wrong[77]! ^= 1
  expect(await put(target, wrong)).toBe(400)
  expect(await put(target, blob.bytes.subarray(0, 5 * mib + 1))).toBe(403)
  expect(await put(target, wrong, { 'x-amz-checksum-crc32': 'AAAAAA==' })).toBe(403)
  expect(await put(target, bytes, { 'If-None-Match': 'x' })).toBe(403)
  expect(await put(target, bytes)).toBe(200)
  expect(await put(target, bytes)).toBe(412)
  const late: Target = (await ask(5 * mib, bytes)).json.targets[0]
  const past = new URL(late.url)
  past.searchParams.set('X-Amz-Date', '20200101T000000Z')
  expect(await put({ ...late, url: past.href }, bytes)).toBe(403)
})

test('O3 U6 only what lies there as was told begins to count, and telling it again changes nothing', async () => {
  const { browser, plan, blob, ask, put, confirm, post } = await openDirect()
  const bytes = blob.bytes.subarray(0, 5 * mib)
  const target: Target = (await ask(0, bytes)).json.targets[0]
  expect((await confirm(target, bytes)).json.error.code).toBe('partIncomplete')
  await put(target, bytes)
  expect((await confirm(target, blob.bytes.subarray(1, 5 * mib + 1))).json.error.code).toBe('partDamaged')
  expect((await post('stored', { token: target.token, segments: segmentsOf(bytes).slice(8) })).json.error.code).toBe(
    'partDamaged',
  )
  expect((await post('stored', { token: `${target.token}x`, segments: segmentsOf(bytes) })).json.error.code).toBe('invalidInput')
  expect(await received(browser, plan)).toEqual([])
  const both = await Promise.all([confirm(target, bytes), confirm(target, bytes)])
  expect(both.map(({ status }) => status)).toEqual([204, 204])
  expect((await confirm(target, bytes)).status).toBe(204)
  expect(await received(browser, plan)).toEqual([[0, 5 * mib]])
})

test('O3 R26 the token of another upload, or of another part, opens nothing', async () => {
  const [one, other] = [await openDirect(), await openDirect()]
  const { target, bytes } = await one.send(0, 5 * mib)
  expect((await other.confirm(target, bytes)).json.error.code).toBe('invalidInput')
  const stolen = await one.post('stored', { token: target.token, segments: segmentsOf(bytes) }, other.browser)
  expect([stolen.status, stolen.json.error.code]).toEqual([404, 'uploadNotFound'])
})

test('O3 who asks for places without end gets as many as an upload may write, however many ask at once', async () => {
  const { ask, blob, browser, plan } = await openDirect(8 * mib)
  const bytes = blob.bytes.subarray(0, 5 * mib)
  const replies = await Promise.all(Array.from({ length: 50 }, () => ask(0, bytes)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(Math.floor((2 * 8 + 64) / 5))
  expect(new Set(replies.filter(({ status }) => status !== 200).map(({ json }) => json.error.code))).toEqual(
    new Set(['notDirect']),
  )
  // And is not shut out.
  expect((await browser.putPart(plan.uploadId, blob.blobId, 0, bytes)).status).toBe(204)
})

test('O3 the request that was accepted last wins, whichever way it came', async () => {
  const { browser, plan, blob, ask, put, confirm } = await openDirect()
  const [old, now] = [randomBytes(5 * mib), blob.bytes.subarray(0, 5 * mib)]
  const ghost: Target = (await ask(0, old)).json.targets[0]
  await put(ghost, old)
  expect((await browser.putPart(plan.uploadId, blob.blobId, 0, now)).status).toBe(204)
  const late = await confirm(ghost, old)
  expect([late.status, late.json.error.code]).toEqual([409, 'partOverlaps'])
})

test('O3 what nobody says is there goes, and what counts stays', async () => {
  const { blob, ask, put, send } = await openDirect()
  const bytes = blob.bytes.subarray(0, 5 * mib)
  const forgotten: Target = (await ask(0, bytes)).json.targets[0]
  await put(forgotten, bytes)
  await send(5 * mib, 10 * mib)
  const ofBlob = () => [...double.objects.keys()].filter((key) => key.includes(blob.blobId))
  expect(ofBlob()).toHaveLength(2)
  server.moveClock(5401)
  const { browser } = await openDirect()
  const again = await browser.create([small('next.bin', 9 * mib)])
  const part = { offset: 0, length: 5 * mib, crc32: '00000000' }
  await browser.withTicket('POST', `/api/uploads/${again.json.uploadId}/targets`, {
    blobId: again.json.blobs[0].blobId,
    parts: [part],
  })
  await expect.poll(() => ofBlob().length).toBe(1)
})

test('O3 INV8 what comes late, after its upload was discarded, goes too', async () => {
  const { browser, plan, blob, ask, put } = await openDirect()
  const bytes = blob.bytes.subarray(0, 5 * mib)
  const target: Target = (await ask(0, bytes)).json.targets[0]
  await browser.withTicket('DELETE', `/api/uploads/${plan.uploadId}`)
  await server.runJobs(deleteBlobsJob.name)
  expect(await put(target, bytes)).toBe(200)
  await server.runJobs(deleteLateJob.name)
  await expect.poll(() => [...double.objects.keys()].filter((key) => key.includes(blob.blobId))).toEqual([])
})

test('O3 O8 the doctor says whether the store checks, and prints the rule that lets the pages in', async () => {
  const look = async () => (await lookAtDirect(server.services))[0]!
  const printed = (await look()).change!.join().replace('CORS: ', '')
  const rules: CorsRule[] = JSON.parse(printed)
  const manual = readFileSync(join(import.meta.dirname, '../../../../../docs/operating.md'), 'utf8')
  const inManual = JSON.parse(/^\[\{ "AllowedOrigins".*\]$/m.exec(manual)![0])
  expect(inManual).toEqual([{ ...rules[0], AllowedOrigins: ['https://files.example.com'] }])
  const [rule] = rules
  for (const [what, cors, state] of [
    ['as printed', rules, 'good'],
    ['for everybody', [{ ...rule!, AllowedOrigins: ['*'], AllowedHeaders: ['*'] }], 'good'],
    ['for another origin', [{ ...rule!, AllowedOrigins: ['https://other.example.com'] }], 'bad'],
    ['for readers alone', [{ ...rule!, AllowedMethods: ['GET'] }], 'bad'],
    ...rule!.AllowedHeaders!.map(
      (name) =>
        [
          `without ${name}`,
          [{ ...rule!, AllowedHeaders: rule!.AllowedHeaders!.filter((each) => each !== name) }],
          'bad',
        ] as const,
    ),
  ] as [string, CorsRule[], string][]) {
    double.cors = cors
    expect((await look()).state, what).toBe(state)
  }
  double.isBlind = true
  expect((await look()).change!.join()).toContain('STORE_DIRECT=no')
  double.isBlind = false
})

test('O3 a store that does not check what it takes gets nothing past the server, and pages may not call it', async () => {
  const blind = await startS3Double()
  blind.isBlind = true
  const careful = await startTestServer(settingsOf(blind))
  const { plan } = await openUpload(careful, [small('big.bin', 9 * mib)])
  expect(plan.blobs.map(({ via }: { via: string }) => via)).toEqual(['app'])
  expect(careful.logs.some((line) => line.includes('STORE_DIRECT is off'))).toBe(true)
  const policyOf = async ({ url }: TestServer) =>
    (await fetch(`${url}/nowhere`, { headers: { accept: 'text/html' } })).headers.get('content-security-policy')
  expect(await policyOf(careful)).not.toContain(new URL(blind.settings.endpoint).origin)
  expect(await policyOf(server)).toContain(`connect-src 'self' ${new URL(double.settings.endpoint).origin}`)
  await careful.close()
  await blind.stop()
})
