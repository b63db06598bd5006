/** Stripe's objects in the words of the port. */
import { type PriceId, priceIds, priceOf } from '@sampan/contract/plans'
import type { SubscriptionStatus } from '@sampan/contract/states'
import type Stripe from 'stripe'
import type { Card, CustomerState, Discount, Invoice, Subscription } from './payments.ts'

/** Under which a price says what it is: a price that was replaced has lost its lookup key. */
export const priceMark = 'sampan_price'

/** Under which a subscription says which call made it: to find it again, and to tell one that came late. */
export const keyMark = 'sampan_key'

const statuses: Record<string, SubscriptionStatus> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  canceled: 'canceled',
}

export const dateOf = (seconds: number): Date => new Date(seconds * 1000)
export const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null)

/** Only the operator's key writes prices: what they say is ours. */
function priceIdOf({ lookup_key, metadata }: Stripe.Price): PriceId | undefined {
  return priceIds.find((id) => id === lookup_key) ?? priceIds.find((id) => id === metadata?.[priceMark])
}

/** Null for what is not a plan of ours: an operator may sell other things, too. */
export function subscriptionOf(given: Stripe.Subscription): Subscription | null {
  const item = given.items.data[0]
  const priceId = item && priceIdOf(item.price)
  if (!priceId) return null
  const { role, period, cents } = priceOf(priceId)
  return {
    id: given.id,
    // One that is new to us gives nothing.
    status: statuses[given.status] ?? 'unpaid',
    role,
    period,
    amountCents: item.price.unit_amount ?? cents,
    trialEndsAt: given.trial_end === null ? null : dateOf(given.trial_end),
    periodEndsAt: dateOf(item.current_period_end),
    isCancelling: given.cancel_at_period_end || given.cancel_at !== null,
    createdAt: dateOf(given.created),
    key: given.metadata?.[keyMark] ?? null,
  }
}

const cardOf = (method: string | Stripe.PaymentMethod | null | undefined): Card | null => {
  if (!method || typeof method === 'string' || !method.card) return null
  const { brand, last4, exp_month, exp_year } = method.card
  return { brand, last4, expMonth: exp_month, expYear: exp_year }
}

export const discountOf = (given: string | Stripe.Discount | Stripe.DeletedDiscount | null | undefined): Discount | null => {
  if (!given || typeof given === 'string' || !('end' in given)) return null
  const { coupon } = given.source
  if (!coupon || typeof coupon === 'string') return null
  const { name, id, percent_off, amount_off, redeem_by } = coupon
  return {
    name: name ?? id,
    percentOff: percent_off,
    amountOffCents: amount_off,
    redeemBy: redeem_by === null ? null : redeem_by * 1000,
    endsAt: given.end === null ? null : given.end * 1000,
  }
}

export function customerState(customer: Stripe.Customer, given: Stripe.Subscription[]): CustomerState {
  const live = given.find(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
  return {
    subscriptions: given.flatMap((each) => subscriptionOf(each) ?? []),
    // Stripe charges a plan's own card before the customer's.
    card: cardOf(live?.default_payment_method) ?? cardOf(customer.invoice_settings.default_payment_method),
    discount: discountOf(live?.discounts[0]) ?? discountOf(customer.discount),
    creditCents: Math.max(0, -customer.balance),
  }
}

const invoiceStatuses = ['open', 'paid', 'void'] as const

/** Null for one that is not sent yet, or of nothing. */
export function invoiceOf(given: Stripe.Invoice): Invoice | null {
  const { status, total } = given
  if (status === null || status === 'draft' || total <= 0) return null
  const isRefunded = status === 'paid' && given.post_payment_credit_notes_amount >= given.amount_paid && given.amount_paid > 0
  return {
    id: given.id,
    number: given.number ?? given.id,
    createdAt: dateOf(given.created),
    amountCents: total,
    status: isRefunded ? 'refunded' : (invoiceStatuses.find((known) => known === status) ?? 'uncollectible'),
    hasPdf: !!given.invoice_pdf,
  }
}
