/** The start with another provider, or with the other mode's keys: customers that were only played are forgotten, real ones never. */
import type { Provider } from '../../adapters/payments/payments.ts'
import { type Database, inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { claimCustomers, countLive, customersOfOthers, lockOwner } from '../owners/index.ts'
import * as queries from './queries-customer.ts'
import { settleStanding } from './settle-standing.ts'

/** Once before any process serves. */
export async function changeProvider(db: Database, provider: Provider, log: Pick<Services['log'], 'warn'>): Promise<void> {
  const live = provider === 'live' ? 0 : await countLive(db, provider)
  if (live > 0)
    throw new Error(
      `${live} accounts are live customers of Stripe and would go on being charged: set STRIPE_SECRET_KEY to the live key again. To give Stripe up, delete these customers at Stripe while Sampan runs with its live keys.`,
    )
  await claimCustomers(db, provider)
  let forgotten = 0
  for (;;) {
    const page = await customersOfOthers(db, provider)
    if (page.length === 0) break
    for (const { id, customerId } of page) await inTransaction(db, (tx) => forget(tx, id, customerId))
    forgotten += page.length
  }
  if (forgotten > 0) log.warn({ provider, forgotten }, 'customers of another payment mode were forgotten, with their plans')
}

async function forget(tx: Parameters<typeof settleStanding>[0], ownerId: string, customerId: string): Promise<void> {
  await lockOwner(tx, ownerId)
  await queries.forgetPlayed(tx, ownerId, customerId)
  await settleStanding(tx, ownerId)
}
