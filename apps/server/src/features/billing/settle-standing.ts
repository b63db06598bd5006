/** The one act that writes role and status of an account, from all that gives it one (rules/standing). */
import { type Role, storedRole } from '@sampan/contract/plans'
import { standingOf } from '@sampan/contract/rules/standing'
import type { Db, Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { findOwner, lockOwner, type OwnerRow, setStanding } from '../owners/index.ts'
import { restJob } from './job-names.ts'
import * as queries from './queries.ts'

/** Suspended, or to be deleted: that counts as suspended until the account is kept after all (A5). */
export const isResting = async (tx: Transaction, owner: OwnerRow): Promise<boolean> =>
  owner.revokedAt !== null || (await queries.isLeaving(tx, owner.id))

/** A plan goes on being charged although its account rests, or was ended by that and may go on. */
export const isRestDue = ({ status, isCancelling, endedBy }: queries.SubscriptionRow, rests: boolean): boolean =>
  rests ? status !== 'canceled' && !isCancelling : endedBy === 'leaving'

/** What an account is by codes and gifts alone. */
export async function roleWithoutPlan(db: Db, ownerId: string): Promise<Role> {
  const owner = await findOwner(db, ownerId)
  const licences = await queries.countLicences(db, ownerId)
  const givenRole = owner?.givenRole ?? null
  return standingOf({ subscription: null, licences, givenRole, isRevoked: false }).role
}

/** In the transaction of whatever changed its grounds; the lock makes those that race wait for each other. */
export async function settleStanding(tx: Transaction, ownerId: string): Promise<void> {
  const owner = await lockOwner(tx, ownerId)
  if (owner?.kind !== 'user') return
  const subscription = await queries.findSubscription(tx, ownerId)
  const isRevoked = await isResting(tx, owner)
  const { role, status } = standingOf({
    subscription: subscription ?? null,
    licences: await queries.countLicences(tx, ownerId),
    givenRole: owner.givenRole && storedRole(owner.givenRole),
    isRevoked,
  })
  if (subscription && isRestDue(subscription, isRevoked))
    await addJob(tx, restJob, { ownerId }, { key: `billing-rest:${ownerId}` })
  if (role !== owner.role || status !== owner.status) await setStanding(tx, ownerId, role, status)
}
