/** Plans, cards and invoices of the caller's own account (P3 to P5); `/getStripeData` and its like are named as spec §7 has them. */
import * as z from 'zod/mini'
import { periods, priceIds, roles } from '../plans.ts'
import { ownerStatuses, subscriptionStatuses } from '../states.ts'
import { milliseconds, ok, ownId, ownLimits, textUpTo } from './fields.ts'
import { defineRoute } from './route.ts'

const sessionErrors = ['invalidInput', 'signedOut', 'sessionNeeded', 'notYours'] as const
const readErrors = [...sessionErrors, 'paymentsUnavailable', 'rateLimited', 'billingOff'] as const
export const writeErrors = [...readErrors, 'accountSuspended', 'paymentUnderWay'] as const
const chargeErrors = [...writeErrors, 'cardNeeded', 'cardDeclined', 'paymentSlow'] as const

const priceId = z.enum(priceIds, 'invalid')
const cents = z.int()
const period = z.enum(periods)
/** An object's name with the provider. */
export const providerId = z.string().check(z.regex(/^[\w-]{1,200}$/, 'invalid'))
export const clientSecret = z.string().check(z.regex(/^[\w-]{1,400}$/, 'invalid'))

/** Which provider is asked. Without keys it is the sandbox: every screen that touches money says 'Test mode' (P4). */
const mode = { mode: z.enum(['stripe', 'sandbox']), isTest: z.boolean(), publishableKey: z.nullable(z.string()) }
export type PaymentsMode = z.output<typeof paymentsMode.reply>

const card = z.object({ brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int() })

/** All that a page says of an account's plan. Cents are US cents. */
const billingView = z.object({
  ...mode,
  role: z.enum(roles),
  ownLimits,
  status: z.enum(ownerStatuses),
  /** Of the plan that is paid or tried; null without one. */
  period: z.nullable(period),
  amountCents: z.nullable(cents),
  /** The price at the next date with its discount taken off; null without a plan. */
  discountedCents: z.nullable(cents),
  /** Of former payments, taken off the next ones. */
  creditCents: cents,
  /** What the account goes on as without its plan. */
  leftRole: z.enum(roles),
  /** Whole days that have begun; 0 once the trial is over. */
  trialDaysLeft: z.nullable(z.int()),
  trialEndsAt: z.nullable(milliseconds),
  renewsAt: z.nullable(milliseconds),
  /** When a plan that was cancelled ends. */
  endsAt: z.nullable(milliseconds),
  isCancelling: z.boolean(),
  /** A trial was never begun. */
  mayTry: z.boolean(),
  card: z.nullable(card),
  discount: z.nullable(
    z.object({
      name: z.string(),
      percentOff: z.nullable(z.number()),
      amountOffCents: z.nullable(cents),
      redeemBy: z.nullable(milliseconds),
    }),
  ),
  hasCustomer: z.boolean(),
  /** A payment is under way whose end is not known yet: we go on trying. */
  isPaying: z.optional(z.boolean()),
  /** A plan whose first payment the bank still wants to be confirmed: it gives nothing until then. */
  unfinished: z.optional(z.nullable(z.object({ role: z.enum(roles), period, amountCents: cents }))),
})
export type BillingView = z.output<typeof billingView>

/** What the bank wants to be confirmed by its cardholder, if anything. */
const confirmation = { clientSecret: z.nullable(z.string()), needsConfirmation: z.boolean() }
export const bought = z.object({ billing: billingView, ...confirmation })
export type Bought = z.output<typeof bought>

export const paymentsMode = defineRoute({
  method: 'GET',
  path: '/api/billing/mode',
  who: 'anyone',
  summary: 'Which payment provider is asked, and whether in test mode',
  reply: z.object(mode),
  errors: ['billingOff'],
})

/** Nobody pays for another, nor by a token. */
const ownersOnly = { who: 'user', isOwnersOnly: true } as const

export const readBilling = defineRoute({
  method: 'GET',
  path: '/api/billing',
  ...ownersOnly,
  summary: 'The plan of the caller’s account, its card and its dates',
  reply: billingView,
  errors: readErrors,
})

/** Header `stripeId`: the caller's own or none. Times are the provider's, in seconds. */
export const getStripeData = defineRoute({
  method: 'GET',
  path: '/getStripeData',
  ...ownersOnly,
  summary: 'What the payment provider says of the caller, now',
  headers: { stripeId: { summary: 'The caller’s own customer with the provider, or none' } },
  reply: z.object({
    metadata: z.object({ role: z.string() }),
    subscriptions: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          status: z.enum(subscriptionStatuses),
          plan: z.object({ amount: cents, nickname: z.string() }),
          metadata: z.object({ period: z.string(), role: z.string() }),
          trial_end: z.nullable(z.int()),
          current_period_end: z.nullable(z.int()),
          trial_period_days: z.nullable(z.int()),
          cancel_at_period_end: z.boolean(),
        }),
      ),
    }),
    invoice_settings: z.object({
      default_payment_method: z.nullable(
        z.object({ card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }) }),
      ),
    }),
    discount: z.nullable(
      z.object({
        coupon: z.object({ name: z.string(), percent_off: z.nullable(z.number()), amount_off: z.nullable(cents) }),
        redeem_by: z.nullable(z.int()),
      }),
    ),
  }),
  errors: readErrors,
})

/** Ids that the specification has callers name: the caller's own or none. */
const ownHints = { stripeCustomerId: ownId, SSuserId: ownId }

export const addCard = defineRoute({
  method: 'POST',
  path: '/addCard',
  ...ownersOnly,
  summary: 'Keep a card as the one that is charged, and charge it with what is due',
  body: z.object({ paymentMethodId: providerId, ...ownHints, addCardOnly: z.optional(z.nullable(z.boolean())) }),
  reply: z.extend(billingView, confirmation),
  errors: [...writeErrors, 'cardDeclined', 'paymentSlow'],
})

export const beginCard = defineRoute({
  method: 'POST',
  path: '/api/billing/card',
  ...ownersOnly,
  summary: 'Begin to take a card: the secret that the provider’s form in the browser needs',
  reply: z.object({ clientSecret: z.string() }),
  errors: writeErrors,
})

/** The plan is the price's: a role that is named beside it is not looked at. */
export const createSubscription = defineRoute({
  method: 'POST',
  path: '/create-subscription',
  ...ownersOnly,
  summary: 'Begin a plan on sale: with trial as its week without a card, else paid at once by the card that is kept',
  body: z.object({
    priceId,
    ...ownHints,
    role: z.optional(z.nullable(textUpTo(100))),
    addCardOnly: z.optional(z.nullable(z.boolean())),
    trial: z.optional(z.nullable(z.boolean())),
  }),
  reply: bought,
  errors: [...chargeErrors, 'trialUsed', 'planThere'],
})

export const createCheckoutSession = defineRoute({
  method: 'POST',
  path: '/api/stripe/createCheckoutSession',
  ...ownersOnly,
  summary: 'Begin an embedded checkout of a plan on sale',
  body: z.object({
    price_id: priceId,
    stripe_customerid: ownId,
    customer: ownId,
    customer_email: ownId,
    client_reference_id: ownId,
    mongo_id: ownId,
    /** Known to the server, or the price's to say: taken without an error, not looked at. */
    company: z.optional(z.nullable(textUpTo(2000))),
    role: z.optional(z.nullable(textUpTo(100))),
    referrer: z.optional(z.nullable(textUpTo(2000))),
    endorsely_referral: z.optional(z.nullable(textUpTo(200))),
  }),
  reply: z.object({ clientSecret: z.string() }),
  errors: [...writeErrors, 'planThere'],
})

export const previewSwitch = defineRoute({
  method: 'POST',
  path: '/api/billing/preview',
  ...ownersOnly,
  summary: 'What a switch to another plan would cost now and next',
  body: z.object({ priceId }),
  reply: z.object({
    dueNowCents: cents,
    /** For what is paid and not used. */
    creditCents: cents,
    nextCents: cents,
    nextAt: milliseconds,
    /** In seconds: named again when switching, so that the bill is the one that was shown. */
    prorationDate: z.int(),
  }),
  errors: [...writeErrors, 'noPlan'],
})

export const switchPlan = defineRoute({
  method: 'POST',
  path: '/api/billing/switch',
  ...ownersOnly,
  summary: 'Switch to another plan on sale, at the costs of the preview',
  body: z.object({ priceId, prorationDate: z.int().check(z.minimum(0, 'invalid'), z.maximum(9_999_999_999, 'invalid')) }),
  reply: bought,
  errors: [...chargeErrors, 'noPlan', 'previewOld'],
})

const planChange = (path: string, summary: string) =>
  ({
    method: 'POST',
    path,
    ...ownersOnly,
    summary,
    reply: billingView,
    errors: [...writeErrors, 'noPlan'],
  }) as const

export const cancelPlan = defineRoute(planChange('/api/billing/cancel', 'Let the plan end with what is paid'))
export const resumePlan = defineRoute(planChange('/api/billing/resume', 'Let a cancelled plan go on'))
export const continueOnFree = defineRoute(
  planChange('/api/billing/free', 'End a trial or an unpaid plan at once and go on on Free'),
)

export const payOwed = defineRoute({
  ...planChange('/api/billing/pay', 'Charge the card that is kept with what is due, so that the plan goes on'),
  reply: bought,
  errors: chargeErrors,
})

export const listInvoices = defineRoute({
  method: 'GET',
  path: '/api/billing/invoices',
  ...ownersOnly,
  summary: 'The caller’s invoices, newest first',
  reply: z.object({
    invoices: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        createdAt: milliseconds,
        amountCents: cents,
        status: z.enum(['open', 'paid', 'void', 'uncollectible', 'refunded']),
        hasPdf: z.boolean(),
      }),
    ),
  }),
  errors: readErrors,
})

export const invoicePdf = defineRoute({
  method: 'GET',
  path: '/api/billing/invoices/:invoiceId/pdf',
  ...ownersOnly,
  summary: 'An invoice as PDF',
  mediaTypes: ['application/pdf'],
  params: z.object({ invoiceId: providerId }),
  reply: 'bytes',
  errors: readErrors,
})

export const openPortal = defineRoute({
  method: 'POST',
  path: '/api/billing/portal',
  ...ownersOnly,
  summary: 'A link to the provider’s own pages for the caller',
  reply: z.object({ url: z.string() }),
  errors: writeErrors,
})

/** Signed by the provider over the very bytes; tells that something changed, and the provider is then asked what is true. */
export const stripeWebhook = defineRoute({
  method: 'POST',
  path: '/api/stripe/webhook',
  who: 'anyone',
  summary: 'Events of the payment provider',
  credential: 'webhookSignature',
  rawBody: 'application/json',
  reply: ok,
  errors: ['webhookRefused'],
})
