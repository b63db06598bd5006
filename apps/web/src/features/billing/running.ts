/** Whether a plan goes on: only such a one is changed into another; else the whole plan is bought anew. */
import type { BillingView } from '@sampan/contract/routes/billing'

export const isRunning = ({ period, status }: Pick<BillingView, 'period' | 'status'>): boolean =>
  period !== null && (status === 'active' || status === 'trialing')

/** Of a plan that is bought anew the whole price is told: a discount belongs to the one that it was given for (P3). */
export const shownDiscount = (
  billing: Pick<BillingView, 'period' | 'status' | 'discount'> | undefined,
): BillingView['discount'] => (billing && isRunning(billing) ? billing.discount : null)

/** A payment is missing: until it is there, nothing can be sent. */
export const isOwing = ({ status }: Pick<BillingView, 'status'>): boolean => status === 'past_due' || status === 'unpaid'
