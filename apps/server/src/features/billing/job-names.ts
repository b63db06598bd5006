import type { PriceId } from '@sampan/contract/plans'
import { type JobOptions, jobName } from '../../jobs/queue.ts'

/** Ask the provider what is true of an owner. */
export const readJob = jobName<{ ownerId: string }>('billing:read')
/** Who pays has another address or name, or wants something else on its invoices. */
export const payerJob = jobName<{ ownerId: string }>('billing:update-payer')
/** One after the other: of two that run at once the earlier could come to the provider last. */
export const payerJobOptions = (ownerId: string): JobOptions => ({ key: `billing-payer:${ownerId}`, queue: 'billing-payers' })
/** An account was suspended or is to go, or is not any more: what becomes of its plan. */
export const restJob = jobName<{ ownerId: string }>('billing:rest')
/** A trial that began here is made with the provider. */
export const trialJob = jobName<{ ownerId: string }>('billing:make-trial')

/** What is bought: a plan, a card with what is owed, what is owed alone, another plan at a preview's cost, or what the sandbox's checkout holds. */
export type Wish =
  | { kind: 'buy'; priceId: PriceId }
  | { kind: 'card'; paymentMethodId: string; addCardOnly: boolean }
  | { kind: 'owed' }
  | { kind: 'switch'; priceId: PriceId; prorationDate: number }
  | { kind: 'checkout'; clientSecret: string }
export type PurchasePayload = { ownerId: string; key: string; wish: Wish; until: string }
/** A purchase whose answer was lost is tried again. */
export const purchaseJob = jobName<PurchasePayload>('billing:purchase')
export const purchaseJobKey = (ownerId: string): string => `billing-purchase:${ownerId}`

/** `at`: when the trial or the plan ends, or what was paid for is over, as ISO text. `mailId` names the mail however often the job runs. */
type Kind =
  | { kind: 'reminder' | 'cancelled'; at: string }
  | { kind: 'begun' | 'willCharge'; at: string; cents: number }
  | { kind: 'trialEnded' | 'paymentFailed' | 'unpaid' | 'ended' }
  | { kind: 'refunded' | 'refundedTwice'; cents: number }
export type MailAbout = { role: string } & Kind
export type MailPayload = { mailId: string; ownerId: string } & MailAbout
export const mailJob = jobName<MailPayload>('billing:mail')
