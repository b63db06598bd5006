/** Who may decide about a team, and how many may still come (M1). */
import { Problem } from '@sampan/contract/errors'
import { planOf } from '@sampan/contract/plans'
import { mayInTeam, seatsLeft, type TeamAct } from '@sampan/contract/rules/teams'
import type { Db, Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { countMembers, headOfTeam, membershipOf } from '../accounts/index.ts'
import { isSuspended, lockOwner, type OwnerRow } from '../owners/index.ts'
import * as queries from './queries.ts'

/** Locked, so that seats are counted by one at a time. The role of who asks is looked at again: it may have ended on the way here. */
export async function lockTeam(tx: Transaction, actor: SignedIn, act?: TeamAct): Promise<OwnerRow> {
  const owner = (await lockOwner(tx, actor.ownerId))!
  const role = await roleIn(tx, owner.id, actor.userId)
  if (!role) throw new Problem('notInTeam')
  // What is not allowed looks as if it were not there.
  if (act && !mayInTeam(role, act)) throw new Problem('notYours')
  // Whoever only leaves decides about nobody else.
  if (act && isSuspended(owner.status)) throw new Problem('accountSuspended')
  return owner
}

async function roleIn(tx: Transaction, ownerId: string, userId: string) {
  if (userId === (await headOfTeam(tx, ownerId))?.userId) return 'owner'
  const member = await membershipOf(tx, userId)
  return member?.ownerId === ownerId ? member.role : null
}

type Owner = Pick<OwnerRow, 'id' | 'role' | 'ownLimits'>

const seatsOf = (owner: Owner): number => planOf(owner).seats

/** For whoever is invited: members and open invitations hold theirs. */
export async function requireSeats(tx: Transaction, owner: Owner, now: Date, wanted: number): Promise<void> {
  const [members, invited] = [await countMembers(tx, owner.id), await queries.countOpen(tx, owner.id, now)]
  const left = seatsLeft(seatsOf(owner), { members, invited })
  if (wanted > left) throw new Problem('seatsUsedUp', { limit: seatsOf(owner), left })
}

/** For whoever comes: where a plan has become smaller since they were invited, the first have what is left. */
export const hasSeat = async (db: Db, owner: Owner): Promise<boolean> =>
  seatsLeft(seatsOf(owner), { members: await countMembers(db, owner.id), invited: 0 }) > 0
