/** Puts one part straight into the store, and tells the server that it is there. */
import { Problem } from '@sampan/contract/errors'
import { confirmPart, giveTargets } from '@sampan/contract/routes/direct-parts'
import { NetworkError } from '../network-error.ts'
import type { SliceCrc } from './blob-crc.ts'
import type { Line, Part, Watch } from './part-line.ts'
import { sendWatched } from './send-watched.ts'
import { withTicket } from './ticket.ts'

/** What the store did not take, or has not. */
const isOfStore = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof Problem && ['partIncomplete', 'partDamaged'].includes(error.code))

/** False where the server wants it to come through itself. */
export async function sendDirect(
  line: Line,
  { uploadId, source, range, way }: Part,
  read: SliceCrc,
  watch: Watch,
): Promise<boolean> {
  const { api, tickets, clock } = line
  const { blobId } = source
  const [offset, length] = [range[0], range[1] - range[0]]
  const startedAtMs = clock.now()
  const how = { params: { uploadId }, signal: watch.signal }
  try {
    const body = { blobId, parts: [{ offset, length, crc32: read.crc32 }] }
    const { targets } = await withTicket(tickets, (ticket) => api.call(giveTargets, { ...how, body, ticket }))
    const { url, headers, token } = targets[0]!
    await put(line, url, { ...headers, 'Content-Type': 'application/octet-stream' }, read.bytes, watch)
    const stored = { blobId, token, segments: read.segments }
    await withTicket(tickets, (ticket) => api.call(confirmPart, { ...how, body: stored, ticket }))
    way.worked()
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'notDirect') {
      way.close()
      return false
    }
    if (!watch.signal.aborted && isOfStore(error)) way.failed(startedAtMs, clock.now())
    throw error
  }
}

/** What is there already was put there by a try whose answer was lost: the server looks whether it is right. */
async function put(
  line: Line,
  url: string,
  headers: Record<string, string>,
  bytes: SliceCrc['bytes'],
  watch: Watch,
): Promise<void> {
  const { status } = await sendWatched(line, { url, headers, bytes }, watch)
  if ((status < 200 || status > 299) && status !== 412) throw new NetworkError(`The store answered ${status}`)
}
