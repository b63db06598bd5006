import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { deleteOldDeviceRequests } from '../accounts/index.ts'

export const deviceJobs = ({ db, clock }: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [],
  timed: [{ ...handleJob(jobName('devices:delete-old-requests'), () => deleteOldDeviceRequests(db, clock())), everyMinutes: 60 }],
})
