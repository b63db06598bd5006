import { jobName } from '../../jobs/queue.ts'

export const mailRecipientJob = jobName<{ recipientId: string }>('transfers:mailRecipient')
/** One mail of a recipient at a time. */
export const mailKey = (recipientId: string): string => `mail:${recipientId}`
export const confirmSenderJob = jobName<{ transferId: string }>('transfers:confirmSender')
