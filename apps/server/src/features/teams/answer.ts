/** What becomes of an invitation: looked at, accepted or declined by the address that it names (M1). Looking accepts nothing. */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { planOf } from '@sampan/contract/plans'
import type { RouteAnswer } from '@sampan/contract/routes/route'
import type { viewInvitation as viewRoute } from '@sampan/contract/routes/teams'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { SignedIn } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { findAccount, findUser, insertMember, membershipOf } from '../accounts/index.ts'
import { findOwner, lockOwner } from '../owners/index.ts'
import { noteAct } from '../team-log/index.ts'
import { teamNewsJob } from './job-names.ts'
import * as queries from './queries.ts'
import { nameOfTeam } from './read-team.ts'
import { hasSeat } from './seats.ts'
import { invitationTokenHash } from './token.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'secrets'>

export async function requireInvitation(deps: Pick<Deps, 'db'>, token: string): Promise<queries.InvitationRow> {
  const row = await queries.findByToken(deps.db, invitationTokenHash(token))
  if (!row) throw new Problem('invitationUnknown')
  return row
}

export async function viewInvitation(deps: Deps, token: string): Promise<RouteAnswer<typeof viewRoute>> {
  const { db, clock } = deps
  const row = await requireInvitation(deps, token)
  const now = clock()
  const owner = await findOwner(db, row.ownerId)
  const inviter = row.invitedBy ? await findUser(db, row.invitedBy) : undefined
  const isFull = !owner || !(await hasSeat(db, owner))
  const account = await findAccount(db, { email: row.email })
  const state = row.state !== 'invited' ? row.state : row.expiresAt <= now ? 'expired' : isFull ? 'full' : 'open'
  const isOut = state === 'accepted' && account?.team?.ownerId !== row.ownerId
  return {
    state: isOut ? 'left' : state,
    teamName: await nameOfTeam(db, row.ownerId),
    inviterName: inviter?.fullName ?? '',
    email: row.email,
    role: row.role,
    expiresAt: row.expiresAt.getTime(),
    hasAccount: account !== undefined,
  }
}

/** Whoever invited hears of it. */
async function answered(tx: Transaction, row: queries.InvitationRow, kind: 'accepted' | 'declined', now: Date): Promise<void> {
  await queries.updateInvitation(tx, row.id, { state: kind, answeredAt: now })
  const { ownerId, invitedBy: to, email: about } = row
  if (to) await addJob(tx, teamNewsJob, { kind, to, ownerId, about, mailId: randomUUID() })
  await notifyLive(tx, { ownerId, what: 'team' })
}

/** In the caller's transaction; `userId` is the account of the invited address. */
export async function join(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  invitationId: string,
  userId: string,
): Promise<queries.InvitationRow> {
  const now = deps.clock()
  const found = (await queries.findInvitation(tx, invitationId))!
  const owner = await lockOwner(tx, found.ownerId)
  const row = await queries.lockInvitation(tx, invitationId)
  if (!owner || !row || row.state === 'revoked' || row.state === 'declined') throw new Problem('invitationOver')
  const member = await membershipOf(tx, userId)
  if (row.state === 'accepted') {
    // An answer that was lost is asked for again.
    if (member?.ownerId === row.ownerId) return row
    throw new Problem('invitationOver')
  }
  if (row.expiresAt <= now) throw new Problem('invitationOver')
  if (member && member.ownerId !== row.ownerId) throw new Problem('inOtherTeam')
  if (!(await hasSeat(tx, owner))) throw new Problem('seatsUsedUp', { limit: planOf(owner).seats, left: 0 })
  const isNew = await insertMember(tx, { userId, ownerId: row.ownerId, role: row.role, joinedAt: now })
  if (!isNew) throw new Problem('inOtherTeam')
  await answered(tx, row, 'accepted', now)
  await noteAct(tx, { ownerId: row.ownerId, userId, role: owner.role, email: row.email }, 'joined', '', now)
  return row
}

/** By the account of the address that was invited; another one's invitation is unknown. */
export async function acceptInvitation(deps: Deps, actor: SignedIn, token: string): Promise<{ ownerId: string; name: string }> {
  const row = await requireInvitation(deps, token)
  if (row.email !== actor.email) throw new Problem('invitationUnknown')
  await inTransaction(deps.db, (tx) => join(tx, deps, row.id, actor.userId))
  return { ownerId: row.ownerId, name: await nameOfTeam(deps.db, row.ownerId) }
}

export async function declineInvitation(deps: Deps, token: string): Promise<void> {
  const found = await requireInvitation(deps, token)
  await inTransaction(deps.db, async (tx) => {
    await lockOwner(tx, found.ownerId)
    const row = (await queries.lockInvitation(tx, found.id))!
    if (row.state === 'declined') return
    if (row.state !== 'invited') throw new Problem('invitationOver')
    await answered(tx, row, 'declined', deps.clock())
  })
}
