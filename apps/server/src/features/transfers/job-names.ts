import { jobName } from '../../jobs/queue.ts'

export const mailRecipientJob = jobName<{ recipientId: string }>('transfers:mailRecipient')
export const confirmSenderJob = jobName<{ transferId: string }>('transfers:confirmSender')
