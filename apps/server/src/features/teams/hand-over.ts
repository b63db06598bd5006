/**
 * A team changes hands (M1, M3): its owner names one of its people, who confirms it by the link of a mail; both by their passwords. The
 * root stays what it is, with plan, storage, limits and payments: another account is its owner from then on. Who was it gets a root of
 * their own, with nothing in it, and stays as an admin.
 */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import type { RouteInput } from '@sampan/contract/routes/route'
import type { nameOwner as nameRoute, Team, takeOverTeam as takeRoute } from '@sampan/contract/routes/teams'
import { handoverDays } from '@sampan/contract/rules/teams'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { SignedIn } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import * as accounts from '../accounts/index.ts'
import { payerChanged } from '../billing/index.ts'
import { detachFromAccount, isSuspended, lockOwner } from '../owners/index.ts'
import { noteAct } from '../team-log/index.ts'
import { takeMailRates } from '../transfers/index.ts'
import { handoverJob, handoverKey, teamNewsJob } from './job-names.ts'
import * as queries from './queries-handovers.ts'
import { nameOfTeam, readTeam } from './read-team.ts'
import { lockTeam } from './seats.ts'
import { handoverToken, handoverTokenHash } from './token.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>

export async function nameOwner(
  deps: Deps,
  actor: SignedIn,
  { userId: toId, password }: RouteInput<typeof nameRoute>['body'],
): Promise<Team> {
  await accounts.confirmPassword(deps, actor, password)
  await inTransaction(deps.db, async (tx) => {
    const { id: ownerId } = await lockTeam(tx, actor, 'handOver')
    const member = await accounts.membershipOf(tx, toId)
    if (member?.ownerId !== ownerId || member.role === 'owner') throw new Problem('notYours')
    // They would have no place in this team afterwards.
    const own = await accounts.membershipOf(tx, actor.userId)
    if (own && own.ownerId !== ownerId) throw new Problem('inOtherTeam')
    const now = deps.clock()
    const expiresAt = addSeconds(now, handoverDays * 86_400)
    const tokenHash = handoverTokenHash(handoverToken(deps.secrets.link, { ownerId, toId, expiresAt }))
    await queries.putHandover(tx, { ownerId, fromId: actor.userId, toId, tokenHash, expiresAt })
    const { email } = (await accounts.findUser(tx, toId))!
    await takeMailRates(tx, deps, ownerId, [email])
    const asked = { ownerId, at: expiresAt.getTime() }
    await addJob(tx, handoverJob, asked, { key: handoverKey(asked) })
    await noteAct(tx, actor, 'namedOwner', email, now)
    await notifyLive(tx, { ownerId, what: 'team' })
  })
  return readTeam(deps, actor)
}

export async function keepOwnership(deps: Deps, actor: SignedIn): Promise<Team> {
  await inTransaction(deps.db, async (tx) => {
    const { id } = await lockTeam(tx, actor, 'handOver')
    await queries.deleteHandover(tx, id)
    await notifyLive(tx, { ownerId: id, what: 'team' })
  })
  return readTeam(deps, actor)
}

/** By whom the link names alone; whoever else has it learns nothing. */
export async function takeOverTeam(
  deps: Deps,
  actor: SignedIn,
  { token, password }: RouteInput<typeof takeRoute>['body'],
): Promise<{ ownerId: string; name: string }> {
  const found = await queries.findHandover(deps.db, handoverTokenHash(token))
  if (found?.toId !== actor.userId) throw new Problem('handoverOver')
  await accounts.confirmPassword(deps, actor, password)
  await inTransaction(deps.db, (tx) => takeOver(tx, deps, actor, found))
  return { ownerId: found.ownerId, name: await nameOfTeam(deps.db, found.ownerId) }
}

async function takeOver(tx: Transaction, { clock }: Deps, actor: SignedIn, found: queries.HandoverRow): Promise<void> {
  const { ownerId, userId } = { ownerId: found.ownerId, userId: actor.userId }
  const owner = await lockOwner(tx, ownerId)
  const head = await accounts.headOfTeam(tx, ownerId)
  if (!owner || !head) throw new Problem('handoverOver')
  const row = await queries.handoverOf(tx, ownerId)
  const isSame = row?.toId === userId && row.tokenHash.equals(found.tokenHash)
  // An answer that was lost is asked for again.
  if (isSame && head.userId === userId) return
  const now = clock()
  const member = await accounts.membershipOf(tx, userId)
  const isThere = isSame && row.fromId === head.userId && row.expiresAt > now && member?.ownerId === ownerId
  if (!isThere) throw new Problem('handoverOver')
  if (isSuspended(owner.status)) throw new Problem('accountSuspended')
  await makeAdmin(tx, { ownerId, userId: head.userId, joinedAt: member.joinedAt, now })
  await accounts.setMemberRole(tx, ownerId, userId, 'owner')
  await payerChanged(tx, ownerId)
  await noteAct(tx, { ownerId, userId, role: owner.role, email: actor.email }, 'tookOver', head.email, now)
  const news = { ownerId, mailId: randomUUID() }
  await addJob(tx, teamNewsJob, { ...news, kind: 'ownsNow', to: userId, about: head.email })
  await addJob(tx, teamNewsJob, { ...news, kind: 'ownedBefore', to: head.userId, about: actor.email, mailId: randomUUID() })
  await notifyLive(tx, { ownerId, what: 'team' })
}

type Former = { ownerId: string; userId: string; joinedAt: Date; now: Date }

/** With the seat of whoever takes over, so that nobody else's changes. */
async function makeAdmin(tx: Transaction, { ownerId, userId, joinedAt, now }: Former): Promise<void> {
  const member = await accounts.membershipOf(tx, userId)
  if (member && member.ownerId !== ownerId) throw new Problem('handoverOver')
  if (member) {
    await accounts.setMemberRole(tx, ownerId, userId, 'admin')
    return accounts.setJoinedAt(tx, ownerId, userId, joinedAt)
  }
  await detachFromAccount(tx, ownerId)
  await accounts.giveOwnRoot(tx, userId, now)
  await accounts.insertMember(tx, { userId, ownerId, role: 'admin', joinedAt })
}
