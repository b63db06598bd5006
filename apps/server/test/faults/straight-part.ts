/** A part that goes straight into the store: a place is asked for, the bytes are put there, and the server is told. */
import { segmentsOf } from '../support/direct-upload.ts'
import { bytesOf, crcOf } from './contents.ts'
import { outcomeOf, type SentPart } from './history.ts'
import { jsonOf } from './line.ts'
import type { Means, OwnUpload, Sending } from './own-upload.ts'

/** Whatever it ends at before the server has said yes, the next list tells whether it counts. */
export async function sendStraight(
  { line, journal, account, client }: Means,
  upload: OwnUpload,
  { blobId, range }: Pick<Sending, 'blobId' | 'range'>,
): Promise<void> {
  const bytes = bytesOf(blobId, 0, range)
  const part: SentPart = { blobId, range, version: 0, crc: crcOf(bytes) }
  upload.sent.push(part)
  upload.isStale = true
  const end = journal.begin(client, { op: 'part', uploadId: upload.uploadId, ...part })
  const tell = async (what: 'targets' | 'stored', body: object) => {
    const headers = { ...(await account.ticket()), 'content-type': 'application/json' }
    const path = `/api/uploads/${upload.uploadId}/${what}`
    return line.call({ method: 'POST', path, headers, body: Buffer.from(JSON.stringify({ blobId, ...body })) })
  }
  const asked = await tell('targets', { parts: [{ offset: range[0], length: bytes.length, crc32: part.crc }] })
  const [target] = jsonOf(asked)?.targets ?? []
  if (!target) return void end({ outcome: outcomeOf(asked), status: asked.status })
  const { url, headers, token } = target
  const put = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) }).catch(() => null)
  await put?.arrayBuffer()
  const told = await tell('stored', { token, segments: segmentsOf(bytes) })
  end({ outcome: outcomeOf(told), status: told.status, code: jsonOf(told)?.error?.code })
}
