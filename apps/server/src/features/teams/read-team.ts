/** A team as its people see it (M1). */
import { Problem } from '@sampan/contract/errors'
import { picturePath } from '@sampan/contract/paths'
import { planOf } from '@sampan/contract/plans'
import type { Team } from '@sampan/contract/routes/teams'
import { mayInTeam, seatsLeft } from '@sampan/contract/rules/teams'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { headOfTeam, membershipOf, membersOf, type Person } from '../accounts/index.ts'
import { findOwner } from '../owners/index.ts'
import * as queries from './queries.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/** What the team is called: the company of whose account it is, else their name. */
export async function teamNameOf(db: Db, ownerId: string): Promise<string> {
  const owner = await headOfTeam(db, ownerId)
  return owner?.company || owner?.fullName || owner?.email || ''
}

export async function readTeam(deps: Deps, actor: Pick<SignedIn, 'ownerId' | 'userId' | 'teamRole'>): Promise<Team> {
  const { db, clock } = deps
  const { ownerId, teamRole } = actor
  const now = clock()
  const [owner, head, members, invitations] = await Promise.all([
    findOwner(db, ownerId),
    headOfTeam(db, ownerId),
    membersOf(db, ownerId),
    queries.invitationsOf(db, ownerId),
  ])
  if (!owner || !head) throw new Problem('notYours')
  const { seats } = planOf(owner.role)
  const invited = invitations.filter(({ state, expiresAt }) => state === 'invited' && expiresAt > now).length
  return {
    ownerId,
    name: await teamNameOf(db, ownerId),
    role: teamRole,
    seats,
    seatsLeft: seatsLeft(seats, { members: members.length, invited }),
    members: [
      { ...personOf(head), role: 'owner' as const, joinedAt: head.createdAt.getTime() },
      ...members.map((row) => ({ ...personOf(row), role: row.role, joinedAt: row.joinedAt.getTime() })),
    ],
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
  return { teams: [{ ownerId: member.ownerId, name: await teamNameOf(db, member.ownerId), role: member.role }] }
}
