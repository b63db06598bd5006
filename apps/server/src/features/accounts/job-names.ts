import { jobName } from '../../jobs/queue.ts'

/** `mailId` names the mail however often the job runs. */
export const accountThereJob = jobName<{ mailId: string; userId: string }>('accounts:already-there')
export const sessionEndedJob = jobName<{ mailId: string; sessionId: string }>('accounts:session-ended')
