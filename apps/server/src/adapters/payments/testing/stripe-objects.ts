/** Stripe's objects as the mock answers them, made of a sandbox customer's state. */
import { type PriceId, priceIds } from '@sampan/contract/plans'
import {
  type DiscountState,
  type InvoiceState,
  isOver,
  type Method,
  outcomeOf,
  type State,
  type SubscriptionState,
} from '../sandbox-state.ts'

export type PriceObject = {
  id: string
  lookup_key: string | null
  unit_amount: number
  currency: string
  recurring: { interval: string; interval_count: number }
  product: string
  metadata: Record<string, string>
  active: boolean
}

const seconds = (ms: number): number => Math.floor(ms / 1000)
export const listOf = (data: unknown[]) => ({ object: 'list', has_more: false, data })

/** Ten, unless more are asked for, and never more than a hundred. */
export function pageOf(all: { id: string }[], { limit, starting_after }: { limit?: string; starting_after?: string }) {
  const from = starting_after === undefined ? 0 : all.findIndex(({ id }) => id === starting_after) + 1
  const to = from + Math.min(100, Number(limit ?? 10))
  return { object: 'list', has_more: to < all.length, data: all.slice(from, to) }
}

export const priceIdIn = (prices: readonly PriceObject[], id: string): PriceId => {
  const price = prices.find((each) => each.id === id)
  return priceIds.find((each) => each === price?.lookup_key || each === price?.metadata.sampan_price)!
}

const methodObject = (state: State, { id, brand, last4, expMonth, expYear }: Method) => ({
  id,
  object: 'payment_method',
  type: 'card',
  customer: state.id,
  card: { brand, last4, exp_month: expMonth, exp_year: expYear },
})

export const methodsOf = (state: State) => state.methods.map((method) => methodObject(state, method))

export const customerObject = (state: State) => ({
  id: state.id,
  object: 'customer',
  email: state.email,
  name: state.name,
  discount: null,
  metadata: { owner: state.ownerId },
  balance: -state.balanceCents,
  invoice_settings: { default_payment_method: methodsOf(state).find(({ id }) => id === state.methodId) ?? null },
})

const discountObject = ({ name, percentOff, endsAt }: DiscountState) => ({
  id: `di_${endsAt}`,
  object: 'discount',
  end: seconds(endsAt),
  source: { coupon: { id: name, name, percent_off: percentOff, amount_off: null, redeem_by: seconds(endsAt) } },
})

/** Retries and pending switches are left out: the adapter reads none of them. */
export function subscriptionObject(state: State, of: SubscriptionState, prices: readonly PriceObject[], expands: boolean) {
  const price = prices.find(({ lookup_key, metadata }) => lookup_key === of.priceId || metadata.sampan_price === of.priceId)
  const latest = state.invoices.find(({ subscriptionId }) => subscriptionId === of.id)
  return {
    id: of.id,
    object: 'subscription',
    customer: state.id,
    status: of.status,
    items: listOf([{ id: of.id.replace('sub', 'si'), price, current_period_end: seconds(of.periodEndsAt) }]),
    trial_end: of.trialEndsAt === null ? null : seconds(of.trialEndsAt),
    cancel_at_period_end: of.isCancelling,
    cancel_at: null,
    created: seconds(of.createdAt),
    latest_invoice: latest && expands ? invoiceObject(state, latest, '') : (latest?.id ?? null),
    default_payment_method: methodsOf(state).find(({ id }) => id === of.methodId) ?? null,
    discounts: of.discount ? [discountObject(of.discount)] : [],
  }
}

export const invoiceObject = (state: State, invoice: InvoiceState, url: string) => {
  const isPaid = invoice.status === 'paid' || invoice.status === 'refunded'
  return {
    id: invoice.id,
    object: 'invoice',
    customer: state.id,
    number: invoice.number,
    created: seconds(invoice.createdAt),
    total: invoice.amountCents,
    amount_due: invoice.amountCents,
    amount_paid: isPaid ? invoice.amountCents : 0,
    status: isPaid ? 'paid' : invoice.isDraft ? 'draft' : invoice.status,
    post_payment_credit_notes_amount: invoice.status === 'refunded' ? invoice.amountCents : 0,
    status_transitions: { paid_at: isPaid ? seconds(invoice.paidAt ?? invoice.createdAt) : null },
    invoice_pdf: `${url}/pdf/${invoice.id}`,
    lines: listOf([]),
  }
}

export function intentOf(state: State, invoice: InvoiceState, nowMs: number) {
  const known = state.secrets.find(({ opens }) => 'invoiceId' in opens && opens.invoiceId === invoice.id)
  const subscription = state.subscriptions.find(({ id }) => id === invoice.subscriptionId)!
  const isAsked = invoice.status === 'open' && known && outcomeOf(state, subscription, nowMs) === 'needsConfirmation'
  const status = isAsked ? 'requires_action' : 'requires_payment_method'
  return { id: `pi_${invoice.id}`, object: 'payment_intent', status, client_secret: known?.secret ?? `pi_${invoice.id}_secret` }
}

export const isListed = (subscription: SubscriptionState, wanted: string | undefined): boolean =>
  wanted === 'all' || isOver(subscription) === (wanted === 'ended')
