/** Roles of members, and their end: what they made stays with the team, in somebody else's hands from the same step on (M1, M3). */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import type { Team } from '@sampan/contract/routes/teams'
import type { MemberRole } from '@sampan/contract/rules/teams'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { SignedIn } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { deleteMember, findUser, membershipOf, setMemberRole } from '../accounts/index.ts'
import { handOverRequests } from '../requests/index.ts'
import { noteAct } from '../team-log/index.ts'
import { handOverTransfers } from '../transfers/index.ts'
import { teamNewsJob } from './job-names.ts'
import { readTeam } from './read-team.ts'
import { lockTeam } from './seats.ts'

type Deps = Pick<Services, 'db' | 'clock'>

const addressOf = async (tx: Transaction, userId: string): Promise<string> => (await findUser(tx, userId))?.email ?? ''

export async function changeMember(deps: Deps, actor: SignedIn, userId: string, role: MemberRole): Promise<Team> {
  await inTransaction(deps.db, async (tx) => {
    await lockTeam(tx, actor, 'changeRole')
    const member = await membershipOf(tx, userId)
    if (member?.ownerId !== actor.ownerId) throw new Problem('notYours')
    if (member.role === role) return
    await setMemberRole(tx, actor.ownerId, userId, role)
    const kind = role === 'admin' ? 'madeAdmin' : 'madeMember'
    await noteAct(tx, actor, kind, await addressOf(tx, userId), deps.clock())
    await addJob(tx, teamNewsJob, { kind, to: userId, ownerId: actor.ownerId, about: '', mailId: randomUUID() })
    await notifyLive(tx, { ownerId: actor.ownerId, what: 'team' })
  })
  return readTeam(deps, actor)
}

/** Oneself, or somebody else where one may; who has gone already is no error. */
export async function removeMember(deps: Deps, actor: SignedIn, userId: string, handTo: string | undefined): Promise<void> {
  const isLeaving = userId === actor.userId
  await inTransaction(deps.db, async (tx) => {
    const owner = await lockTeam(tx, actor, isLeaving ? undefined : 'removeMember')
    // What is nobody's member is its owner, who goes by handing over.
    if (owner.key === userId) throw new Problem('notYours')
    const heir = handTo ?? owner.key
    const isHeir = heir === owner.key || (heir !== userId && (await membershipOf(tx, heir))?.ownerId === actor.ownerId)
    if (!isHeir) throw new Problem('notYours')
    const gone = await deleteMember(tx, actor.ownerId, userId)
    if (!gone) return
    await handOverTransfers(tx, { ownerId: actor.ownerId, from: userId, to: heir })
    await handOverRequests(tx, { ownerId: actor.ownerId, from: userId, to: heir })
    const kind = isLeaving ? 'left' : 'removed'
    await noteAct(tx, actor, kind, isLeaving ? '' : await addressOf(tx, userId), deps.clock())
    const to = isLeaving ? owner.key : userId
    await addJob(tx, teamNewsJob, { kind, to, ownerId: actor.ownerId, about: isLeaving ? actor.email : '', mailId: randomUUID() })
    await notifyLive(tx, { ownerId: actor.ownerId, what: 'team' })
  })
}
