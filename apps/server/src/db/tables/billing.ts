/** What is known of the payment provider's objects, and the licence codes (P3 to P6). */
import type { Period, Role } from '@sampan/contract/plans'
import type { SubscriptionStatus } from '@sampan/contract/states'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at, bytea, id } from './columns.ts'
import { owners } from './owners.ts'

/** As a page shows it; the number itself is only with the provider. */
export type Card = { brand: string; last4: string; expMonth: number; expYear: number }
/** `redeemBy`: until when it may be taken; `endsAt`: until when whoever has taken it pays less. */
export type Discount = {
  name: string
  percentOff: number | null
  amountOffCents: number | null
  redeemBy: number | null
  endsAt?: number | null | undefined
}

/** A copy of what the provider said last: read to show and to decide, never changed but by asking the provider. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    ownerId: uuid('owner_id')
      .primaryKey()
      .references(() => owners.id),
    /** The provider's; null until it has answered. */
    subscriptionId: text('subscription_id').unique(),
    status: text('status').$type<SubscriptionStatus>().notNull(),
    role: text('role').$type<Role>().notNull(),
    period: text('period').$type<Period>().notNull(),
    amountCents: integer('amount_cents').notNull(),
    trialEndsAt: at('trial_ends_at'),
    periodEndsAt: at('period_ends_at'),
    /** Ends with the period that is paid. */
    isCancelling: boolean('is_cancelling').notNull().default(false),
    /** What had it ended, where its owner did not: an account that is to go or is suspended, or a refund. It brings no mail of its own. */
    endedBy: text('ended_by').$type<'leaving' | 'refund'>(),
    card: jsonb('card').$type<Card>(),
    discount: jsonb('discount').$type<Discount>(),
    /** What is left of former payments, and is taken off the next ones. */
    creditCents: integer('credit_cents').notNull().default(0),
    createdAt: at('created_at').notNull(),
    /** The mail before the trial's end is on its way. */
    remindedAt: at('reminded_at'),
    /** When the provider was asked last; grows with every answer that is written. */
    readAt: at('read_at').notNull(),
  },
  (t) => [index().on(t.trialEndsAt)],
)

/** What stands on an owner's invoices; empty where nothing was said. Without a row they name the person alone. */
export const billingDetails = pgTable('billing_details', {
  ownerId: uuid('owner_id')
    .primaryKey()
    .references(() => owners.id, { onDelete: 'cascade' }),
  company: text('company').notNull(),
  line1: text('line1').notNull(),
  line2: text('line2').notNull(),
  city: text('city').notNull(),
  postalCode: text('postal_code').notNull(),
  state: text('state').notNull(),
  country: text('country').notNull(),
  taxNumber: text('tax_number').notNull(),
  savedAt: at('saved_at').notNull(),
})

/** Addresses that had their trial: it stays theirs when the account is deleted and made again (P5). */
export const usedTrials = pgTable(
  'used_trials',
  {
    /** HMAC of the address: whoever reads the table learns none. */
    addressHash: bytea('address_hash').notNull(),
    /** Trials that were only played count among those. */
    mode: text('mode').$type<'sandbox' | 'test' | 'live'>().notNull(),
    usedAt: at('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.addressHash, t.mode] })],
)

/**
 * Events of the provider that were dealt with: each comes more than once, in any order (R43). Beside them acts of ours that are done once,
 * under ids that no provider gives: `giving-back-…`, `told-…`.
 */
export const paymentEvents = pgTable(
  'payment_events',
  { id: text('id').primaryKey(), type: text('type').notNull(), receivedAt: at('received_at').notNull() },
  (t) => [index().on(t.receivedAt)],
)

/** A purchase that is under way: one at a time, and a repeated one names itself to the provider as before (H3). */
export const purchases = pgTable('purchases', {
  ownerId: uuid('owner_id')
    .primaryKey()
    .references(() => owners.id),
  /** Names it to the provider. */
  key: uuid('key').notNull(),
  /** What is bought, as one word. */
  wish: text('wish').notNull(),
  begunAt: at('begun_at').notNull(),
})

/** The sandbox's customers: all that a real provider would keep (P4). */
export const sandboxCustomers = pgTable('sandbox_customers', { id: text('id').primaryKey(), state: jsonb('state').notNull() })

export const licenceCodes = pgTable(
  'licence_codes',
  {
    id: id(),
    batch: text('batch').notNull(),
    /** HMAC of the code: whoever reads the table can use none. */
    codeHash: bytea('code_hash').notNull().unique(),
    /** Its last four characters. */
    hint: text('hint').notNull(),
    createdAt: at('created_at').notNull(),
    ownerId: uuid('owner_id').references(() => owners.id),
    activatedAt: at('activated_at'),
    /** The Idempotency-Key of the call that activated it: repeated, it is answered the same. */
    requestKey: text('request_key'),
    revokedAt: at('revoked_at'),
  },
  (t) => [index().on(t.ownerId), index().on(t.batch)],
)
