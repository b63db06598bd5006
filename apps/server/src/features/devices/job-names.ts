import { jobName } from '../../jobs/queue.ts'

/** With what it was made, and from where. */
export const tokenMadeJob = jobName<{ tokenId: string; userId: string; userAgent: string; ip: string }>('devices:token-made')
export const tokenEndingJob = jobName<{ tokenId: string; userId: string }>('devices:token-ending')
