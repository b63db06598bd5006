/** One attempt to bring one part to the server. */
import { Problem } from '@sampan/contract/errors'
import { putPart } from '@sampan/contract/routes/uploads'
import { problemOf, requestIdOf } from '../api-reply.ts'
import { NetworkError } from '../network-error.ts'
import { abortable } from './abortable.ts'
import type { Line, Part, Watch } from './part-line.ts'
import { readPart } from './read-part.ts'
import { sendDirect } from './send-direct.ts'
import { sendWatched } from './send-watched.ts'
import type { Tickets } from './ticket.ts'

/** What an error tells of the ticket (U4): refused, or perhaps the reason why nothing came back. */
function noteTicketError(tickets: Tickets, ticket: string, error: unknown): void {
  if (error instanceof Problem && error.code === 'ticketInvalid') tickets.refuse(ticket)
  if (error instanceof NetworkError || error instanceof TypeError) tickets.doubt(ticket)
}

/** Resolves with the seconds that sending took; rejects with a Problem, NetworkError, FileLocked or the signal's reason. */
export async function attemptPart(line: Line, part: Part, watch: Watch): Promise<number> {
  const { uploadId, source, range } = part
  const read = await readPart(source, range, line.crc, watch.signal)
  await abortable(watch.mayLeave(), watch.signal)
  const directAt = line.clock.now()
  if (part.isDirect && (await sendDirect(line, part, read, watch))) return (line.clock.now() - directAt) / 1000
  const { crc32, bytes } = read
  const ticket = await abortable(line.tickets.get(), watch.signal)
  const params = { uploadId, blobId: source.blobId }
  const { url, headers } = line.api.target(putPart, { params, query: { offset: range[0] }, ticket })
  const startedAt = line.clock.now()
  try {
    const partHeaders = { ...headers, 'Content-Type': 'application/octet-stream', 'X-Part-Crc32': crc32 }
    const reply = await sendWatched(line, { url, headers: partHeaders, bytes }, watch)
    const requestId = requestIdOf(reply)
    if (requestId) watch.onRequestId(requestId)
    // Only the server itself says 204: the log-in page of a hotel's network does not store anything.
    if (reply.status !== 204) throw problemOf(reply)
    return (line.clock.now() - startedAt) / 1000
  } catch (error) {
    if (!watch.signal.aborted) noteTicketError(line.tickets, ticket, error)
    throw error
  }
}
