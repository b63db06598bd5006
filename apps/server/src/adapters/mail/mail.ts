/** The mail port. */
export type Mail = {
  /** Same id at every try, so that a doubled mail is one in the reader's program. Without angle brackets. */
  messageId: string
  to: string
  /** The person behind the mail. */
  fromName: string
  /** A proven address of whom the mail is for, with the key that its domain has in DNS (B3); otherwise mails come from ours. */
  from?: { address: string; dkim: { domainName: string; keySelector: string; privateKey: string } }
  replyTo?: string
  /** Where it is sent back to if it cannot be delivered; the address that mails come from, unless it is said. */
  returnTo?: string | undefined
  /** Where its reader refuses further ones, by a page or by one post of the mail program (RFC 8058). */
  unsubscribe?: string
  subject: string
  html: string
  text: string
}

export interface Mailer {
  /**
   * Hands one mail over for good. Resolves once the mail server has it or it is on disk whole.
   * Rejects with MailRefused when it never will be taken (the reason is for the sender), with any other error when a later try may succeed.
   */
  send(mail: Mail): Promise<void>
  /** Rejects where mails could not be handed over now. Sends none. */
  probe(): Promise<void>
  close(): Promise<void>
}

export class MailRefused extends Error {}
