import { addSeconds } from '../../add-seconds.ts'
import { handleJob, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { dayOf } from './articles.ts'
import { deleteReadersBefore } from './queries.ts'

/** Who read what is forgotten once the day is over. */
export const siteJobs = ({ db, clock }: Services): { timed: TimedJob[] } => ({
  timed: [
    {
      ...handleJob(jobName('site:forget-readers'), async () => {
        await deleteReadersBefore(db, dayOf(addSeconds(clock(), -86_400)))
      }),
      everyMinutes: 1440,
    },
  ],
})
