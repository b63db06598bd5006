import { jobName } from '../../jobs/queue.ts'

export const domainBrokenJob = jobName<{ domainId: string }>('domains:broken')
export const senderBrokenJob = jobName<{ domainId: string }>('domains:sender-broken')
