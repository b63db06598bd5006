/** Nobody tries cards here by the hundred, or has the provider asked without end. */
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Needs } from './needs.ts'

/** What only reads tries no card: it takes nothing of what is left for that. */
export async function limitReads({ db, config, clock }: Needs, { userId }: SignedIn): Promise<void> {
  await inTransaction(db, (tx) => takeRate(tx, config.rateLimits.paymentReads, userId, clock()))
}

/** Before anything is asked of the provider; what succeeds counts as much, since it tells a good card. */
export async function limitPayments({ db, config, clock }: Needs, { userId, networkKey }: SignedIn): Promise<void> {
  const { paymentAccount, paymentNetwork } = config.rateLimits
  await inTransaction(db, async (tx) => {
    await takeRate(tx, paymentAccount, userId, clock())
    await takeRate(tx, paymentNetwork, networkKey, clock())
  })
}
