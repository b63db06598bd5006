/** An upload that is open, as its tests begin with. */
import { randomBytes } from 'node:crypto'
import { Browser, blobsOf, type TestFile } from './sender.ts'
import type { TestServer } from './test-server.ts'

export const mib = 1024 * 1024
export const small = (path = 'a.bin', size = 1000): TestFile => ({ path, bytes: randomBytes(size) })

export async function withTicket(server: TestServer): Promise<Browser> {
  const browser = new Browser(server)
  await browser.takeTicket()
  return browser
}

export async function openUpload(server: TestServer, files: readonly TestFile[] = [small('big.bin', 9 * mib)]) {
  const browser = await withTicket(server)
  const { json: plan } = await browser.create(files)
  const blob = blobsOf(plan, files)[0]!
  const put = (at: number, to: number, bytes = blob.bytes.subarray(at, to), headers = {}) =>
    browser.putPart(plan.uploadId, blob.blobId, at, bytes, headers)
  return { browser, plan, blob, put }
}

/** What the server says it has of the first blob. */
export const received = async (browser: Browser, plan: { uploadId: string }) =>
  (await browser.withTicket('GET', `/api/uploads/${plan.uploadId}`)).json.received[0]?.ranges
