import { Problem } from '@sampan/contract/errors'
import type { Actor, SignedIn } from '../../http/actor.ts'
import type { Cookie } from '../../http/own-cookie.ts'
import { issueTicket, type Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import { headOfTeam } from '../accounts/index.ts'
import type { UploadPurposes } from './purpose.ts'

type Asked = {
  id: string
  type: string
  adminId?: string | undefined
  user?: string | undefined
  cookie: (of: Cookie) => string | null
}

/** As the specification names them: an account's own, and for its team. */
const accountTypes = new Set(['userUpload', 'teamMember', 'teamUpload'])

/** The team's owner, by its own id or that of whose account it is. */
async function isTheirs({ db }: Pick<Services, 'db'>, { ownerId }: SignedIn, adminId: string | undefined): Promise<boolean> {
  return !adminId || adminId === ownerId || adminId === (await headOfTeam(db, ownerId))?.userId
}

/** A ticket for the caller's own root: an account's, or this browser's; or for what a purpose has tickets for. */
async function ticketFor(
  deps: Pick<Services, 'db'> & UploadPurposes,
  actor: Actor,
  { id, type, adminId, ...given }: Asked,
): Promise<Ticket> {
  const browserHash = actor.browserHash!
  const isOfAccount = accountTypes.has(type)
  if (adminId && !(isOfAccount && actor.kind === 'user')) throw new Problem('notYours')
  const purpose = deps.uploadPurposes.find(({ name }) => name === type)
  if (purpose?.ticketFor)
    return { kind: 'purpose', browserHash, purpose: type, ...(await purpose.ticketFor(actor, { id, ...given })) }
  if (type === 'anonUpload') return { kind: type, browserHash }
  if (!isOfAccount) throw new Problem('notYours')
  if (actor.kind !== 'user') throw new Problem('signedOut')
  // A team's is named by its owner, whom the caller's own rows have to name too (U7).
  const { userId, sessionId, ownerId } = actor
  if (id !== userId || !(await isTheirs(deps, actor, adminId))) throw new Problem('notYours')
  if (type === 'teamMember' && actor.teamRole === 'owner') throw new Problem('notYours')
  return { kind: 'userUpload', browserHash, userId, sessionId, ownerId }
}

type Deps = Pick<Services, 'db' | 'secrets' | 'clock'> & UploadPurposes

/** The key fields of the reply are there and open nothing (U7). */
export async function giveTicket(deps: Deps, actor: Actor, asked: Asked) {
  const { token, expiresAt } = await issueTicket(deps.secrets.ticket, await ticketFor(deps, actor, asked), deps.clock())
  return { AccessKeyId: 'ticket', AccessKeySecret: 'ticket', SecurityToken: token, Expiration: expiresAt.toISOString() }
}
