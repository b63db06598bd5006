import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { increment, readArticles } from '@sampan/contract/routes/site'
import { articles } from '@sampan/contract/site'
import { inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config'>

/** The day of the counts, by UTC: YYYY-MM-DD. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

export async function listReads(db: Services['db']): Promise<RouteAnswer<typeof readArticles>> {
  const reads = new Map((await queries.findReads(db)).map((row) => [row.article, row.reads]))
  return { articles: articles.map((article) => ({ article, reads: reads.get(article) ?? 0 })) }
}

/** Counts a browser once a day: who reloads the page, or comes back, is no second reader. */
export async function countRead(
  { db, clock, config }: Needs,
  { browserHash, networkKey }: Actor,
  { article }: RouteInput<typeof increment>['body'],
): Promise<RouteAnswer<typeof increment>> {
  const now = clock()
  await inTransaction(db, async (tx) => {
    if (!(await queries.insertReader(tx, { article, reader: browserHash!, day: dayOf(now) }))) return
    await takeRate(tx, config.rateLimits.siteNetwork, networkKey, now)
    await queries.addRead(tx, article)
  })
  const { articles: counts } = await listReads(db)
  return counts.find((each) => each.article === article)!
}
