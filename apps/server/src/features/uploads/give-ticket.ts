import { Problem } from '@sampan/contract/errors'
import type { Actor } from '../../http/actor.ts'
import { issueTicket, type Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import type { RequestRules } from './for-request.ts'

type Asked = { id: string; type: string; adminId?: string | undefined; user?: string | undefined }
/** `unlocked`: this browser was given a request's password. */
type Given = Asked & { unlocked: string | null }

/** A ticket for the caller's own root: an account's, or this browser's; or for a file request. Other types need what is not here yet: a team. */
async function ticketFor({ requestRules }: RequestRules, actor: Actor, { id, type, adminId, ...given }: Given): Promise<Ticket> {
  const browserHash = actor.browserHash!
  if (adminId) throw new Problem('notYours')
  if (type === 'request') return requestRules.ticketFor(actor, { slug: id, ...given })
  if (type === 'anonUpload') return { kind: type, browserHash }
  if (type !== 'userUpload') throw new Problem('notYours')
  if (actor.kind !== 'user') throw new Problem('signedOut')
  if (id !== actor.userId) throw new Problem('notYours')
  return { kind: type, browserHash, userId: actor.userId, sessionId: actor.sessionId }
}

type Deps = Pick<Services, 'secrets' | 'clock'> & RequestRules

/** The key fields of the reply are there and open nothing (U7). */
export async function giveTicket(deps: Deps, actor: Actor, asked: Given) {
  const { token, expiresAt } = await issueTicket(deps.secrets.ticket, await ticketFor(deps, actor, asked), deps.clock())
  return { AccessKeyId: 'ticket', AccessKeySecret: 'ticket', SecurityToken: token, Expiration: expiresAt.toISOString() }
}
