import { jobName } from '../../jobs/queue.ts'

/** To the sender, who may give more time; and to whoever asked, once they have. */
export const askSenderJob = jobName<{ requestId: string }>('extension:askSender')
export const notifyReceiverJob = jobName<{ requestId: string }>('extension:tellReceiver')
/** Before a transfer ends. */
export const notifySenderJob = jobName<{ transferId: string }>('extension:tellSender')
export const remindJob = jobName<{ recipientId: string }>('extension:remind')
