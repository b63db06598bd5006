/** Who may come: invitations hold seats, exactly, also where many race for the last (M1). */
import { randomUUID } from 'node:crypto'
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { inviteMembers as route, Team } from '@sampan/contract/routes/teams'
import { invitationDays } from '@sampan/contract/rules/teams'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isRepeated } from '../../http/request-key.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { headOfTeam, membersOf } from '../accounts/index.ts'
import { noteAct } from '../team-log/index.ts'
import { takeMailRates } from '../transfers/index.ts'
import { invitedJob, invitedKey } from './job-names.ts'
import * as queries from './queries.ts'
import { readTeam } from './read-team.ts'
import { lockTeam, requireSeats } from './seats.ts'
import { invitationToken, invitationTokenHash } from './token.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>

const endOf = (now: Date): Date => addSeconds(now, invitationDays * 86_400)

/** Who is in the team already, and who is invited, is passed over. */
async function sortOut(tx: Transaction, ownerId: string, emails: readonly string[], now: Date) {
  const people = [await headOfTeam(tx, ownerId), ...(await membersOf(tx, ownerId))]
  const known = new Set(people.map((person) => person?.email))
  const open = await queries.openAddresses(tx, ownerId, now)
  const skipped: { email: string; code: ErrorCode }[] = []
  const invited: string[] = []
  for (const email of new Set(emails)) {
    if (known.has(email)) skipped.push({ email, code: 'memberAlready' })
    else if (open.has(email)) skipped.push({ email, code: 'invitedAlready' })
    else invited.push(email)
  }
  return { skipped, invited }
}

/** All of them, or nobody where the seats do not do: who is left out is for people to choose. */
export async function inviteMembers(
  deps: Deps,
  actor: SignedIn,
  { emails, role }: RouteInput<typeof route>['body'],
): Promise<RouteAnswer<typeof route>> {
  const sorted = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const owner = await lockTeam(tx, actor, 'invite')
    const { skipped, invited } = await sortOut(tx, owner.id, emails, now)
    await requireSeats(tx, owner, now, invited.length)
    for (const email of invited) {
      const id = randomUUID()
      const tokenHash = invitationTokenHash(invitationToken(deps.secrets.link, id))
      const times = { createdAt: now, mailedAt: now, expiresAt: endOf(now) }
      const { userId: invitedBy, mailLanguage: language } = actor
      await queries.insertInvitation(tx, { id, ownerId: owner.id, email, role, invitedBy, language, tokenHash, ...times })
      await addJob(tx, invitedJob, { invitationId: id, again: 0 }, { key: invitedKey(id, 0) })
      await noteAct(tx, actor, 'invited', email, now)
    }
    if (invited.length > 0) await notifyLive(tx, { ownerId: owner.id, what: 'team' })
    await takeMailRates(tx, deps, owner.id, invited)
    return { skipped, invited }
  })
  return { team: await readTeam(deps, actor), ...sorted }
}

/** Of this team, else it is unknown. */
async function lockOwn(tx: Transaction, actor: SignedIn, invitationId: string): Promise<queries.InvitationRow> {
  const row = await queries.lockInvitation(tx, invitationId)
  if (row?.ownerId !== actor.ownerId) throw new Problem('notYours')
  return row
}

export async function revokeInvitation(deps: Deps, actor: SignedIn, invitationId: string): Promise<Team> {
  await inTransaction(deps.db, async (tx) => {
    const owner = await lockTeam(tx, actor, 'invite')
    const row = await lockOwn(tx, actor, invitationId)
    if (row.state !== 'invited' && row.state !== 'declined') return
    const now = deps.clock()
    await queries.updateInvitation(tx, row.id, { state: 'revoked', answeredAt: now })
    await noteAct(tx, actor, 'tookInvitationBack', row.email, now)
    await notifyLive(tx, { ownerId: owner.id, what: 'team' })
  })
  return readTeam(deps, actor)
}

/** One that has run out, or was declined, holds a seat anew. */
export async function resendInvitation(
  deps: Deps,
  actor: SignedIn,
  { invitationId, requestKey }: { invitationId: string; requestKey: string | undefined },
): Promise<Team> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const owner = await lockTeam(tx, actor, 'invite')
    const row = await lockOwn(tx, actor, invitationId)
    if (row.state === 'accepted' || row.state === 'revoked') throw new Problem('notYours')
    if (await isRepeated(tx, deps.config, { of: `invitation ${row.id}`, requestKey }, now)) return
    const holdsSeat = row.state === 'invited' && row.expiresAt > now
    if (!holdsSeat) await requireSeats(tx, owner, now, 1)
    await queries.updateInvitation(tx, row.id, { state: 'invited', answeredAt: null, mailedAt: now, expiresAt: endOf(now) })
    const again = now.getTime()
    await addJob(tx, invitedJob, { invitationId: row.id, again }, { key: invitedKey(row.id, again) })
    await notifyLive(tx, { ownerId: owner.id, what: 'team' })
    await takeMailRates(tx, deps, owner.id, [row.email])
  })
  return readTeam(deps, actor)
}
