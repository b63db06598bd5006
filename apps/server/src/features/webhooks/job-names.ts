import { jobName } from '../../jobs/queue.ts'

export const deliverJob = jobName<{ deliveryId: string }>('webhooks:deliver')
export const pausedJob = jobName<{ webhookId: string; at: number }>('webhooks:paused')
