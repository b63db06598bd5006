import { Problem } from '@sampan/contract/errors'
import type { Actor } from '../../http/actor.ts'
import type { Cookie } from '../../http/own-cookie.ts'
import { issueTicket, type Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import type { UploadPurposes } from './purpose.ts'

type Asked = {
  id: string
  type: string
  adminId?: string | undefined
  user?: string | undefined
  cookie: (of: Cookie) => string | null
}

/** A ticket for the caller's own root: an account's, or this browser's; or for what a purpose has tickets for. */
async function ticketFor(deps: UploadPurposes, actor: Actor, { id, type, adminId, ...given }: Asked): Promise<Ticket> {
  const browserHash = actor.browserHash!
  if (adminId) throw new Problem('notYours')
  const purpose = deps.uploadPurposes.find(({ name }) => name === type)
  if (purpose?.ticketFor)
    return { kind: 'purpose', browserHash, purpose: type, ...(await purpose.ticketFor(actor, { id, ...given })) }
  if (type === 'anonUpload') return { kind: type, browserHash }
  if (type !== 'userUpload') throw new Problem('notYours')
  if (actor.kind !== 'user') throw new Problem('signedOut')
  if (id !== actor.userId) throw new Problem('notYours')
  return { kind: type, browserHash, userId: actor.userId, sessionId: actor.sessionId }
}

type Deps = Pick<Services, 'secrets' | 'clock'> & UploadPurposes

/** The key fields of the reply are there and open nothing (U7). */
export async function giveTicket(deps: Deps, actor: Actor, asked: Asked) {
  const { token, expiresAt } = await issueTicket(deps.secrets.ticket, await ticketFor(deps, actor, asked), deps.clock())
  return { AccessKeyId: 'ticket', AccessKeySecret: 'ticket', SecurityToken: token, Expiration: expiresAt.toISOString() }
}
