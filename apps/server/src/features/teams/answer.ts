/** What becomes of an invitation: looked at, accepted or declined by the address that it names (M1). Looking accepts nothing. */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { planOf } from '@sampan/contract/plans'
import type { RouteAnswer } from '@sampan/contract/routes/route'
import type { viewInvitation as viewRoute } from '@sampan/contract/routes/teams'
import { seatsLeft } from '@sampan/contract/rules/teams'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { SignedIn } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { findAccount } from '../accounts/index.ts'
import { findOwner, lockOwner, type OwnerRow } from '../owners/index.ts'
import { teamNewsJob } from './job-names.ts'
import * as queries from './queries.ts'
import { teamNameOf } from './read-team.ts'
import { invitationTokenHash } from './token.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'secrets'>

async function requireInvitation(deps: Pick<Deps, 'db'>, token: string): Promise<queries.InvitationRow> {
  const row = await queries.findByToken(deps.db, invitationTokenHash(token))
  if (!row) throw new Problem('invitationUnknown')
  return row
}

export async function viewInvitation(deps: Deps, token: string): Promise<RouteAnswer<typeof viewRoute>> {
  const { db, clock } = deps
  const row = await requireInvitation(deps, token)
  const now = clock()
  const owner = await findOwner(db, row.ownerId)
  const inviter = row.invitedBy ? await queries.ownerOf(db, row.ownerId) : undefined
  const isFull = owner ? (await inTransaction(db, (tx) => seatsWithout(tx, owner, row, now))) < 1 : true
  const state = row.state !== 'invited' ? row.state : row.expiresAt <= now ? 'expired' : isFull ? 'full' : 'open'
  return {
    state,
    teamName: await teamNameOf(db, row.ownerId),
    inviterName: inviter?.fullName ?? '',
    email: row.email,
    role: row.role,
    expiresAt: row.expiresAt.getTime(),
    hasAccount: (await findAccount(db, { email: row.email })) !== undefined,
  }
}

/** Seats that are there for this invitation, which holds one itself: a plan may have become smaller since. */
async function seatsWithout(tx: Transaction, owner: OwnerRow, row: queries.InvitationRow, now: Date): Promise<number> {
  const { members, invited } = await queries.seatsTaken(tx, owner.id, now)
  const others = row.state === 'invited' && row.expiresAt > now ? invited - 1 : invited
  return seatsLeft(planOf(owner.role).seats, { members, invited: Math.max(0, others) })
}

/** In the caller's transaction; `userId` is the account of the invited address. */
export async function join(tx: Transaction, deps: Pick<Deps, 'clock'>, invitationId: string, userId: string): Promise<queries.InvitationRow> {
  const now = deps.clock()
  const found = (await queries.findInvitation(tx, invitationId))!
  const owner = await lockOwner(tx, found.ownerId)
  const row = await queries.lockInvitation(tx, invitationId)
  if (!owner || !row || row.state === 'revoked' || row.state === 'declined') throw new Problem('invitationOver')
  const member = await queries.membershipOf(tx, userId)
  if (row.state === 'accepted') {
    // An answer that was lost is asked for again.
    if (member?.ownerId === row.ownerId) return row
    throw new Problem('invitationOver')
  }
  if (row.expiresAt <= now) throw new Problem('invitationOver')
  if (member && member.ownerId !== row.ownerId) throw new Problem('inOtherTeam')
  if ((await seatsWithout(tx, owner, row, now)) < 1) throw new Problem('seatsUsedUp', { limit: planOf(owner.role).seats, left: 0 })
  if (!(await queries.insertMember(tx, { userId, ownerId: row.ownerId, role: row.role, joinedAt: now }))) throw new Problem('inOtherTeam')
  await queries.updateInvitation(tx, row.id, { state: 'accepted', answeredAt: now })
  if (row.invitedBy)
    await addJob(tx, teamNewsJob, { kind: 'accepted', to: row.invitedBy, ownerId: row.ownerId, about: row.email, mailId: randomUUID() })
  await notifyLive(tx, { ownerId: row.ownerId, what: 'team' })
  return row
}

/** By the account of the address that was invited; another one's invitation is unknown. */
export async function acceptInvitation(deps: Deps, actor: SignedIn, token: string): Promise<{ ownerId: string; name: string }> {
  const row = await requireInvitation(deps, token)
  if (row.email !== actor.email) throw new Problem('invitationUnknown')
  await inTransaction(deps.db, (tx) => join(tx, deps, row.id, actor.userId))
  return { ownerId: row.ownerId, name: await teamNameOf(deps.db, row.ownerId) }
}

export async function declineInvitation(deps: Deps, token: string): Promise<void> {
  const found = await requireInvitation(deps, token)
  await inTransaction(deps.db, async (tx) => {
    await lockOwner(tx, found.ownerId)
    const row = (await queries.lockInvitation(tx, found.id))!
    if (row.state === 'declined') return
    if (row.state !== 'invited') throw new Problem('invitationOver')
    await queries.updateInvitation(tx, row.id, { state: 'declined', answeredAt: deps.clock() })
    if (row.invitedBy)
      await addJob(tx, teamNewsJob, { kind: 'declined', to: row.invitedBy, ownerId: row.ownerId, about: row.email, mailId: randomUUID() })
    await notifyLive(tx, { ownerId: row.ownerId, what: 'team' })
  })
}
