import { jobName } from '../../jobs/queue.ts'

/** To the operator: what is said of a transfer. */
export const notifyOperatorJob = jobName<{ transferId: string }>('reports:tellOperator')
/** To its sender: that it was taken down, or is back. */
export const notifySenderJob = jobName<{ transferId: string; at: number; isBack: boolean }>('reports:tellSender')
