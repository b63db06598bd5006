import { Problem } from '@sampan/contract/errors'
import type { listRequests as route } from '@sampan/contract/routes/requests'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries-list.ts'
import { summaryOf } from './summary.ts'

/** `userid` is the caller's own; a foreign one is refused (H4). */
export async function listRequests(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: SignedIn,
  { userid, filter, only = [], search = '', skip, limit }: RouteInput<typeof route>['query'],
): Promise<RouteAnswer<typeof route>> {
  if (userid && userid !== actor.userId) throw new Problem('notYours')
  const now = clock()
  const asked = { actor, filter, only, search: search.trim(), now }
  const [{ rows, matchCount }, sharedCount] = await Promise.all([
    queries.listRequests(db, asked, { skip, limit }),
    queries.countShared(db, actor),
  ])
  const counts = await queries.summariesOf(
    db,
    rows.map(({ id }) => id),
    now,
  )
  return { requests: rows.map((row) => summaryOf(row, counts, now)), matchCount, sharedCount }
}
