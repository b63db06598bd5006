/** Payments without a provider: the same port on test cards, so that every status can be reached and seen (P4). No money moves. */
import { createHash } from 'node:crypto'
import { priceIds, priceOf } from '@sampan/contract/plans'
import { sandboxPromotion } from '@sampan/contract/routes/sandbox'
import type { SandboxStore } from '../../db/sandbox-store.ts'
import {
  type CustomerState,
  defaultPatienceMs,
  type Invoice,
  PaymentRefused,
  type Payments,
  type Refund,
  type SandboxVerbs,
  type Subscription,
} from './payments.ts'
import { methodOf, namedMethod } from './sandbox-cards.ts'
import {
  confirm,
  endIncomplete,
  endNow,
  foundSubscription,
  payDue,
  preview,
  subscribe,
  switchPrice,
  withCredit,
} from './sandbox-charges.ts'
import { drawInvoice } from './sandbox-invoice.ts'
import {
  advance,
  beginState,
  type DiscountState,
  type InvoiceState,
  isOver,
  newId,
  putBack,
  type State,
  type SubscriptionState,
} from './sandbox-state.ts'

type Options = { store: SandboxStore; clock: () => Date; productName: string }

const subscriptionOf = (of: SubscriptionState): Subscription => {
  const { role, period, cents } = priceOf(of.priceId)
  return {
    id: of.id,
    status: of.status,
    role,
    period,
    amountCents: cents,
    trialEndsAt: of.trialEndsAt === null ? null : new Date(of.trialEndsAt),
    periodEndsAt: new Date(of.periodEndsAt),
    isCancelling: of.isCancelling,
    createdAt: new Date(of.createdAt),
  }
}

function viewOf({ subscriptions, methods, methodId, balanceCents }: State): CustomerState {
  const method = methods.find(({ id }) => id === methodId)
  const card = method && { brand: method.brand, last4: method.last4, expMonth: method.expMonth, expYear: method.expYear }
  const discount = subscriptions.find((each) => !isOver(each))?.discount
  return {
    subscriptions: subscriptions.map(subscriptionOf),
    card: card ?? null,
    discount: discount ? { ...discount, redeemBy: discount.endsAt } : null,
    creditCents: balanceCents,
  }
}

function discountOf(promotionCode: string | null, nowMs: number): DiscountState | null {
  if (!promotionCode?.trim()) return null
  const { code, name, percentOff, days } = sandboxPromotion
  if (promotionCode.trim().toUpperCase() !== code) throw new PaymentRefused('invalid', 'not the test promotion code')
  return { name, percentOff, amountOffCents: null, endsAt: nowMs + days * 86_400_000 }
}

/** The session is named by what its secret begins with. */
const secretOf = (state: State, sessionId: string) =>
  state.secrets.find(({ secret }) => secret.startsWith(`${sessionId}_secret_`))

/** Kept: what they were asked once they answer again. */
function once<T>(state: State, key: string, work: () => T): T {
  if (!Object.hasOwn(state.answers, key)) state.answers[key] = work()
  return state.answers[key] as T
}

function attach(state: State, paymentMethodId: string, nowMs: number): void {
  const known = state.methods.find(({ id }) => id === paymentMethodId)
  const method = known ?? namedMethod(paymentMethodId, nowMs)
  if (!method) throw new PaymentRefused('unknown')
  if (method.kind === 'declined') throw new PaymentRefused('declined')
  if (!known) state.methods.push(method)
  state.methodId = method.id
}

export function makeSandbox({ store, clock, productName }: Options): Payments {
  /** The customer as time has left it. */
  const change = <T>(customerId: string, work: (state: State, nowMs: number) => T): Promise<T> =>
    store.change<State, T>(customerId, (state) => {
      if (!state) throw new PaymentRefused('unknown')
      const nowMs = clock().getTime()
      advance(state, nowMs)
      return work(state, nowMs)
    })

  const sandbox: SandboxVerbs = {
    takeCard: (customerId, card) =>
      change(customerId, (state, nowMs) => {
        const method = methodOf(card, nowMs)
        state.methods.push(method)
        return method.id
      }),
    confirm: (customerId, secret, isAllowed) => change(customerId, (state, nowMs) => confirm(state, secret, isAllowed, nowMs)),
    passTime: (customerId, seconds) =>
      change(customerId, (state, nowMs) => {
        putBack(state, seconds * 1000)
        state.passedSeconds += seconds
        advance(state, nowMs)
        return new Date(nowMs + state.passedSeconds * 1000)
      }),
    finishCheckout: (customerId, secret, { paymentMethodId, promotionCode }) =>
      change(customerId, (state, nowMs) => {
        const opens = state.secrets.find((known) => known.secret === secret)?.opens
        if (!opens || !('checkout' in opens)) throw new PaymentRefused('unknown')
        return once(state, secret, () => {
          if (opens.isClosed) throw new PaymentRefused('unknown', 'this checkout was closed')
          const discount = discountOf(promotionCode, nowMs)
          attach(state, paymentMethodId, nowMs)
          return subscribe(state, opens.checkout, null, nowMs, null, discount)
        })
      }),
  }

  return {
    mode: 'sandbox',
    isTest: true,
    publishableKey: null,
    sandbox,
    patienceMs: defaultPatienceMs,

    makeCustomer: async ({ ownerId, email, name }, key) => {
      const person = { ownerId, email, name }
      const id = `cus_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`
      await store.make(id, beginState(id, person))
      return id
    },
    updateCustomer: (customerId, person) => change(customerId, (state) => void Object.assign(state, person)),
    read: (customerId) => change(customerId, viewOf),
    deleteCustomer: (customerId) => store.remove(customerId),

    beginCard: (customerId) =>
      change(customerId, (state) => {
        const clientSecret = `${newId('seti')}_secret_${newId('s')}`
        state.secrets.push({ secret: clientSecret, opens: { setup: true } })
        return { clientSecret }
      }),
    attachCard: (customerId, paymentMethodId) => change(customerId, (state, nowMs) => attach(state, paymentMethodId, nowMs)),
    payDue: (customerId, key) => change(customerId, (state, nowMs) => once(state, key, () => payDue(state, nowMs))),

    subscribe: ({ customerId, priceId, trialEndsAt }, key) =>
      change(customerId, (state, nowMs) =>
        once(state, key, () => subscribe(state, priceId, trialEndsAt?.getTime() ?? null, nowMs)),
      ),
    openCheckout: ({ customerId, priceId }, key) =>
      change(customerId, (state) =>
        once(state, key, () => {
          const sessionId = newId('cs_test')
          const clientSecret = `${sessionId}_secret_${newId('s')}`
          state.secrets.push({ secret: clientSecret, opens: { checkout: priceId } })
          return { clientSecret, sessionId }
        }),
      ),
    closeCheckout: (customerId, sessionId) =>
      change(customerId, (state) => {
        const opens = secretOf(state, sessionId)?.opens
        if (!opens || !('checkout' in opens)) throw new PaymentRefused('unknown')
        opens.isClosed = true
      }),
    preview: (customerId, subscriptionId, priceId, at) =>
      change(customerId, (state) =>
        withCredit(preview(foundSubscription(state, subscriptionId), priceId, at.getTime()), state.balanceCents),
      ),
    switchPrice: ({ customerId, subscriptionId, priceId, prorationSeconds }, key) =>
      change(customerId, (state, nowMs) =>
        once(state, key, () =>
          switchPrice(state, foundSubscription(state, subscriptionId), priceId, prorationSeconds * 1000, nowMs),
        ),
      ),
    setCancelling: (customerId, subscriptionId, isCancelling) =>
      change(customerId, (state) => {
        const subscription = foundSubscription(state, subscriptionId)
        if (subscription.status === 'canceled') throw new PaymentRefused('invalid')
        subscription.isCancelling = isCancelling
      }),
    end: (customerId, subscriptionId) => change(customerId, (state) => endNow(state, subscriptionId)),
    endIncomplete: (customerId, subscriptionId) => change(customerId, (state) => endIncomplete(state, subscriptionId)),

    invoices: (customerId) =>
      change(customerId, ({ invoices }) =>
        invoices
          .filter(({ amountCents }) => amountCents > 0)
          .slice(0, 100)
          .map(invoiceOf),
      ),
    invoicePdf: async (customerId, invoiceId) => {
      const drawn = await change(customerId, (state) => {
        const invoice = state.invoices.find(({ id }) => id === invoiceId)
        if (!invoice) throw new PaymentRefused('unknown')
        return {
          invoice: invoiceOf(invoice),
          what: priceOf(invoice.what),
          to: { name: state.name, email: state.email, details: state.details },
        }
      })
      return drawInvoice({ ...drawn, productName })
    },
    openPortal: async (_, returnUrl) => ({ url: returnUrl }),
    refundLast: (customerId, since) =>
      change(customerId, (state) => {
        const last = lastPaid(state.invoices, since)
        if (last?.status === 'paid') state.balanceCents -= Math.min(state.balanceCents, last.amountCents)
        return last && refundInvoice(last)
      }),

    refundSubscription: async (customerId, subscriptionId, since, willGive) => {
      const lastOf = (state: State) => {
        const { id } = foundSubscription(state, subscriptionId)
        const own = state.invoices.filter((invoice) => invoice.subscriptionId === id)
        return lastPaid(own, since)
      }
      if (await change(customerId, (state) => lastOf(state)?.status === 'paid')) await willGive?.()
      return change(customerId, (state) => {
        const last = lastOf(state)
        return last && refundInvoice(last)
      })
    },

    readEvent: () => {
      throw new PaymentRefused('invalid', 'the sandbox sends no events')
    },
    syncPrices: async () => priceIds.map((priceId) => ({ priceId, did: 'kept' as const })),
  }
}

const wasPaid = ({ status, amountCents }: InvoiceState): boolean =>
  amountCents > 0 && (status === 'paid' || status === 'refunded')

/** The last payment, if it was made after `since`. */
function lastPaid(invoices: readonly InvoiceState[], since: Date): InvoiceState | null {
  const last = invoices.find(wasPaid)
  return last && (last.paidAt ?? last.createdAt) >= since.getTime() ? last : null
}

function refundInvoice(invoice: InvoiceState): Refund {
  const isGivenNow = invoice.status === 'paid'
  invoice.status = 'refunded'
  return { invoiceId: invoice.id, amountCents: invoice.amountCents, isGivenNow }
}

const invoiceOf = ({ id, number, createdAt, amountCents, status }: InvoiceState): Invoice => ({
  id,
  number,
  createdAt: new Date(createdAt),
  amountCents,
  status,
  hasPdf: true,
})
