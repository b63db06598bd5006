/** What Stripe charges, and what came of it: first payments, switches, and what is owed. */
import { type Period, type PriceId, priceOf } from '@sampan/contract/plans'
import { discounted } from '@sampan/contract/rules/discount'
import type Stripe from 'stripe'
import { type Charge, PaymentRefused, type Preview } from './payments.ts'
import { isBanksAnswer, onceFor } from './stripe-errors.ts'
import { isAsSold } from './stripe-prices.ts'
import { dateOf, discountOf, idOf, keyMark } from './stripe-shapes.ts'
import { liveSubscriptions } from './stripe-subscriptions.ts'

export async function stripePrice(stripe: Stripe, priceId: PriceId): Promise<string> {
  const [price] = (await stripe.prices.list({ lookup_keys: [priceId], active: true, limit: 1 })).data
  if (!price) throw new PaymentRefused('invalid', `Stripe has no price ${priceId}: call sampan stripe-prices`)
  // People were shown the table's.
  if (!isAsSold(price, priceId))
    throw new PaymentRefused('invalid', `Stripe's price ${priceId} is not as it is sold: call sampan stripe-prices`)
  return price.id
}

/** How an invoice's payment stands, as its intent says. */
async function chargeOf(stripe: Stripe, subscriptionId: string, invoiceId: string): Promise<Charge> {
  const none: Charge = { outcome: 'none', subscriptionId, clientSecret: null }
  const invoice = await stripe.invoices.retrieve(invoiceId)
  if (invoice.status === 'paid') return { ...none, outcome: invoice.amount_paid > 0 ? 'paid' : 'none' }
  const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, expand: ['data.payment.payment_intent'] })
  const intent = data.map(({ payment }) => payment.payment_intent).find((each) => typeof each === 'object')
  if (intent?.status === 'requires_action') return { ...none, outcome: 'needsConfirmation', clientSecret: intent.client_secret }
  return { ...none, outcome: 'declined' }
}

/** The card that is kept, wherever Stripe keeps it: checkout leaves it with the subscription. */
async function cardToCharge(stripe: Stripe, customerId: string): Promise<string | null> {
  const customer = await stripe.customers.retrieve(customerId)
  if (customer.deleted) throw new PaymentRefused('unknown')
  const chosen = idOf(customer.invoice_settings.default_payment_method)
  if (chosen) return chosen
  const { data } = await stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: 1 })
  return data[0]?.id ?? null
}

type NewSubscription = { customerId: string; priceId: PriceId; trialEndsAt: Date | null }

export async function subscribe(
  stripe: Stripe,
  { customerId, priceId, trialEndsAt }: NewSubscription,
  key: string,
): Promise<Charge> {
  const card = trialEndsAt ? null : await cardToCharge(stripe, customerId)
  const wish: Stripe.SubscriptionCreateParams = {
    customer: customerId,
    items: [{ price: await stripePrice(stripe, priceId) }],
    ...(card && { default_payment_method: card }),
    ...(trialEndsAt && {
      trial_end: Math.ceil(trialEndsAt.getTime() / 1000),
      trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
    }),
    payment_behavior: 'allow_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    metadata: { [keyMark]: key },
  }
  const subscription = await onceFor(
    key,
    (idempotencyKey) => stripe.subscriptions.create(wish, { idempotencyKey }),
    async () => {
      // One that has ended since, too: what it was made for was done.
      const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })
      return data.find(({ metadata }) => metadata[keyMark] === key)
    },
  )
  const invoiceId = idOf(subscription.latest_invoice)
  if (trialEndsAt || !invoiceId) return { outcome: 'none', subscriptionId: subscription.id, clientSecret: null }
  return chargeOf(stripe, subscription.id, invoiceId)
}

/** The one that owes: newest first, what has ended left out. */
async function owingInvoice(
  stripe: Stripe,
  customerId: string,
): Promise<{ subscriptionId: string; invoice: Stripe.Invoice } | null> {
  const listed = await liveSubscriptions(stripe, customerId, ['data.latest_invoice'])
  const owing = listed.find(({ status }) => status === 'past_due' || status === 'unpaid')
  const invoice = owing?.latest_invoice
  return owing && invoice && typeof invoice === 'object' ? { subscriptionId: owing.id, invoice } : null
}

export async function payDue(stripe: Stripe, customerId: string, key: string): Promise<Charge | null> {
  const owing = await owingInvoice(stripe, customerId)
  if (!owing) return null
  const { subscriptionId, invoice } = owing
  // Of an unpaid subscription Stripe leaves drafts.
  if (invoice.status === 'draft') await stripe.invoices.finalizeInvoice(invoice.id, { auto_advance: false })
  else if (invoice.status !== 'open') return null
  const card = await cardToCharge(stripe, customerId)
  try {
    await onceFor(
      key,
      (idempotencyKey) => stripe.invoices.pay(invoice.id, { ...(card && { payment_method: card }) }, { idempotencyKey }),
      async () => {
        const now = await stripe.invoices.retrieve(invoice.id)
        return now.status === 'open' ? null : now
      },
    )
  } catch (error) {
    if (!isBanksAnswer(error)) throw error
  }
  return chargeOf(stripe, subscriptionId, invoice.id)
}

function itemOf(subscription: Stripe.Subscription, customerId: string): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item || idOf(subscription.customer) !== customerId) throw new PaymentRefused('unknown')
  return item
}

/** Its own before its customer's, as Stripe charges. */
function discountOn({ discounts, customer }: Stripe.Subscription) {
  const ofCustomer = typeof customer === 'object' && !customer.deleted ? customer.discount : null
  return discountOf(discounts[0]) ?? discountOf(ofCustomer)
}

const afterPeriod = (at: Date, period: Period): Date => {
  const end = new Date(at)
  if (period === 'monthly') end.setUTCMonth(end.getUTCMonth() + 1)
  else end.setUTCFullYear(end.getUTCFullYear() + 1)
  return end
}

export async function preview(
  stripe: Stripe,
  customerId: string,
  subscriptionId: string,
  priceId: PriceId,
  at: Date,
): Promise<Preview> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ['discounts.source.coupon', 'customer.discount.source.coupon'],
  })
  const item = itemOf(subscription, customerId)
  const { cents, period } = priceOf(priceId)
  const prorationSeconds = Math.floor(at.getTime() / 1000)
  const isSame = item.price.recurring?.interval === (period === 'monthly' ? 'month' : 'year')
  const isTrial = subscription.status === 'trialing'
  const nextAt = isTrial || isSame ? dateOf(item.current_period_end) : afterPeriod(at, period)
  const nextCents = discounted(cents, discountOn(subscription), nextAt.getTime())
  if (isTrial) return { dueNowCents: 0, creditCents: 0, nextCents, nextAt, prorationSeconds }
  const invoice = await stripe.invoices.createPreview({
    customer: customerId,
    subscription: subscriptionId,
    subscription_details: {
      items: [{ id: item.id, price: await stripePrice(stripe, priceId) }],
      proration_behavior: 'always_invoice',
      proration_date: prorationSeconds,
    },
  })
  const creditCents = -invoice.lines.data.reduce((sum, { amount }) => sum + Math.min(0, amount), 0)
  const leftCents = Math.max(0, -(invoice.starting_balance + invoice.total))
  return {
    dueNowCents: invoice.amount_due,
    creditCents,
    nextCents: Math.max(0, nextCents - leftCents),
    nextAt,
    prorationSeconds,
  }
}

type Switch = { customerId: string; subscriptionId: string; priceId: PriceId; prorationSeconds: number }

export async function switchPrice(
  stripe: Stripe,
  { customerId, subscriptionId, priceId, prorationSeconds }: Switch,
  key: string,
): Promise<Charge> {
  const former = await stripe.subscriptions.retrieve(subscriptionId)
  const price = await stripePrice(stripe, priceId)
  const items = [{ id: itemOf(former, customerId).id, price }]
  const isTrial = former.status === 'trialing'
  const wish: Stripe.SubscriptionUpdateParams = isTrial
    ? { items, proration_behavior: 'none' }
    : {
        items,
        proration_behavior: 'always_invoice',
        proration_date: prorationSeconds,
        payment_behavior: 'pending_if_incomplete',
      }
  const subscription = await onceFor(
    key,
    (idempotencyKey) => stripe.subscriptions.update(subscriptionId, wish, { idempotencyKey }),
    async () => {
      const now = await stripe.subscriptions.retrieve(subscriptionId)
      const wanted = [...now.items.data, ...(now.pending_update?.subscription_items ?? [])]
      return wanted.some((item) => item.price.id === price) ? now : null
    },
  )
  const invoiceId = idOf(subscription.latest_invoice)
  if (isTrial || !invoiceId || invoiceId === idOf(former.latest_invoice))
    return { outcome: 'none', subscriptionId, clientSecret: null }
  const charge = await chargeOf(stripe, subscriptionId, invoiceId)
  // With its invoice the switch that waits for it is gone.
  if (charge.outcome === 'declined') await stripe.invoices.voidInvoice(invoiceId)
  return charge
}
