/** A customer's subscriptions with Stripe: which there are, the card that they charge, and their end. */
import type Stripe from 'stripe'
import { PaymentRefused } from './payments.ts'
import { idOf } from './stripe-shapes.ts'

const hasEnded = ({ status }: Stripe.Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

/** Nobody has so many; a list without a bound is none. */
const max = 1000

/** Newest first. */
export async function liveSubscriptions(stripe: Stripe, customer: string, expand: string[] = []): Promise<Stripe.Subscription[]> {
  const listed = await stripe.subscriptions.list({ customer, limit: 100, expand }).autoPagingToArray({ limit: max })
  return listed.filter((each) => !hasEnded(each))
}

/** All that go on, and of those that ended the newest. */
export async function knownSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const expand = ['data.default_payment_method', 'data.discounts.source.coupon']
  const live = await liveSubscriptions(stripe, customer, expand)
  const { data } = await stripe.subscriptions.list({ customer, status: 'ended', limit: 1, expand })
  // One that ended between the two is in both.
  return [...live.filter(({ id }) => id !== data[0]?.id), ...data]
}

export async function attachCard(stripe: Stripe, customerId: string, paymentMethodId: string): Promise<void> {
  const method = await stripe.paymentMethods.retrieve(paymentMethodId)
  const attachedTo = idOf(method.customer)
  if (attachedTo && attachedTo !== customerId) throw new PaymentRefused('unknown')
  // Named ones of the test mode become another with each use.
  const { id } = attachedTo ? method : await stripe.paymentMethods.attach(paymentMethodId, { customer: customerId })
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: id } })
  // A plan that has a card of its own is charged to that one, whatever the customer's is.
  for (const subscription of await liveSubscriptions(stripe, customerId))
    if (idOf(subscription.default_payment_method) !== id)
      await stripe.subscriptions.update(subscription.id, { default_payment_method: id })
}

export async function ownSubscription(stripe: Stripe, customerId: string, subscriptionId: string): Promise<Stripe.Subscription> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  if (idOf(subscription.customer) !== customerId) throw new PaymentRefused('unknown')
  return subscription
}

/** Drafts of a subscription cannot be deleted: they are closed unsent, and voided as those that were sent. */
async function forgive(stripe: Stripe, subscription: string): Promise<void> {
  for (const status of ['draft', 'open'] as const) {
    const listed = await stripe.invoices.list({ subscription, status, limit: 100 }).autoPagingToArray({ limit: max })
    for (const { id } of listed) {
      if (status === 'draft') await stripe.invoices.finalizeInvoice(id, { auto_advance: false })
      else await stripe.invoices.voidInvoice(id)
    }
  }
}

export async function end(stripe: Stripe, customerId: string, subscriptionId: string): Promise<void> {
  const subscription = await ownSubscription(stripe, customerId, subscriptionId)
  if (!hasEnded(subscription)) await stripe.subscriptions.cancel(subscriptionId)
  await forgive(stripe, subscriptionId)
}

/** Its invoice goes first: one that is paid cannot be voided, and what it paid for is not ended. */
export async function endIncomplete(stripe: Stripe, customerId: string, subscriptionId: string): Promise<void> {
  const subscription = await ownSubscription(stripe, customerId, subscriptionId)
  if (subscription.status !== 'incomplete') return
  const invoiceId = idOf(subscription.latest_invoice)
  const invoice = invoiceId === null ? null : await stripe.invoices.retrieve(invoiceId)
  if (invoice?.status === 'open') {
    try {
      await stripe.invoices.voidInvoice(invoice.id)
    } catch (error) {
      if ((await stripe.invoices.retrieve(invoice.id)).status === 'paid') return
      throw error
    }
  }
  if (invoice?.status !== 'paid') await end(stripe, customerId, subscriptionId)
}
