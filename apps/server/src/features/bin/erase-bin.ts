import { Problem } from '@sampan/contract/errors'
import type { eraseBin as route } from '@sampan/contract/routes/bin'
import type { RouteInput } from '@sampan/contract/routes/route'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { eraseRequests } from '../requests/index.ts'
import { eraseTransfers } from '../transfers/index.ts'

/** What is not in the bin (any more) stays as it is. */
export const eraseBin = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: SignedIn,
  { kind, slug }: RouteInput<typeof route>['query'],
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock()
    // All of one kind alone would leave requests without what they had received.
    if (kind && slug === undefined) throw new Problem('invalidInput', {}, { fields: { slug: 'required' } })
    if (kind !== 'request') await eraseTransfers(tx, actor, slug === undefined ? undefined : [slug], now)
    if (kind !== 'transfer') await eraseRequests(tx, actor, slug, now)
  })
