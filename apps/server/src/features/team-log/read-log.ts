/** The log as whoever leads the team reads it, page by page, or whole as a table. */

import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { readTeamLog as route } from '@sampan/contract/routes/team-log'
import { logDays } from '@sampan/contract/rules/team-log'
import { addSeconds } from '../../add-seconds.ts'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { csvChunks } from '../../http/csv-chunks.ts'
import type { Services } from '../../services.ts'
import { headOfTeam, membersOf } from '../accounts/index.ts'
import { holderOf } from '../owners/index.ts'
import { entriesOf, type LogFilter } from './queries.ts'

type Deps = Pick<Services, 'db' | 'clock'>

const perRead = 500

/** What is older was kept by a larger plan, and is shown again with one. */
const sinceOf = async ({ db, clock }: Deps, ownerId: string): Promise<Date> =>
  addSeconds(clock(), -logDays((await holderOf(db, ownerId)).role) * 86_400)

/** Whose name it is that is searched for. */
async function withNamed(db: Db, ownerId: string, filter: LogFilter): Promise<LogFilter> {
  const wanted = filter.search?.toLowerCase()
  if (!wanted) return filter
  const people = [await headOfTeam(db, ownerId), ...(await membersOf(db, ownerId))]
  const named = people.flatMap((person) => (person?.fullName.toLowerCase().includes(wanted) ? [person.userId] : []))
  return { ...filter, named }
}

export async function readLog(
  deps: Deps,
  { ownerId }: SignedIn,
  { before, limit, ...filter }: RouteInput<typeof route>['query'],
): Promise<RouteAnswer<typeof route>> {
  const since = await sinceOf(deps, ownerId)
  const rows = await entriesOf(deps.db, ownerId, await withNamed(deps.db, ownerId, filter), { before, limit: limit + 1, since })
  const entries = rows.slice(0, limit).map(({ id, at, act, userId, email, about }) => ({
    ...{ id, at: at.getTime(), act, userId, email, about },
  }))
  return { entries, hasMore: rows.length > limit }
}

async function* cellsOf(db: Db, ownerId: string, filter: LogFilter, since: Date): AsyncGenerator<string[]> {
  yield ['time', 'who', 'act', 'about']
  for (let before: string | undefined; ; ) {
    const rows = await entriesOf(db, ownerId, filter, { before, limit: perRead, since })
    for (const { at, email, act, about } of rows) yield [at.toISOString(), email, act, about]
    if (rows.length < perRead) return
    before = rows.at(-1)!.id
  }
}

export const logCsv = async (deps: Deps, { ownerId }: SignedIn, filter: LogFilter): Promise<AsyncGenerator<string>> =>
  csvChunks(cellsOf(deps.db, ownerId, await withNamed(deps.db, ownerId, filter), await sinceOf(deps, ownerId)))
