/** Timed work of the bell: what has expired is told, and the oldest beyond what a bell keeps go. */
import { maxNotifications } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { moveMark } from '../../db/installation.ts'
import { notifyLive } from '../../db/live.ts'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { ownersListening, tellWebhooks, transferFacts } from '../webhooks/index.ts'
import * as queries from './queries.ts'
import { expiredFacts, insertExpired } from './queries-expired.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config'>

/** After a longer silence nobody is told of everything that ended meanwhile. */
const lookBackSeconds = 86_400

/** Each end once: the mark says until when they have been told, and moves in the same transaction. */
export async function notifyExpired(deps: Deps): Promise<void> {
  const now = deps.clock()
  await inTransaction(deps.db, async (tx) => {
    const mark = await moveMark(tx, 'notifications:expired-until', now)
    const from = new Date(Math.max(mark.getTime(), addSeconds(now, -lookBackSeconds).getTime()))
    const expired = await insertExpired(tx, from, now)
    for (const ownerId of new Set(expired.map((each) => each.ownerId))) await notifyLive(tx, { ownerId, what: 'notifications' })
    await tellExpired(tx, deps, expired)
  })
}

/** Of those alone that anybody listens for: so many may end at once that each by itself would be thousands of questions. */
async function tellExpired(tx: Transaction, deps: Deps, expired: Awaited<ReturnType<typeof insertExpired>>): Promise<void> {
  const type = 'transfer.expired'
  const owners = await ownersListening(
    tx,
    expired.map(({ ownerId }) => ownerId),
    type,
  )
  const ids = expired.flatMap(({ id, ownerId }) => (owners.has(ownerId) ? [id] : []))
  for (const row of ids.length > 0 ? await expiredFacts(tx, ids) : [])
    await tellWebhooks(tx, deps, {
      ownerId: row.ownerId,
      type,
      at: row.expiresAt,
      data: (origin) => ({ transfer: transferFacts(origin, row), downloadCount: row.downloadCount }),
    })
}

export const notificationJobs = (services: Deps): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [],
  timed: [
    { ...handleJob(jobName('notifications:expired'), () => notifyExpired(services)), everyMinutes: 10 },
    {
      ...handleJob(jobName('notifications:cap'), async () => void (await queries.deleteBeyond(services.db, maxNotifications))),
      everyMinutes: 60,
    },
  ],
})
