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
import { deleteMember, findUser, headOfTeam, membershipOf, setMemberRole } from '../accounts/index.ts'
import { deleteNotifications } from '../notifications/index.ts'
import { lockOwner } from '../owners/index.ts'
import { handOverRequests } from '../requests/index.ts'
import { noteAct } from '../team-log/index.ts'
import { handOverTransfers } from '../transfers/index.ts'
import { endBegun, lockUnsent } from '../uploads/index.ts'
import { teamNewsJob } from './job-names.ts'
import { unname } from './queries-handovers.ts'
import { readTeam } from './read-team.ts'
import { lockTeam } from './seats.ts'

type Deps = Pick<Services, 'db' | 'clock'>

const addressOf = async (tx: Transaction, userId: string): Promise<string> => (await findUser(tx, userId))?.email ?? ''

export async function changeMember(deps: Deps, actor: SignedIn, userId: string, role: MemberRole): Promise<Team> {
  await inTransaction(deps.db, async (tx) => {
    await lockTeam(tx, actor, 'changeRole')
    const member = await membershipOf(tx, userId)
    if (member?.ownerId !== actor.ownerId || member.role === 'owner') throw new Problem('notYours')
    if (member.role === role) return
    await setMemberRole(tx, actor.ownerId, userId, role)
    const kind = role === 'admin' ? 'madeAdmin' : 'madeMember'
    await noteAct(tx, actor, kind, await addressOf(tx, userId), deps.clock())
    await addJob(tx, teamNewsJob, { kind, to: userId, ownerId: actor.ownerId, about: '', mailId: randomUUID() })
    await notifyLive(tx, { ownerId: actor.ownerId, what: 'team' })
  })
  return readTeam(deps, actor)
}

type Departure = {
  ownerId: string
  head: string
  userId: string
  heir: string
  by: Pick<SignedIn, 'userId' | 'ownerId' | 'email'>
}

/** What they had begun gives its storage back, what they made is the heir's, and who it concerns hears of it; who has gone already is no error. */
async function depart(tx: Transaction, { clock }: Deps, { ownerId, head, userId, heir, by }: Departure): Promise<void> {
  if (!(await deleteMember(tx, ownerId, userId))) return
  await deleteNotifications(tx, { userId, ownerId }, { before: clock() })
  await unname(tx, ownerId, userId)
  await endBegun(tx, ownerId, await lockUnsent(tx, { ownerId, authorId: userId, isOwnerLocked: true }))
  await handOverTransfers(tx, { ownerId, from: userId, to: heir })
  await handOverRequests(tx, { ownerId, from: userId, to: heir })
  const isLeaving = userId === by.userId
  await noteAct(tx, by, isLeaving ? 'left' : 'removed', isLeaving ? '' : await addressOf(tx, userId), clock())
  const news = isLeaving
    ? ({ kind: 'left', to: head, about: by.email } as const)
    : ({ kind: 'removed', to: userId, about: '' } as const)
  await addJob(tx, teamNewsJob, { ...news, ownerId, mailId: randomUUID() })
  await notifyLive(tx, { ownerId, what: 'team' })
}

/** Oneself, or somebody else where one may. */
export async function removeMember(deps: Deps, actor: SignedIn, userId: string, handTo: string | undefined): Promise<void> {
  const { ownerId } = actor
  await inTransaction(deps.db, async (tx) => {
    // Before the owner, as everywhere.
    await lockUnsent(tx, { ownerId, authorId: userId })
    await lockTeam(tx, actor, userId === actor.userId ? undefined : 'removeMember')
    const head = (await headOfTeam(tx, ownerId))!.userId
    // What is nobody's member is its owner, who goes by handing over.
    if (head === userId) throw new Problem('notYours')
    const heir = handTo ?? head
    const isHeir = heir === head || (heir !== userId && (await membershipOf(tx, heir))?.ownerId === ownerId)
    if (!isHeir) throw new Problem('notYours')
    await depart(tx, deps, { ownerId, head, userId, heir, by: actor })
  })
}

/** With the account, in its last transaction: what it made for a team is the team's owner's from the same step on (A5). */
export async function leaveTeam(
  tx: Transaction,
  deps: Deps,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  const member = await membershipOf(tx, userId)
  // A team that is theirs ends with them.
  if (!member || member.role === 'owner') return
  const { ownerId } = member
  await lockUnsent(tx, { ownerId, authorId: userId })
  await lockOwner(tx, ownerId)
  const head = (await headOfTeam(tx, ownerId))!.userId
  await depart(tx, deps, { ownerId, head, userId, heir: head, by: { userId, ownerId, email } })
}
