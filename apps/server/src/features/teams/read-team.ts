/** A team as its people see it (M1). */
import { Problem } from '@sampan/contract/errors'
import { picturePath } from '@sampan/contract/paths'
import { planOf } from '@sampan/contract/plans'
import type { Team } from '@sampan/contract/routes/teams'
import { hasSeatFrom, mayInTeam, mayRuleLogIn, seatsLeft } from '@sampan/contract/rules/teams'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { headOfTeam, membershipOf, membersOf, type Person, teamNameOf } from '../accounts/index.ts'
import { findOwner } from '../owners/index.ts'
import * as queries from './queries.ts'
import { handoverOf } from './queries-handovers.ts'

type Deps = Pick<Services, 'db' | 'clock'>

export async function nameOfTeam(db: Db, ownerId: string): Promise<string> {
  const head = await headOfTeam(db, ownerId)
  return head ? teamNameOf(head) : ''
}

export async function readTeam(deps: Deps, actor: Pick<SignedIn, 'ownerId' | 'userId' | 'teamRole'>): Promise<Team> {
  const { db, clock } = deps
  const { ownerId, userId, teamRole } = actor
  const now = clock()
  const [owner, head, members, invitations, handover] = await Promise.all([
    findOwner(db, ownerId),
    headOfTeam(db, ownerId),
    membersOf(db, ownerId),
    queries.invitationsOf(db, ownerId),
    handoverOf(db, ownerId),
  ])
  if (!owner || !head) throw new Problem('notYours')
  const isOpen = handover && handover.fromId === head.userId && handover.expiresAt > now
  const isTheirs = isOpen && (handover.fromId === userId || handover.toId === userId)
  const { seats } = planOf(owner)
  const invited = invitations.filter(({ state, expiresAt }) => state === 'invited' && expiresAt > now).length
  return {
    ownerId,
    name: teamNameOf(head),
    role: teamRole,
    seats,
    seatsLeft: seatsLeft(seats, { members: members.length, invited }),
    logInBy: owner.logInBy,
    mayRuleLogIn: mayRuleLogIn(owner.role),
    members: [
      { ...personOf(head), role: 'owner' as const, joinedAt: head.createdAt.getTime() },
      ...members.map((row, cameBefore) => ({
        ...personOf(row),
        role: row.role,
        joinedAt: row.joinedAt.getTime(),
        isPaused: !hasSeatFrom(owner.role, cameBefore),
      })),
    ],
    handover: isTheirs ? { userId: handover.toId, expiresAt: handover.expiresAt.getTime() } : null,
    // Who may come is for those who decide about it.
    invitations: (mayInTeam(teamRole, 'invite') ? invitations : []).map((row) => ({
      _id: row.id,
      email: row.email,
      role: row.role,
      state: row.state === 'declined' ? ('declined' as const) : row.expiresAt > now ? ('invited' as const) : ('expired' as const),
      invitedAt: row.createdAt.getTime(),
      expiresAt: row.expiresAt.getTime(),
    })),
  }
}

const personOf = ({ userId, email, fullName, pictureId }: Person) => ({
  userId,
  email,
  fullName,
  profilePic: pictureId ? picturePath(pictureId) : '',
})

/** Beside the own account. */
export async function listTeams({ db }: Pick<Services, 'db'>, { userId }: SignedIn) {
  const member = await membershipOf(db, userId)
  if (!member) return { teams: [] }
  return { teams: [{ ownerId: member.ownerId, name: await nameOfTeam(db, member.ownerId), role: member.role }] }
}

/** What a copy of an account's data tells of its team: where it belongs, who belongs to it, and whom it has invited (A5). */
export async function teamForCopy(db: Db, { userId, ownerId }: { userId: string; ownerId: string }) {
  const [membership, members, invitations] = [
    await membershipOf(db, userId),
    await membersOf(db, ownerId),
    await queries.invitationsForCopy(db, ownerId),
  ]
  return {
    memberOf: membership && { ...membership, name: await nameOfTeam(db, membership.ownerId) },
    members: members.map(({ email, fullName, role, joinedAt }) => ({ email, fullName, role, joinedAt })),
    invitations,
  }
}
