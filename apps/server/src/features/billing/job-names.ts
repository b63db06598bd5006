import { jobName } from '../../jobs/queue.ts'

/** Ask the provider what is true of an owner. */
export const readJob = jobName<{ ownerId: string }>('billing:read')
/** Who pays has another address or name. */
export const payerJob = jobName<{ ownerId: string }>('billing:update-payer')
/** An account was suspended or is to go, or is not any more: what becomes of its plan. */
export const restJob = jobName<{ ownerId: string }>('billing:rest')
/** A trial that began here is made with the provider. */
export const trialJob = jobName<{ ownerId: string }>('billing:make-trial')

/** `at`: when the trial or the plan ends, as ISO text. `mailId` names the mail however often the job runs. */
type Kind =
  | { kind: 'reminder' | 'cancelled'; at: string }
  | { kind: 'willCharge'; at: string; cents: number }
  | { kind: 'trialEnded' | 'paymentFailed' | 'unpaid' | 'ended' }
  | { kind: 'refunded' | 'refundedTwice'; cents: number }
export type MailAbout = { role: string } & Kind
export type MailPayload = { mailId: string; ownerId: string } & MailAbout
export const mailJob = jobName<MailPayload>('billing:mail')
