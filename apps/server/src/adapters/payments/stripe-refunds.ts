/** Giving money back with Stripe. */
import type Stripe from 'stripe'
import type { Refund } from './payments.ts'
import { onceFor } from './stripe-errors.ts'
import { dateOf, invoiceOf } from './stripe-shapes.ts'
import { ownSubscription } from './stripe-subscriptions.ts'

/** Under which a change of somebody's credit, or a credit note, says for which invoice it was. */
const refundMark = 'sampan_refund'

/** What a switch to a cheaper plan has left of a payment, no longer there to be used. */
async function takeCredit(stripe: Stripe, customerId: string, { id, amount_paid }: Stripe.Invoice): Promise<void> {
  const customer = await stripe.customers.retrieve(customerId)
  const creditCents = customer.deleted ? 0 : Math.min(Math.max(0, -customer.balance), amount_paid)
  if (creditCents === 0) return
  const taken = {
    amount: creditCents,
    currency: 'usd',
    description: 'Refunded with its payment',
    metadata: { [refundMark]: id },
  }
  await onceFor(
    `refund-credit-${id}`,
    (idempotencyKey) => stripe.customers.createBalanceTransaction(customerId, taken, { idempotencyKey }),
    async () => {
      const { data } = await stripe.customers.listBalanceTransactions(customerId, { limit: 100 })
      return data.find(({ metadata }) => metadata?.[refundMark] === id)
    },
  )
}

/** A credit note gives the money back and says so on the books. */
async function refundInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<Refund> {
  const { id, amount_paid: amountCents } = invoice
  const isGivenNow = !isGivenBack(invoice)
  const note: Stripe.CreditNoteCreateParams = {
    invoice: id,
    amount: amountCents,
    refund_amount: amountCents,
    reason: 'order_change',
    metadata: { [refundMark]: id },
  }
  if (isGivenNow)
    await onceFor(
      `refund-${id}`,
      (idempotencyKey) => stripe.creditNotes.create(note, { idempotencyKey }),
      async () => {
        // Beside those that somebody wrote at Stripe.
        const { data } = await stripe.creditNotes.list({ invoice: id, limit: 100 })
        return data.find(({ metadata }) => metadata?.[refundMark] === id)
      },
    )
  return { invoiceId: id, amountCents, isGivenNow }
}

const isGivenBack = (invoice: Stripe.Invoice): boolean => invoiceOf(invoice)?.status === 'refunded'

/** The last payment, if it was made after `since`. */
async function lastPaid(stripe: Stripe, whose: Stripe.InvoiceListParams, since: Date): Promise<Stripe.Invoice | null> {
  const { data } = await stripe.invoices.list({ ...whose, status: 'paid', limit: 10 })
  const last = data.find(({ amount_paid }) => amount_paid > 0)
  return last && dateOf(last.status_transitions.paid_at ?? last.created) >= since ? last : null
}

export async function refundLast(stripe: Stripe, customerId: string, since: Date): Promise<Refund | null> {
  const last = await lastPaid(stripe, { customer: customerId }, since)
  if (!last) return null
  // First: a crash between the two gives nothing twice.
  if (!isGivenBack(last)) await takeCredit(stripe, customerId, last)
  return refundInvoice(stripe, last)
}

export async function refundSubscription(
  stripe: Stripe,
  customerId: string,
  subscriptionId: string,
  since: Date,
  willGive?: () => Promise<unknown>,
): Promise<Refund | null> {
  const { id } = await ownSubscription(stripe, customerId, subscriptionId)
  const last = await lastPaid(stripe, { subscription: id }, since)
  if (last && !isGivenBack(last)) await willGive?.()
  return last ? refundInvoice(stripe, last) : null
}
