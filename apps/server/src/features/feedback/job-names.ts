import { jobName } from '../../jobs/queue.ts'

/** All that was said and not mailed yet. */
export const feedbackMailJob = jobName<Record<string, never>>('feedback:mail')
