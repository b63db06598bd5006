import type { readTopRecipients, readTopTransfers } from '@sampan/contract/routes/analytics'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'
import { askedBy } from './read-analytics.ts'

type Deps = Pick<Services, 'db'>
type Listing = RouteInput<typeof readTopTransfers>['query']

const listedBy = (actor: SignedIn, { search, skip, limit, ...asked }: Listing): queries.Listed => ({
  ...askedBy(actor, asked),
  search: search?.trim() ?? '',
  skip,
  limit,
})

export async function listTopTransfers(
  { db }: Deps,
  actor: SignedIn,
  query: Listing,
): Promise<RouteAnswer<typeof readTopTransfers>> {
  const rows = await queries.topTransfers(db, listedBy(actor, query))
  return {
    rows: rows.map(({ slug, name, sentAt, downloads, isGone }) => ({ slug, name, sentAt: sentAt.getTime(), downloads, isGone })),
    matchCount: rows[0]?.matchCount ?? 0,
  }
}

export async function listTopRecipients(
  { db }: Deps,
  actor: SignedIn,
  query: Listing,
): Promise<RouteAnswer<typeof readTopRecipients>> {
  const rows = await queries.topRecipients(db, listedBy(actor, query))
  return {
    rows: rows.map(({ email, downloads }) => ({ email: email || null, downloads })),
    matchCount: rows[0]?.matchCount ?? 0,
  }
}
