/**
 * The plan of an account that is suspended, or is to go: nothing more is charged for it (A5, A8). What can be taken back is when the
 * account stays after all; what was owed is forgiven, and such a plan ends.
 */
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { findOwner, lockOwner } from '../owners/index.ts'
import { customerOf } from './customer.ts'
import type { Needs } from './needs.ts'
import { findSubscription, type SubscriptionRow } from './queries.ts'
import { setEndedBy } from './queries-customer.ts'
import { readAgain } from './read-again.ts'
import { isRestDue, isResting } from './settle-standing.ts'
import { makeTrial } from './trial.ts'

const isHeld = ({ status }: Pick<SubscriptionRow, 'status'>): boolean => status === 'active' || status === 'trialing'

type Asking = Pick<Needs, 'db' | 'payments' | 'clock' | 'log'>

/** Marked while nobody else can let the account stay or go: whoever comes later sees the mark, and queues this again. */
async function begin(tx: Transaction, ownerId: string): Promise<{ row: SubscriptionRow; isRevoked: boolean } | null> {
  const owner = await lockOwner(tx, ownerId)
  const row = await findSubscription(tx, ownerId)
  const isRevoked = !!owner && (await isResting(tx, owner))
  if (!row || !isRestDue(row, isRevoked)) return null
  if (isRevoked) await setEndedBy(tx, ownerId, 'leaving')
  return { row, isRevoked }
}

export async function restPlan(needs: Asking, ownerId: string): Promise<void> {
  await makeTrial(needs, ownerId)
  await readAgain(needs, ownerId)
  const customerId = customerOf(needs, await findOwner(needs.db, ownerId))
  const begun = await inTransaction(needs.db, (tx) => begin(tx, ownerId))
  const subscriptionId = begun?.row.subscriptionId
  if (!customerId || !subscriptionId) return
  if (begun.isRevoked) await rest(needs, customerId, subscriptionId, begun.row)
  const isStill = await inTransaction(needs.db, async (tx) => isResting(tx, (await lockOwner(tx, ownerId))!))
  if (!isStill) await goOn(needs, ownerId, customerId, subscriptionId)
  await readAgain(needs, ownerId)
}

async function rest({ payments }: Asking, customerId: string, subscriptionId: string, row: SubscriptionRow): Promise<void> {
  if (isHeld(row)) await payments.setCancelling(customerId, subscriptionId, true)
  else await payments.end(customerId, subscriptionId)
}

async function goOn({ db, payments }: Asking, ownerId: string, customerId: string, subscriptionId: string): Promise<void> {
  const { subscriptions } = await payments.read(customerId)
  const plan = subscriptions.find(({ id }) => id === subscriptionId)
  if (plan?.isCancelling && isHeld(plan)) await payments.setCancelling(customerId, subscriptionId, false)
  await setEndedBy(db, ownerId, null)
}
