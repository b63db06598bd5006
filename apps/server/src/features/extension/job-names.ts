import { jobName } from '../../jobs/queue.ts'

/** To the sender, who may give more time; and to whoever asked, once they have. */
export const askSenderJob = jobName<{ requestId: string }>('extension:askSender')
export const askSenderKey = (requestId: string): string => `askSender:${requestId}`
export const notifyReceiverJob = jobName<{ requestId: string }>('extension:tellReceiver')
export const notifyReceiverKey = (requestId: string): string => `tellReceiver:${requestId}`
/** Before a transfer ends. */
export const notifySenderJob = jobName<{ transferId: string }>('extension:tellSender')
export const remindJob = jobName<{ recipientId: string }>('extension:remind')
export const remindKey = (recipientId: string): string => `remind:${recipientId}`
