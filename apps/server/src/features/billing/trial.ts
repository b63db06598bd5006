/** The week without a card: begun here at once, made with the provider by a job, once for each owner and address ever (P5, R44). */
import { Problem } from '@sampan/contract/errors'
import { type Period, priceIdOf, priceOf, type RoleOnSale, trialDays } from '@sampan/contract/plans'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { lockOwner, setTrialUsed } from '../owners/index.ts'
import { ensureCustomer } from './customer.ts'
import { trialJob } from './job-names.ts'
import type { Needs } from './needs.ts'
import { findSubscription } from './queries.ts'
import * as queries from './queries-billing.ts'
import { isLive, isPending, nextReadAt, readAgain } from './read-again.ts'
import { settleStanding } from './settle-standing.ts'
import { hadTrial, noteTrial } from './used-trials.ts'

/** In the caller's transaction; nothing is asked of the provider here. Where nothing is for sale everybody has a plan already. */
export async function beginTrial(
  tx: Transaction,
  needs: Pick<Needs, 'clock' | 'payments' | 'secrets' | 'config'>,
  ownerId: string,
  { role, period }: { role: RoleOnSale; period: Period },
): Promise<void> {
  if (needs.config.billing === 'off') return
  const owner = await lockOwner(tx, ownerId)
  const row = await findSubscription(tx, ownerId)
  // An answer that was lost is asked for again.
  if (row?.status === 'trialing' && row.role === role && row.period === period) return
  if (row && isLive(row.status)) throw new Problem('planThere')
  if (!owner || (await hadTrial(tx, needs, owner))) throw new Problem('trialUsed')
  const now = needs.clock()
  const trialEndsAt = addSeconds(now, trialDays * 86_400)
  await setTrialUsed(tx, ownerId, now)
  await noteTrial(tx, needs, ownerId, now)
  await queries.putSubscription(tx, {
    ownerId,
    subscriptionId: null,
    status: 'trialing',
    role,
    period,
    amountCents: priceOf(priceIdOf(role, period)).cents,
    trialEndsAt,
    periodEndsAt: trialEndsAt,
    isCancelling: false,
    createdAt: now,
    readAt: nextReadAt(row, now),
  })
  await addJob(tx, trialJob, { ownerId }, { key: `billing-trial:${ownerId}` })
  await settleStanding(tx, ownerId)
}

/** Ends a plan that is known here alone; false where there is none. What a job makes of it all the same charges nobody. */
export const endHere = (needs: Pick<Needs, 'db' | 'clock'>, ownerId: string): Promise<boolean> =>
  inTransaction(needs.db, async (tx) => {
    await lockOwner(tx, ownerId)
    const row = await findSubscription(tx, ownerId)
    if (!row || row.subscriptionId !== null || !isLive(row.status)) return false
    await queries.putSubscription(tx, { ...row, status: 'canceled', readAt: nextReadAt(row, needs.clock()) })
    await settleStanding(tx, ownerId)
    return true
  })

/** Makes it with the provider if it is not there yet; what is over before it could be made is over. */
export async function makeTrial(needs: Pick<Needs, 'db' | 'payments' | 'clock' | 'log'>, ownerId: string): Promise<void> {
  const row = await findSubscription(needs.db, ownerId)
  if (!row || !isPending(row)) return
  if (row.trialEndsAt && row.trialEndsAt > needs.clock()) {
    const customerId = await ensureCustomer(needs, ownerId)
    const { subscriptions } = await needs.payments.read(customerId)
    const wish = { customerId, priceId: priceIdOf(row.role as RoleOnSale, row.period), trialEndsAt: row.trialEndsAt }
    if (!subscriptions.some(({ status }) => isLive(status))) await needs.payments.subscribe(wish, `trial-${ownerId}`)
  }
  await readAgain(needs, ownerId)
}
