/** The client's engine against a server whose store takes parts itself (O3): what arrives is what was sent, whichever way it came. */

import { randomBytes } from 'node:crypto'
import { createApi } from '@sampan/client/api'
import { nodeTools } from '@sampan/client/upload/node'
import type { PartSender } from '@sampan/client/upload/send-part'
import { startUpload } from '@sampan/client/upload/start-upload'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mib } from '../../../test/support/open-upload.ts'
import { get } from '../../../test/support/reader.ts'
import { type S3Double, startS3Double } from '../../../test/support/s3/s3-double.ts'
import { bucketSettings } from '../../../test/support/s3/settings.ts'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

let double: S3Double
let server: TestServer
beforeAll(async () => {
  double = await startS3Double()
  server = await startTestServer({
    ...{ STORE: 's3', STORE_SEALED: 'no', STORE_DIRECT: 'yes' },
    ...bucketSettings(double.settings),
  })
})
afterAll(async () => {
  await server?.close()
  await double?.stop()
})
afterEach(() => {
  double.meddle = () => undefined
})

let count = 0
const isDirect = (url: string) => url.startsWith(double.settings.endpoint)

/** A browser with the client's engine. `send` sees each part; parts are large from the first on. */
async function sender(bytes: Buffer, wrap: (send: PartSender) => PartSender = (send) => send) {
  const browser = new Browser(server)
  const cookies: typeof fetch = async (input, init = {}) => {
    const reply = await fetch(input, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), cookie: browser.cookie },
    })
    for (const line of reply.headers.getSetCookie())
      browser.jar.set(line.split('=')[0]!, line.slice(line.indexOf('=') + 1).split(';')[0]!)
    return reply
  }
  const api = createApi({ baseUrl: server.url, fetch: cookies })
  const blob = new Blob([new Uint8Array(bytes)])
  const counts = { direct: 0, app: 0 }
  const { sendPart, crc } = nodeTools()
  const counted: PartSender = (request) => {
    counts[isDirect(request.url) ? 'direct' : 'app']++
    return wrap(sendPart)(request)
  }
  const start = (uploadId?: string) =>
    startUpload({
      ...{ api, crc, sendPart: counted, ticketRequest: { id: 'x', type: 'anonUpload' as const } },
      files: [{ path: 'big.bin', size: bytes.length, blob }],
      ...(uploadId && { uploadId }),
    })
  return { browser, start, counts }
}

async function expectWhole(browser: Browser, slug: string, bytes: Buffer): Promise<void> {
  const [from, to] = [`direct${++count}@example.com`, `reader${count}@example.cn`]
  await browser.verify(from)
  expect((await browser.publish(slug, { senderEmail: from, emailTo: [{ email: to }] })).status).toBe(200)
  const [, , , user] = linkIn(await server.mailTo(to)).split('/')
  const view = await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()
  const url = `${server.url}/api/transfers/${slug}/files/${view.files[0].fileId}?${new URLSearchParams({ user: user!, dl: view.dl })}`
  expect((await get(url)).bytes.equals(bytes)).toBe(true)
  expect((await get(url, { range: 'bytes=262140-262150' })).bytes.equals(bytes.subarray(262_140, 262_151))).toBe(true)
  const zip = await get(url.replace(/files\/[^?]+/, 'zip'))
  expect(zip.bytes.includes(bytes.subarray(0, 4096))).toBe(true)
}

test('O3 R01 parts that have grown go past the server, and the file comes back whole, also in a zip', async () => {
  const bytes = randomBytes(60 * mib)
  const { browser, start, counts } = await sender(bytes)
  const { slug } = await start().done
  expect(counts.direct).toBeGreaterThan(0)
  expect(counts.app).toBeGreaterThan(0)
  await expectWhole(browser, slug, bytes)
})

test.each([
  ['refuses', { status: 403, code: 'AccessDenied' }],
  ['ends the line', 'cut'],
] as const)('O3 U5 where the store %s, the upload goes on through the server', async (_, answer) => {
  double.meddle = ({ query }) => (query.has('X-Amz-Signature') ? answer : undefined)
  const bytes = randomBytes(60 * mib)
  const { browser, start } = await sender(bytes)
  const { slug } = await start().done
  await expectWhole(browser, slug, bytes)
})

test('O3 U5 whoever is gone between the store and the server goes on later, and the file comes back whole', async () => {
  const bytes = randomBytes(60 * mib)
  let stored: () => void = () => {}
  const isStored = new Promise<void>((resolve) => {
    stored = resolve
  })
  let isGone = false
  const { browser, start } = await sender(bytes, (send) => async (request) => {
    const reply = await send(request)
    if (isGone || !isDirect(request.url)) return reply
    stored()
    return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)))
  })
  const first = start()
  await isStored
  const { uploadId } = first.plan()!
  isGone = true
  first.cancel()
  const { slug } = await start(uploadId).done
  await expectWhole(browser, slug, bytes)
})
