import { planOf } from '@sampan/contract/plans'
import type { folderSize as route } from '@sampan/contract/routes/accounts'
import type { RouteAnswer } from '@sampan/contract/routes/route'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { usageOf } from './queries-list.ts'

/** What is used of the plan: bytes kept and reserved, and the month's transfers, which a deletion does not give back (K2). */
export async function folderSize(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: SignedIn,
): Promise<RouteAnswer<typeof route>> {
  const { storageBytes, transfersPerMonth } = planOf(actor.role)
  const { heldBytes, thisMonth } = await usageOf(db, actor.ownerId, clock())
  return { folderSize: heldBytes, storageBytes, thisMonthsTransfers: thisMonth, transfersPerMonth }
}
