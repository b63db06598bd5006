/** An open upload of one large file whose parts go straight into the store, step by step. */
import { directParts } from '@sampan/contract/limits'
import { mib, openUpload, small } from './open-upload.ts'
import { type Browser, crcHex, type Reply } from './sender.ts'
import type { TestServer } from './test-server.ts'

export type Target = { url: string; headers: Record<string, string>; token: string }

/** The sums that tell what lies in the store of a part. */
export const segmentsOf = (bytes: Buffer): string =>
  Array.from({ length: Math.ceil(bytes.length / directParts.segmentBytes) }, (_, index) =>
    crcHex(bytes.subarray(index * directParts.segmentBytes, (index + 1) * directParts.segmentBytes)),
  ).join('')

export async function openDirect(server: TestServer, size = 12 * mib) {
  const { browser, plan, blob } = await openUpload(server, [small('big.bin', size)])
  const post = (what: string, body: object, by: Browser = browser): Promise<Reply> =>
    by.withTicket('POST', `/api/uploads/${plan.uploadId}/${what}`, { blobId: blob.blobId, ...body })
  const ask = (offset: number, bytes: Buffer): Promise<Reply> =>
    post('targets', { parts: [{ offset, length: bytes.length, crc32: crcHex(bytes) }] })
  const put = async ({ url, headers }: Target, bytes: Buffer, more: Record<string, string> = {}): Promise<number> =>
    (await fetch(url, { method: 'PUT', headers: { ...headers, ...more }, body: new Uint8Array(bytes) })).status
  const confirm = ({ token }: Target, bytes: Buffer): Promise<Reply> => post('stored', { token, segments: segmentsOf(bytes) })
  const send = async (from: number, to: number) => {
    const bytes = blob.bytes.subarray(from, to)
    const target: Target = (await ask(from, bytes)).json.targets[0]
    const stored = await put(target, bytes)
    return { target, bytes, stored, reply: await confirm(target, bytes) }
  }
  return { browser, plan, blob, post, ask, put, confirm, send }
}
