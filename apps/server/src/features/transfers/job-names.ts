import { jobName } from '../../jobs/queue.ts'

/** `again` names a mail that its sender asked for once more. */
export type MailPayload = { recipientId: string; again?: string; isReminder?: boolean }
export const mailRecipientJob = jobName<MailPayload>('transfers:mailRecipient')
/** One mail of a recipient at a time. */
export const mailKey = (recipientId: string): string => `mail:${recipientId}`
/** Its link is open again: whoever has asked for more time waits for that. */
export const reopenedJob = jobName<{ transferId: string }>('transfers:reopened')
export const confirmSenderJob = jobName<{ transferId: string }>('transfers:confirmSender')
