import { longestLogDays } from '@sampan/contract/rules/team-log'
import { addSeconds } from '../../add-seconds.ts'
import { handleJob, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { deleteBefore } from './queries.ts'

export const teamLogJobs = ({ db, clock }: Services): { timed: TimedJob[] } => ({
  timed: [
    {
      ...handleJob(jobName('teamLog:delete-old'), async () => {
        await deleteBefore(db, addSeconds(clock(), -longestLogDays * 86_400))
      }),
      everyMinutes: 1440,
    },
  ],
})
