import { Problem } from '@sampan/contract/errors'
import type { Actor } from '../../http/actor.ts'
import { issueTicket, type Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'

type Asked = { id: string; type: string; adminId?: string | undefined }

/** A ticket for the caller's own root: an account's, or this browser's. Other types need what is not here yet: a team or a request. */
function ticketFor(actor: Actor, { id, type, adminId }: Asked): Ticket {
  const browserHash = actor.browserHash!
  if (adminId) throw new Problem('notYours')
  if (type === 'anonUpload') return { kind: type, browserHash }
  if (type !== 'userUpload') throw new Problem('notYours')
  if (actor.kind !== 'user') throw new Problem('signedOut')
  if (id !== actor.userId) throw new Problem('notYours')
  return { kind: type, browserHash, userId: actor.userId, sessionId: actor.sessionId }
}

/** The key fields of the reply are there and open nothing (U7). */
export async function giveTicket({ secrets, clock }: Pick<Services, 'secrets' | 'clock'>, actor: Actor, asked: Asked) {
  const { token, expiresAt } = await issueTicket(secrets.ticket, ticketFor(actor, asked), clock())
  return { AccessKeyId: 'ticket', AccessKeySecret: 'ticket', SecurityToken: token, Expiration: expiresAt.toISOString() }
}
