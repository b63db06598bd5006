import { jobName } from '../../jobs/queue.ts'

export const feedbackMailJob = jobName<{ feedbackId: string }>('feedback:mail')
