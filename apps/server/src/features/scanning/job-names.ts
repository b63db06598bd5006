import { jobName } from '../../jobs/queue.ts'

/** To the sender, and to whoever has downloaded what something was found in afterwards. */
export const notifyInfectedJob = jobName<{ transferId: string; at: number }>('scanning:tellSender')
export const warnReaderJob = jobName<{ recipientId: string; at: number }>('scanning:warnReader')
export const readerKey = (recipientId: string): string => `warnReader:${recipientId}`
