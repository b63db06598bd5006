/** Who may come: invitations hold seats, exactly, also where many race for the last (M1). */
import { randomUUID } from 'node:crypto'
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import { planOf } from '@sampan/contract/plans'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { inviteMembers as route, Team } from '@sampan/contract/routes/teams'
import { invitationDays, mayInTeam, seatsLeft, type TeamAct } from '@sampan/contract/rules/teams'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { isSuspended, lockOwner, type OwnerRow } from '../owners/index.ts'
import { invitedJob, invitedKey } from './job-names.ts'
import * as queries from './queries.ts'
import { readTeam } from './read-team.ts'
import { invitationToken, invitationTokenHash } from './token.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'secrets'>

/** What is not allowed looks as if it were not there. */
export function requireInTeam(actor: SignedIn, act: TeamAct): void {
  if (!mayInTeam(actor.teamRole, act)) throw new Problem('notYours')
}

/** Locked, so that seats are counted by one at a time. */
export async function lockTeam(tx: Transaction, actor: SignedIn): Promise<OwnerRow> {
  const owner = (await lockOwner(tx, actor.ownerId))!
  if (isSuspended(owner.status)) throw new Problem('accountSuspended')
  return owner
}

export async function freeSeats(tx: Transaction, owner: OwnerRow, now: Date): Promise<number> {
  return seatsLeft(planOf(owner.role).seats, await queries.seatsTaken(tx, owner.id, now))
}

const endOf = (now: Date): Date => addSeconds(now, invitationDays * 86_400)

export async function inviteMembers(
  deps: Deps,
  actor: SignedIn,
  { emails, role }: RouteInput<typeof route>['body'],
): Promise<RouteAnswer<typeof route>> {
  requireInTeam(actor, 'invite')
  const skipped: { email: string; code: ErrorCode }[] = []
  const invited: string[] = []
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const owner = await lockTeam(tx, actor)
    const known = await queries.addressesOf(tx, owner.id)
    const open = await queries.openAddresses(tx, owner.id, now)
    const wanted: string[] = []
    for (const email of new Set(emails)) {
      if (known.has(email)) skipped.push({ email, code: 'memberAlready' })
      else if (open.has(email)) skipped.push({ email, code: 'invitedAlready' })
      else wanted.push(email)
    }
    const left = await freeSeats(tx, owner, now)
    if (wanted.length > left) throw new Problem('seatsUsedUp', { limit: planOf(owner.role).seats, left })
    for (const email of wanted) {
      const id = randomUUID()
      const tokenHash = invitationTokenHash(invitationToken(deps.secrets.link, id))
      const language = actor.mailLanguage
      const times = { createdAt: now, mailedAt: now, expiresAt: endOf(now) }
      await queries.insertInvitation(tx, { id, ownerId: owner.id, email, role, invitedBy: actor.userId, language, tokenHash, ...times })
      await addJob(tx, invitedJob, { invitationId: id, again: 0 }, { key: invitedKey(id, 0) })
      invited.push(email)
    }
  })
  return { team: await readTeam(deps, actor), invited, skipped }
}

export async function revokeInvitation(deps: Deps, actor: SignedIn, invitationId: string): Promise<Team> {
  requireInTeam(actor, 'invite')
  await inTransaction(deps.db, async (tx) => {
    await lockTeam(tx, actor)
    const row = await queries.lockInvitation(tx, invitationId)
    if (row?.ownerId !== actor.ownerId) throw new Problem('notYours')
    if (row.state === 'invited' || row.state === 'declined')
      await queries.updateInvitation(tx, row.id, { state: 'revoked', answeredAt: deps.clock() })
  })
  return readTeam(deps, actor)
}

/** One that has run out, or was declined, holds a seat anew. */
export async function resendInvitation(deps: Deps, actor: SignedIn, invitationId: string): Promise<Team> {
  requireInTeam(actor, 'invite')
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const owner = await lockTeam(tx, actor)
    const row = await queries.lockInvitation(tx, invitationId)
    if (row?.ownerId !== actor.ownerId || row.state === 'accepted' || row.state === 'revoked') throw new Problem('notYours')
    const holdsSeat = row.state === 'invited' && row.expiresAt > now
    if (!holdsSeat && (await freeSeats(tx, owner, now)) < 1) throw new Problem('seatsUsedUp', { limit: planOf(owner.role).seats, left: 0 })
    await queries.updateInvitation(tx, row.id, { state: 'invited', answeredAt: null, mailedAt: now, expiresAt: endOf(now) })
    const again = now.getTime()
    await addJob(tx, invitedJob, { invitationId: row.id, again }, { key: invitedKey(row.id, again) })
  })
  return readTeam(deps, actor)
}
