/** What becomes of a plan with its account, as the mail about the account's end says it. */
import type { Services } from '../../services.ts'
import { findSubscription } from './queries.ts'
import { isLive } from './read-again.ts'

/** Of a trial nothing was paid yet. Null where there is no plan, or nothing is for sale (any more). */
export async function planOfLeaver(
  { db, config }: Pick<Services, 'db' | 'config'>,
  ownerId: string,
): Promise<'paid' | 'trial' | null> {
  const row = await findSubscription(db, ownerId)
  if (config.billing === 'off' || !row || row.status === 'incomplete') return null
  // What was owed has its plan ended at once, maybe before the mail is written.
  if (!isLive(row.status) && row.endedBy !== 'leaving') return null
  return row.status === 'trialing' ? 'trial' : 'paid'
}
