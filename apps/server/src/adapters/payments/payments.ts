/**
 * The payments port: customers, cards, subscriptions and invoices with a provider. Money is in US cents, times are Dates.
 * An id that the provider does not know, or that is another customer's, is `PaymentRefused('unknown')`. No answer, or one that says
 * nothing about what was done, is `PaymentsAway`: the same call with the same `key` may be made again and has its effect once.
 * What a verb answers may be old the moment it arrives: `read` alone says what is true.
 */
import type { Period, PriceId, Role } from '@sampan/contract/plans'
import type { SubscriptionStatus } from '@sampan/contract/states'

/** `declined`: by the bank, and nothing was charged. `invalid`: what was named is not right. */
export type RefusalReason = 'declined' | 'unknown' | 'invalid'
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, why: string = reason) {
    super(why)
    this.reason = reason
  }
}
export class PaymentsAway extends Error {
  override name = 'PaymentsAway'
}

export type Card = { brand: string; last4: string; expMonth: number; expYear: number }
/** A price that is reduced: until `redeemBy` it may be taken, until `endsAt` whoever has taken it pays less; both in milliseconds. */
export type Discount = {
  name: string
  percentOff: number | null
  amountOffCents: number | null
  redeemBy: number | null
  endsAt?: number | null | undefined
}

export type Subscription = {
  id: string
  status: SubscriptionStatus
  /** By the price, never by what a customer's object says of itself. */
  role: Role
  period: Period
  amountCents: number
  trialEndsAt: Date | null
  periodEndsAt: Date | null
  /** Ends with the period that is paid, or with the trial. */
  isCancelling: boolean
  createdAt: Date
  /** Under which it was bought, or tried; null for what was paid on a page of the provider's. */
  key?: string | null
}

/** What is true of a customer now. All subscriptions that go on, newest first, and then the one that was ended last, if any. */
export type CustomerState = {
  subscriptions: Subscription[]
  card: Card | null
  discount: Discount | null
  /** Of former payments, taken off the next ones. */
  creditCents: number
  /** It was deleted there: nothing can be asked of it any more. */
  isGone?: true
}

/** What came of charging. `none`: nothing was due. `declined` charged nothing; `clientSecret` is for the cardholder's browser. */
export type Charge = {
  outcome: 'paid' | 'none' | 'needsConfirmation' | 'declined'
  subscriptionId: string
  clientSecret: string | null
}

export type Invoice = {
  id: string
  number: string
  createdAt: Date
  amountCents: number
  status: 'open' | 'paid' | 'void' | 'uncollectible' | 'refunded'
  hasPdf: boolean
}

export type Preview = { dueNowCents: number; creditCents: number; nextCents: number; nextAt: Date; prorationSeconds: number }
/** `isGivenNow`: by this call, and not by one before it. */
export type Refund = { invoiceId: string; amountCents: number; isGivenNow: boolean }
export type PriceReport = { priceId: PriceId; did: 'kept' | 'made' | 'replaced' }

/** That something changed: which customer to read again, if any. */
export type ProviderEvent = { id: string; type: string; customerId: string | null }

/** From where somebody came (P7): kept with the provider, up to 500 characters each, and never read here. */
export type Origin = { referral: string | null; referrer: string | null }

/** Whom invoices name, and where they are sent. Without details nothing is said of them: what stands at the provider stays. */
export type Payer = {
  email: string
  name: string
  details?: {
    line1: string
    line2: string
    city: string
    postalCode: string
    state: string
    country: string
    taxNumber: string
  }
}

/** Driving the sandbox; a real provider's browser script and time do this. */
export type SandboxVerbs = {
  /** One of the test cards; its number is not kept. Refused `invalid` for any other number, `declined` when it has run out. */
  takeCard: (customerId: string, card: { number: string; expMonth: number; expYear: number }) => Promise<string>
  /** What the cardholder told the bank. Refused `unknown` for a secret that is not this customer's. */
  confirm: (customerId: string, clientSecret: string, isAllowed: boolean) => Promise<Charge>
  /** Time passes for one customer: renewals, ends of trials and failures happen in their order. Answers how late it is for them. */
  passTime: (customerId: string, seconds: number) => Promise<Date>
  /** The embedded checkout's last step. Once. Refused `unknown` for one that was closed, `invalid` for a promotion code that is none. */
  finishCheckout: (
    customerId: string,
    clientSecret: string,
    paid: { paymentMethodId: string; promotionCode: string | null },
  ) => Promise<Charge>
}

/** Whose customers they are: those of one are unknown to the others. */
export type Provider = 'sandbox' | 'test' | 'live'
export const providerOf = ({ mode, isTest }: Pick<Payments, 'mode' | 'isTest'>): Provider =>
  mode === 'sandbox' ? mode : isTest ? 'test' : 'live'

/** An answer in words is there before the connection, or the person, gives up. */
export const defaultPatienceMs = 12_000

export type Payments = {
  mode: 'stripe' | 'sandbox'
  /** No money moves. */
  isTest: boolean
  /** For the provider's script in the browser. */
  publishableKey: string | null
  sandbox: SandboxVerbs | null
  /** How long somebody waits for an answer before they are told that it is slow. */
  patienceMs: number

  /** A customer of the provider, made once for each key. Resolves to its id. */
  makeCustomer: (person: { ownerId: string; email: string; name: string } & Origin, key: string) => Promise<string>
  /** Of the next invoices: those that are made stay as they are. Bears repetition. */
  updateCustomer: (customerId: string, payer: Payer) => Promise<void>
  read: (customerId: string) => Promise<CustomerState>
  /** Ends every subscription at once and forgets cards and address. One that is gone already is no error. */
  deleteCustomer: (customerId: string) => Promise<void>

  /** A secret with which the provider's form takes a card without charging it. */
  beginCard: (customerId: string) => Promise<{ clientSecret: string }>
  /** Makes a card the one that is charged, for plans that are there, too. Refused `declined` by its bank, `unknown` for another customer's. */
  attachCard: (customerId: string, paymentMethodId: string) => Promise<void>
  /** Charges the card with what is owed for a plan that was given, if anything is: never with a purchase that nobody finished. */
  payDue: (customerId: string, key: string) => Promise<Charge | null>

  /**
   * A subscription, once for each key. Until `trialEndsAt` nothing is charged and no card is needed; afterwards, without one, it is
   * past due or unpaid, never cancelled. Without a trial the card is charged at once: `declined` and `needsConfirmation` leave it
   * incomplete, which gives nothing.
   */
  subscribe: (wish: { customerId: string; priceId: PriceId; trialEndsAt: Date | null }, key: string) => Promise<Charge>
  /** An embedded checkout of a plan that is paid at once; `sessionId` is what closes it. */
  openCheckout: (
    wish: { customerId: string; priceId: PriceId; returnUrl: string } & Origin,
    key: string,
  ) => Promise<{ clientSecret: string; sessionId: string }>
  /** Nobody can pay it any more. One that is paid, or closed already, is no error. */
  closeCheckout: (customerId: string, sessionId: string) => Promise<void>
  /** What a switch would cost at `at`. */
  preview: (customerId: string, subscriptionId: string, priceId: PriceId, at: Date) => Promise<Preview>
  /** Switches at the preview's cost, once for each key; declined or not yet confirmed, the old plan stays. */
  switchPrice: (
    wish: { customerId: string; subscriptionId: string; priceId: PriceId; prorationSeconds: number },
    key: string,
  ) => Promise<Charge>
  /** Whether it ends with the period that is paid. */
  setCancelling: (customerId: string, subscriptionId: string, isCancelling: boolean) => Promise<void>
  /** Ends it now and forgives what is owed for it. One that has ended is no error. */
  end: (customerId: string, subscriptionId: string) => Promise<void>
  /** Ends one whose first payment never came; one for which it has come meanwhile goes on. */
  endIncomplete: (customerId: string, subscriptionId: string) => Promise<void>

  /** Newest first, 100 at most, those of nothing left out. */
  invoices: (customerId: string) => Promise<Invoice[]>
  invoicePdf: (customerId: string, invoiceId: string) => Promise<Buffer>
  /** A link to the provider's own pages; from there people come back to `returnUrl`. */
  openPortal: (customerId: string, returnUrl: string) => Promise<{ url: string }>
  /**
   * Gives back the last payment if it was made after `since`, once however often it is called; null where there is none. What is left
   * of it as credit is taken back with it: it is not given twice.
   */
  refundLast: (customerId: string, since: Date) => Promise<Refund | null>
  /**
   * Gives back the last payment for one subscription if it was made after `since`, once however often it is called; null where there is
   * none. `willGive` comes first, but not where it is given back already.
   */
  refundSubscription: (
    customerId: string,
    subscriptionId: string,
    since: Date,
    willGive?: () => Promise<unknown>,
  ) => Promise<Refund | null>

  /** Refused `invalid` unless signed with our secret over these very bytes within five minutes, and of our mode. */
  readEvent: (rawBody: Buffer, signature: string, now: Date) => ProviderEvent
  /** Products and prices as the role table has them. What is there is left alone; a price that changed is replaced. */
  syncPrices: (productName: string) => Promise<PriceReport[]>
}
