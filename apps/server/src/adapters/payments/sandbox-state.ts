/**
 * What the sandbox keeps of a customer, and what time does to it. Fields that end in `At` are milliseconds; time passes for one customer
 * by putting all of them back, so that "now" is the same for everybody.
 */
import { randomUUID } from 'node:crypto'
import { type Period, type PriceId, priceOf } from '@sampan/contract/plans'
import { discounted } from '@sampan/contract/rules/discount'
import type { SubscriptionStatus } from '@sampan/contract/states'
import type { Payer } from './payments.ts'

export type CardKind = 'good' | 'declined' | 'confirms' | 'failsLater'
export type Method = {
  id: string
  kind: CardKind
  brand: string
  last4: string
  expMonth: number
  expYear: number
  /** The first moment after its last month. */
  endsAt: number
  isConfirmed: boolean
}
export type SubscriptionState = {
  id: string
  status: SubscriptionStatus
  priceId: PriceId
  trialEndsAt: number | null
  periodBeganAt: number
  periodEndsAt: number
  isCancelling: boolean
  createdAt: number
  /** The card that is charged for it, where that is another than the customer's. */
  methodId?: string | null
  /** Of a payment that failed. */
  retryAt: number | null
  retries: number
  discount?: DiscountState | null
}
export type DiscountState = { name: string; percentOff: number; amountOffCents: null; endsAt: number }
export type InvoiceState = {
  id: string
  number: string
  subscriptionId: string
  createdAt: number
  /** Where that was later than its making. */
  paidAt?: number
  amountCents: number
  /** What was left of former payments and is taken off it. */
  creditCents?: number
  status: 'open' | 'paid' | 'void' | 'refunded'
  what: PriceId
  /** A switch that comes with the payment. */
  switchesTo: PriceId | null
  /** Open, but not sent yet: only in the provider's stand-in. */
  isDraft?: boolean
}
type Secret = { secret: string; opens: { invoiceId: string } | { checkout: PriceId; isClosed?: true } | { setup: true } }
export type State = {
  id: string
  ownerId: string
  email: string
  name: string
  details?: Payer['details']
  /** How much later it is for this customer than for others. */
  passedSeconds: number
  balanceCents: number
  methods: Method[]
  methodId: string | null
  subscriptions: SubscriptionState[]
  invoices: InvoiceState[]
  secrets: Secret[]
  /** What was answered to a key: told again when the call is repeated. */
  answers: Record<string, unknown>
}

export const beginState = (id: string, person: { ownerId: string; email: string; name: string }): State => ({
  id,
  ...person,
  passedSeconds: 0,
  balanceCents: 0,
  methods: [],
  methodId: null,
  subscriptions: [],
  invoices: [],
  secrets: [],
  answers: {},
})

const day = 86_400_000
const retryMs = 3 * day
const maxRetries = 3
const incompleteMs = 23 * 3_600_000

export const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`

/** The same day of the next month or year, or the last one that it has. */
export function periodEnd(fromMs: number, period: Period): number {
  const date = new Date(fromMs)
  const months = date.getUTCMonth() + (period === 'monthly' ? 1 : 12)
  const last = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const end = new Date(fromMs)
  end.setUTCMonth(months, Math.min(date.getUTCDate(), last))
  return end.getTime()
}

export const isOver = ({ status }: Pick<SubscriptionState, 'status'>): boolean => status === 'canceled'

/** Puts every time of the state back. */
export function putBack(value: unknown, ms: number): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'number' && name.endsWith('At')) (value as Record<string, unknown>)[name] = inner - ms
    else putBack(inner, ms)
  }
}

/** What a period that begins then costs. */
export const costOf = ({ discount }: Pick<SubscriptionState, 'discount'>, priceId: PriceId, atMs: number): number =>
  discounted(priceOf(priceId).cents, discount, atMs)

export type Outcome = 'paid' | 'needsConfirmation' | 'declined'

/** The card that is charged for a subscription. */
export const methodFor = ({ methods, methodId }: State, subscription: Pick<SubscriptionState, 'methodId'>): Method | undefined =>
  methods.find(({ id }) => id === (subscription.methodId ?? methodId))

export function outcomeOf(state: State, subscription: Pick<SubscriptionState, 'methodId'>, atMs: number): Outcome {
  const method = methodFor(state, subscription)
  if (!method || method.endsAt <= atMs || method.kind === 'declined' || method.kind === 'failsLater') return 'declined'
  return method.kind === 'confirms' && !method.isConfirmed ? 'needsConfirmation' : 'paid'
}

export function addInvoice(state: State, about: Pick<InvoiceState, 'subscriptionId' | 'what' | 'amountCents'>, atMs: number) {
  const credit = Math.min(state.balanceCents, about.amountCents)
  state.balanceCents -= credit
  const invoice: InvoiceState = {
    id: newId('in'),
    number: `TEST-${String(state.invoices.length + 1).padStart(4, '0')}`,
    createdAt: atMs,
    status: 'open',
    switchesTo: null,
    ...about,
    amountCents: about.amountCents - credit,
    creditCents: credit,
  }
  state.invoices.unshift(invoice)
  return invoice
}

/** What was taken off it is there again, once. */
export function voidInvoice(state: State, invoice: InvoiceState): void {
  state.balanceCents += invoice.creditCents ?? 0
  Object.assign(invoice, { status: 'void', creditCents: 0 })
}

export function beginPeriod(subscription: SubscriptionState, atMs: number): void {
  subscription.periodBeganAt = atMs
  subscription.periodEndsAt = periodEnd(atMs, priceOf(subscription.priceId).period)
}

export function endSubscription(state: State, subscription: SubscriptionState): void {
  subscription.status = 'canceled'
  subscription.retryAt = null
  for (const invoice of state.invoices)
    if (invoice.subscriptionId === subscription.id && invoice.status === 'open' && !invoice.isDraft) voidInvoice(state, invoice)
}

/** Bills the period that has begun; a failure is tried again thrice. Nobody is there to confirm anything. */
function renew(state: State, subscription: SubscriptionState, atMs: number, failed: SubscriptionStatus): void {
  beginPeriod(subscription, atMs)
  const { id, priceId } = subscription
  const amountCents = costOf(subscription, priceId, atMs)
  const invoice = addInvoice(state, { subscriptionId: id, what: priceId, amountCents }, atMs)
  const isPaid = outcomeOf(state, subscription, atMs) === 'paid'
  subscription.status = isPaid ? 'active' : failed
  if (isPaid) invoice.status = 'paid'
  subscription.retries = 0
  subscription.retryAt = subscription.status === 'past_due' ? atMs + retryMs : null
}

function retry(state: State, subscription: SubscriptionState, atMs: number): void {
  const open = state.invoices.find(({ subscriptionId, status }) => subscriptionId === subscription.id && status === 'open')
  if (open && outcomeOf(state, subscription, atMs) === 'paid') {
    Object.assign(open, { status: 'paid', paidAt: atMs })
    Object.assign(subscription, { status: 'active', retryAt: null })
    return
  }
  subscription.retries++
  const isLast = subscription.retries >= maxRetries
  Object.assign(subscription, { status: isLast ? 'unpaid' : 'past_due', retryAt: isLast ? null : atMs + retryMs })
}

/** When the next thing happens to a subscription by time alone, and what. */
function nextOf(state: State, subscription: SubscriptionState): [number, () => void] | null {
  const { status, trialEndsAt, periodEndsAt, retryAt, isCancelling, createdAt } = subscription
  const end = () => endSubscription(state, subscription)
  if (status === 'trialing' && trialEndsAt !== null) {
    const failed = methodFor(state, subscription) ? 'past_due' : 'unpaid'
    return [trialEndsAt, isCancelling ? end : () => renew(state, subscription, trialEndsAt, failed)]
  }
  if (status === 'active') return [periodEndsAt, isCancelling ? end : () => renew(state, subscription, periodEndsAt, 'past_due')]
  if (status === 'past_due' && retryAt !== null) return [retryAt, () => retry(state, subscription, retryAt)]
  if (status === 'incomplete') return [createdAt + incompleteMs, end]
  return null
}

/** All that has come due, in its order. */
export function advance(state: State, nowMs: number): void {
  for (;;) {
    const due = state.subscriptions
      .flatMap((subscription) => {
        const next = nextOf(state, subscription)
        return next && next[0] <= nowMs ? [next] : []
      })
      .sort(([a], [b]) => a - b)[0]
    if (!due) return
    due[1]()
  }
}
