import { jobName } from '../../jobs/queue.ts'

/** `mailId` names the mail however often the job runs. */
export const accountThereJob = jobName<{ mailId: string; userId: string }>('accounts:already-there')
/** `sessionId` is the one that began with the account. */
export const accountMadeJob = jobName<{ mailId: string; sessionId: string }>('accounts:made')
export const sessionEndedJob = jobName<{ mailId: string; sessionId: string }>('accounts:session-ended')
