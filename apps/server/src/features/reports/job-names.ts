import { jobName } from '../../jobs/queue.ts'
import type { Subject } from './queries.ts'

/** To the operator: what is said of a transfer or a request. */
export const notifyOperatorJob = jobName<Subject>('reports:tellOperator')
/** To its sender, or to whoever asks: that it was taken down, or is back. */
export const notifySenderJob = jobName<Subject & { at: number; isBack: boolean }>('reports:tellSender')
