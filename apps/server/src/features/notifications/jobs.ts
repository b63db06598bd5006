/** Timed work of the bell: what has expired is told, and the oldest beyond what a bell keeps go. */
import { maxNotifications } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import { moveMark } from '../../db/installation.ts'
import { notifyLive } from '../../db/live.ts'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'
import { insertExpired } from './queries-expired.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/** After a longer silence nobody is told of everything that ended meanwhile. */
const lookBackSeconds = 86_400

/** Each end once: the mark says until when they have been told, and moves in the same transaction. */
export async function notifyExpired({ db, clock }: Deps): Promise<void> {
  const now = clock()
  await inTransaction(db, async (tx) => {
    const mark = await moveMark(tx, 'notifications:expired-until', now)
    const from = new Date(Math.max(mark.getTime(), addSeconds(now, -lookBackSeconds).getTime()))
    for (const ownerId of await insertExpired(tx, from, now)) await notifyLive(tx, { ownerId, what: 'notifications' })
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
