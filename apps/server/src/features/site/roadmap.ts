import type { RouteAnswer } from '@sampan/contract/routes/route'
import type { IdeaVotes, readRoadmap } from '@sampan/contract/routes/site'
import type { Idea } from '@sampan/contract/site'
import { inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config'>

const voterOf = ({ userId, browserHash }: Actor): string => userId ?? browserHash!

export const listIdeas = async (db: Services['db'], actor: Actor): Promise<RouteAnswer<typeof readRoadmap>> => ({
  ideas: await queries.findVotes(db, voterOf(actor)),
})

/** One vote of an account, or of a browser; the same again changes nothing and takes no turn. */
export async function setVote({ db, clock, config }: Needs, actor: Actor, idea: Idea, isWanted: boolean): Promise<IdeaVotes> {
  const voter = voterOf(actor)
  const now = clock()
  await inTransaction(db, async (tx) => {
    if (!isWanted) return void (await queries.deleteVote(tx, idea, voter))
    if (await queries.insertVote(tx, { idea, voter, votedAt: now }))
      await takeRate(tx, config.rateLimits.siteNetwork, actor.networkKey, now)
  })
  return (await queries.findVotes(db, voter)).find((each) => each.idea === idea)!
}
