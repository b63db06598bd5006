/** Payments through Stripe, by its SDK. Every call that makes something names itself by a key; the SDK repeats what was not answered. */
import Stripe from 'stripe'
import type { Config } from '../../config/config.ts'
import { defaultPatienceMs, type Invoice, PaymentRefused, type Payments, PaymentsAway, type ProviderEvent } from './payments.ts'
import { payDue, preview, subscribe, switchPrice } from './stripe-charges.ts'
import { closeCheckout, openCheckout } from './stripe-checkout.ts'
import { makeCustomer, updateCustomer } from './stripe-customers.ts'
import { translated } from './stripe-errors.ts'
import { syncPrices } from './stripe-prices.ts'
import { refundLast, refundSubscription } from './stripe-refunds.ts'
import { customerState, idOf, invoiceOf } from './stripe-shapes.ts'
import { attachCard, end, endIncomplete, knownSubscriptions } from './stripe-subscriptions.ts'

type Options = Pick<Config, 'stripePublishableKey' | 'stripeWebhookSecret' | 'stripeApiBase'> & {
  stripeSecretKey: string
  /** Of one call; it is made thrice at most. */
  timeoutMs?: number
}

const longestMs = 20_000
const toleranceSeconds = 300
const maxPdfBytes = 10_000_000

function connect({ stripeSecretKey, stripeApiBase, timeoutMs = longestMs }: Options): Stripe {
  const base = stripeApiBase === null ? null : new URL(stripeApiBase)
  const isHttp = base?.protocol === 'http:'
  return new Stripe(stripeSecretKey, {
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    ...(base && {
      host: base.hostname,
      port: base.port || (isHttp ? '80' : '443'),
      protocol: isHttp ? ('http' as const) : ('https' as const),
    }),
  })
}

/** The file is at an address of Stripe's, which whoever knows it may open: it stays with us. */
async function invoicePdf(stripe: Stripe, customerId: string, invoiceId: string): Promise<Buffer> {
  const invoice = await stripe.invoices.retrieve(invoiceId)
  if (idOf(invoice.customer) !== customerId || !invoice.invoice_pdf) throw new PaymentRefused('unknown')
  const reply = await fetch(invoice.invoice_pdf, { signal: AbortSignal.timeout(longestMs) }).catch((error) => {
    throw new PaymentsAway(`invoice as PDF: ${error.message}`)
  })
  const bytes = reply.ok ? Buffer.from(await reply.arrayBuffer()) : null
  if (!bytes || bytes.length > maxPdfBytes) throw new PaymentsAway(`invoice as PDF: ${reply.status}`)
  return bytes
}

function customerIn(object: object): string | null {
  const { object: kind, id, customer } = object as { object?: string; id?: string; customer?: string | { id: string } | null }
  return kind === 'customer' ? (id ?? null) : idOf(customer)
}

function readEvent(
  stripe: Stripe,
  secret: string,
  isTest: boolean,
  ...[rawBody, signature, now]: Parameters<Payments['readEvent']>
): ProviderEvent {
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds, undefined, now.getTime())
  } catch {
    throw new PaymentRefused('invalid', 'the event is not signed for us, or long ago')
  }
  if (event.livemode === isTest) throw new PaymentRefused('invalid', 'an event of the other mode')
  return { id: event.id, type: event.type, customerId: customerIn(event.data.object) }
}

export function makeStripe(options: Options): Payments {
  const stripe = connect(options)
  const isTest = !options.stripeSecretKey.includes('_live_')
  return {
    mode: 'stripe',
    isTest,
    publishableKey: options.stripePublishableKey,
    sandbox: null,
    patienceMs: defaultPatienceMs,

    makeCustomer: (person, key) => translated(() => makeCustomer(stripe, person, key)),
    updateCustomer: (customerId, payer) => translated(() => updateCustomer(stripe, customerId, payer)),
    read: (customerId) =>
      translated(async () => {
        const customer = await stripe.customers.retrieve(customerId, {
          expand: ['invoice_settings.default_payment_method', 'discount.source.coupon'],
        })
        if (customer.deleted) return { subscriptions: [], card: null, discount: null, creditCents: 0, isGone: true }
        const listed = await knownSubscriptions(stripe, customerId)
        return customerState(customer, listed)
      }),
    deleteCustomer: (customerId) =>
      translated(async () => void (await stripe.customers.del(customerId))).catch((error) => {
        if (!(error instanceof PaymentRefused && error.reason === 'unknown')) throw error
      }),

    beginCard: (customerId) =>
      translated(async () => {
        const { client_secret } = await stripe.setupIntents.create({ customer: customerId, usage: 'off_session' })
        return { clientSecret: client_secret! }
      }),
    attachCard: (customerId, paymentMethodId) => translated(() => attachCard(stripe, customerId, paymentMethodId)),
    payDue: (customerId, key) => translated(() => payDue(stripe, customerId, key)),

    subscribe: (wish, key) => translated(() => subscribe(stripe, wish, key)),
    openCheckout: (wish, key) => translated(() => openCheckout(stripe, wish, key)),
    closeCheckout: (customerId, sessionId) => translated(() => closeCheckout(stripe, customerId, sessionId)),
    preview: (...asked) => translated(() => preview(stripe, ...asked)),
    switchPrice: (wish, key) => translated(() => switchPrice(stripe, wish, key)),
    setCancelling: (_, subscriptionId, isCancelling) =>
      translated(async () => void (await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: isCancelling }))),
    end: (customerId, subscriptionId) => translated(() => end(stripe, customerId, subscriptionId)),
    endIncomplete: (customerId, subscriptionId) => translated(() => endIncomplete(stripe, customerId, subscriptionId)),

    invoices: (customerId) =>
      translated(async (): Promise<Invoice[]> => {
        const { data } = await stripe.invoices.list({ customer: customerId, limit: 100 })
        return data.flatMap((invoice) => invoiceOf(invoice) ?? [])
      }),
    invoicePdf: (customerId, invoiceId) => translated(() => invoicePdf(stripe, customerId, invoiceId)),
    openPortal: (customerId, returnUrl) =>
      translated(async () => ({
        url: (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })).url,
      })),
    refundLast: (customerId, since) => translated(() => refundLast(stripe, customerId, since)),
    refundSubscription: (...asked) => translated(() => refundSubscription(stripe, ...asked)),

    readEvent: (...asked) => readEvent(stripe, options.stripeWebhookSecret ?? '', isTest, ...asked),
    syncPrices: (productName) => translated(() => syncPrices(stripe, productName)),
  }
}
