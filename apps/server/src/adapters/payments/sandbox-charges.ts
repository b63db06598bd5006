/** What the sandbox charges: first payments, switches, and what is owed; each leaves an invoice. */
import { type PriceId, priceOf } from '@sampan/contract/plans'
import { type Charge, PaymentRefused, type Preview } from './payments.ts'
import {
  addInvoice,
  beginPeriod,
  costOf,
  type DiscountState,
  endSubscription,
  type InvoiceState,
  methodFor,
  newId,
  outcomeOf,
  periodEnd,
  type State,
  type SubscriptionState,
  voidInvoice,
} from './sandbox-state.ts'

export const foundSubscription = (state: State, id: string): SubscriptionState => {
  const found = state.subscriptions.find((subscription) => subscription.id === id)
  if (!found) throw new PaymentRefused('unknown')
  return found
}

/** The state that a payment brings: a plan that was waited for, a switch, or nothing more owed. */
function receive(state: State, invoice: InvoiceState, nowMs: number): void {
  Object.assign(invoice, { status: 'paid', paidAt: nowMs })
  const subscription = foundSubscription(state, invoice.subscriptionId)
  if (invoice.switchesTo) applySwitch(subscription, invoice.switchesTo, nowMs)
  else if (subscription.status === 'incomplete' || subscription.periodEndsAt <= nowMs) beginPeriod(subscription, nowMs)
  Object.assign(subscription, { status: 'active', retryAt: null, retries: 0 })
}

function charge(state: State, invoice: InvoiceState, nowMs: number): Charge {
  const { subscriptionId } = invoice
  const outcome = invoice.amountCents === 0 ? 'paid' : outcomeOf(state, foundSubscription(state, subscriptionId), nowMs)
  if (outcome === 'paid') receive(state, invoice, nowMs)
  if (outcome !== 'needsConfirmation') return { outcome, subscriptionId, clientSecret: null }
  const clientSecret = `${newId('pi')}_secret_${newId('s')}`
  state.secrets.push({ secret: clientSecret, opens: { invoiceId: invoice.id } })
  return { outcome, subscriptionId, clientSecret }
}

export function subscribe(
  state: State,
  priceId: PriceId,
  trialEndsAt: number | null,
  nowMs: number,
  methodId: string | null = null,
  discount: DiscountState | null = null,
): Charge {
  const subscription: SubscriptionState = {
    id: newId('sub'),
    status: trialEndsAt === null ? 'incomplete' : 'trialing',
    priceId,
    trialEndsAt,
    periodBeganAt: nowMs,
    periodEndsAt: trialEndsAt ?? periodEnd(nowMs, priceOf(priceId).period),
    isCancelling: false,
    createdAt: nowMs,
    methodId,
    retryAt: null,
    retries: 0,
    discount,
  }
  state.subscriptions.unshift(subscription)
  if (trialEndsAt !== null) return { outcome: 'none', subscriptionId: subscription.id, clientSecret: null }
  const about = { subscriptionId: subscription.id, what: priceId, amountCents: costOf(subscription, priceId, nowMs) }
  return charge(state, addInvoice(state, about, nowMs), nowMs)
}

const owes = new Set<SubscriptionState['status']>(['past_due', 'unpaid'])

export function payDue(state: State, nowMs: number): Charge | null {
  const owing = state.subscriptions.find(({ status }) => owes.has(status))
  const open = owing && state.invoices.find(({ subscriptionId, status }) => subscriptionId === owing.id && status === 'open')
  return open ? charge(state, open, nowMs) : null
}

/** The cardholder has answered the bank. */
export function confirm(state: State, secret: string, isAllowed: boolean, nowMs: number): Charge {
  const opens = state.secrets.find((known) => known.secret === secret)?.opens
  const invoice = opens && 'invoiceId' in opens && state.invoices.find(({ id }) => id === opens.invoiceId)
  if (!invoice) throw new PaymentRefused('unknown')
  const { subscriptionId } = invoice
  if (invoice.status === 'paid') return { outcome: 'paid', subscriptionId, clientSecret: null }
  const declined: Charge = { outcome: 'declined', subscriptionId, clientSecret: null }
  if (invoice.status !== 'open') return declined
  if (!isAllowed) {
    if (invoice.switchesTo) voidInvoice(state, invoice)
    return declined
  }
  const method = methodFor(state, foundSubscription(state, subscriptionId))
  if (method) method.isConfirmed = true
  return charge(state, invoice, nowMs)
}

export function preview(subscription: SubscriptionState, priceId: PriceId, atMs: number): Preview {
  const [old, next] = [priceOf(subscription.priceId), priceOf(priceId)]
  const oldCents = costOf(subscription, subscription.priceId, subscription.periodBeganAt)
  const prorationSeconds = Math.floor(atMs / 1000)
  if (subscription.status === 'trialing')
    return {
      dueNowCents: 0,
      creditCents: 0,
      nextCents: costOf(subscription, priceId, subscription.periodEndsAt),
      nextAt: new Date(subscription.periodEndsAt),
      prorationSeconds,
    }
  const whole = subscription.periodEndsAt - subscription.periodBeganAt
  const left = Math.min(1, Math.max(0, (subscription.periodEndsAt - prorationSeconds * 1000) / whole))
  const creditCents = Math.round(oldCents * left)
  const isSame = old.period === next.period
  const nowCents = costOf(subscription, priceId, atMs)
  const cost = isSame ? Math.round(nowCents * left) : nowCents
  const nextAt = new Date(isSame ? subscription.periodEndsAt : periodEnd(atMs, next.period))
  const overCents = Math.max(0, creditCents - cost)
  return {
    dueNowCents: Math.max(0, cost - creditCents),
    creditCents,
    nextCents: Math.max(0, costOf(subscription, priceId, nextAt.getTime()) - overCents),
    nextAt,
    prorationSeconds,
  }
}

/** With what is left of former payments. */
export const withCredit = ({ dueNowCents, nextCents, ...rest }: Preview, balanceCents: number): Preview => ({
  ...rest,
  dueNowCents: Math.max(0, dueNowCents - balanceCents),
  nextCents: Math.max(0, nextCents - Math.max(0, balanceCents - dueNowCents)),
})

function applySwitch(subscription: SubscriptionState, priceId: PriceId, nowMs: number): void {
  const isNewPeriod = priceOf(subscription.priceId).period !== priceOf(priceId).period
  subscription.priceId = priceId
  if (isNewPeriod && subscription.status !== 'trialing') beginPeriod(subscription, nowMs)
}

export function switchPrice(
  state: State,
  subscription: SubscriptionState,
  priceId: PriceId,
  atMs: number,
  nowMs: number,
): Charge {
  const { dueNowCents, creditCents } = preview(subscription, priceId, atMs)
  const { id, status } = subscription
  if (status === 'trialing' || dueNowCents === 0) {
    const { period } = priceOf(priceId)
    const cents = costOf(subscription, priceId, atMs)
    const isSame = period === priceOf(subscription.priceId).period
    const left = subscription.periodEndsAt - subscription.periodBeganAt || 1
    const cost = isSame ? Math.round((cents * Math.max(0, subscription.periodEndsAt - atMs)) / left) : cents
    if (status !== 'trialing') state.balanceCents += Math.max(0, creditCents - cost)
    applySwitch(subscription, priceId, nowMs)
    return { outcome: 'none', subscriptionId: id, clientSecret: null }
  }
  const invoice = addInvoice(state, { subscriptionId: id, what: priceId, amountCents: dueNowCents }, nowMs)
  invoice.switchesTo = priceId
  const charged = charge(state, invoice, nowMs)
  if (charged.outcome === 'declined') voidInvoice(state, invoice)
  return charged
}

/** What was paid meanwhile goes on. */
export function endIncomplete(state: State, subscriptionId: string): void {
  const subscription = foundSubscription(state, subscriptionId)
  if (subscription.status === 'incomplete') endSubscription(state, subscription)
}

export const endNow = (state: State, subscriptionId: string): void =>
  endSubscription(state, foundSubscription(state, subscriptionId))
