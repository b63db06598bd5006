/**
 * What is paid on a page of the provider's, or allowed on one of the bank's, is told by an event; should none come, the owner is asked
 * about by whoever looks at the plan, and by a job, for a day.
 */
import { PaymentsAway } from '../../adapters/payments/payments.ts'
import { addSeconds } from '../../add-seconds.ts'
import { findOwner, setWatched } from '../owners/index.ts'
import { inTime, type Needs } from './needs.ts'
import { findSubscription } from './queries.ts'
import { readAgain } from './read-again.ts'

/** Longer than the provider keeps a checkout open. */
const watchSeconds = 25 * 3600

export const watchPayments = ({ db, clock }: Pick<Needs, 'db' | 'clock'>, ownerId: string): Promise<void> =>
  setWatched(db, ownerId, addSeconds(clock(), watchSeconds))

/** What is known already is shown also while the provider does not answer. */
export async function readWatched(needs: Needs, ownerId: string): Promise<void> {
  const until = (await findOwner(needs.db, ownerId))?.paymentsWatchedUntil
  const isWatched = !!until && until > needs.clock()
  if (!isWatched && (await findSubscription(needs.db, ownerId))?.status !== 'incomplete') return
  try {
    await inTime(needs.payments.patienceMs / 3, readAgain(needs, ownerId))
  } catch (err) {
    if (!(err instanceof PaymentsAway)) throw err
    needs.log.warn({ err }, 'the payment provider does not answer: a plan is shown as it was last known')
  }
}
