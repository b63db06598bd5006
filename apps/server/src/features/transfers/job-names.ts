import { jobName } from '../../jobs/queue.ts'

/** What a recipient who has had the first mail is told by one more; nothing: it is the same once again. */
export type MailAbout = 'reminder' | 'newVersion'
/** `again` names a mail that its sender asked for once more; `hasWaited`: it was its mailbox's turn. */
export type MailPayload = { recipientId: string; again?: string; about?: MailAbout; hasWaited?: boolean }
export const mailRecipientJob = jobName<MailPayload>('transfers:mailRecipient')
/** One mail of a recipient at a time. */
export const mailKey = (recipientId: string): string => `mail:${recipientId}`
/** What waits for a mailbox becomes one mail. */
export const joinMailsJob = jobName<{ mailbox: string }>('transfers:joinMails')
export const joinedMailJob = jobName<{ recipientIds: string[]; mailId: string }>('transfers:joinedMail')
/** Its link is open again: whoever has asked for more time waits for that. */
export const reopenedJob = jobName<{ transferId: string }>('transfers:reopened')
export const confirmSenderJob = jobName<{ transferId: string }>('transfers:confirmSender')
