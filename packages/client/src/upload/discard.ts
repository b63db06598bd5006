import { discardUpload } from '@sampan/contract/routes/uploads'
import type { Api } from '../api.ts'
import type { Clock } from '../clock.ts'
import { createTickets, type TicketRequest, withTicket } from './ticket.ts'

/** Deletes an upload that nobody has sent. Where no answer comes the server collects it in time. */
export async function discardOnServer(api: Api, request: TicketRequest, clock: Clock, uploadId: string): Promise<void> {
  const tickets = createTickets(api, request, clock, new AbortController().signal)
  await withTicket(tickets, (ticket) => api.call(discardUpload, { params: { uploadId }, ticket })).catch(() => {})
}
