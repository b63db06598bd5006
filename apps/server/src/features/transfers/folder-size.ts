import { planOf } from '@sampan/contract/plans'
import type { folderSize as route } from '@sampan/contract/routes/accounts'
import type { RouteAnswer } from '@sampan/contract/routes/route'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { countContacts } from '../contacts/index.ts'
import { monthOf, usageOf } from '../owners/index.ts'

/** What is used of the plan: bytes kept and reserved, the month's transfers, which a deletion does not give back, and contacts (K2). */
export async function folderSize(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: SignedIn,
): Promise<RouteAnswer<typeof route>> {
  const { storageBytes, transfersPerMonth, contacts: contactLimit } = planOf(actor)
  const [{ heldBytes, thisMonth }, contactCount] = await Promise.all([
    usageOf(db, actor.ownerId, monthOf(clock())),
    countContacts(db, actor.ownerId),
  ])
  return { folderSize: heldBytes, storageBytes, thisMonthsTransfers: thisMonth, transfersPerMonth, contactCount, contactLimit }
}
