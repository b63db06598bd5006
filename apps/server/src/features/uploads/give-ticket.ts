import { Problem } from '@sampan/contract/errors'
import type { Actor } from '../../http/actor.ts'
import { issueTicket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'

/** A ticket for this browser's own root (U7). The key fields are there and open nothing. Other types need what is not here yet: an account or a request. */
export async function giveTicket(
  services: Pick<Services, 'secrets' | 'clock'>,
  actor: Actor,
  asked: { type: string; adminId?: string | undefined },
) {
  if (asked.type !== 'anonUpload' || asked.adminId) throw new Problem('notYours')
  const { token, expiresAt } = await issueTicket(
    services.secrets.ticket,
    { kind: 'anonUpload', browserHash: actor.browserHash! },
    services.clock(),
  )
  return { AccessKeyId: 'ticket', AccessKeySecret: 'ticket', SecurityToken: token, Expiration: expiresAt.toISOString() }
}
