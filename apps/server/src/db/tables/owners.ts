/** Owners, whose storage and limits count, and the values of the installation itself. */
import type { OwnLimits, Role } from '@sampan/contract/plans'
import type { OwnerStatus } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { at, bytea, bytes, id } from './columns.ts'

export const installation = pgTable('installation', { name: text('name').primaryKey(), value: bytea('value').notNull() })

/** What the operator did to an account, and why. */
export type StandingAct = { act: 'suspended' | 'restored'; reason: string; at: string }

export const owners = pgTable(
  'owners',
  {
    id: id(),
    kind: text('kind').$type<'browser' | 'address' | 'user'>().notNull(),
    /** Hash of the browser id, the address, or the account's id. */
    key: text('key').notNull(),
    role: text('role').notNull(),
    usedBytes: bytes('used_bytes').notNull().default(0),
    reservedBytes: bytes('reserved_bytes').notNull().default(0),
    status: text('status').$type<OwnerStatus>().notNull().default('active'),
    /** What role and status are worked out from, beside the subscription and the licence codes (rules/standing). */
    givenRole: text('given_role').$type<Role>(),
    /** What the operator gave in the place of the plan's limits; null: nothing. */
    ownLimits: jsonb('own_limits').$type<OwnLimits>(),
    /** The provider that a team's people, but for its owner, log in by to act for it (A11). */
    logInBy: text('log_in_by'),
    revokedAt: at('revoked_at'),
    revokeReason: text('revoke_reason'),
    /** All suspensions and their ends, oldest first, for the operator. */
    standingActs: jsonb('standing_acts').$type<StandingAct[]>().notNull().default([]),
    /** The customer's id with the payment provider. */
    customerId: text('customer_id').unique(),
    /** Whose customer that is; null for one made before this was kept. */
    customerMode: text('customer_mode').$type<'sandbox' | 'test' | 'live'>(),
    /** Customers that the provider or a change of it has ended: the next one is asked for by another name. */
    customersForgotten: integer('customers_forgotten').notNull().default(0),
    /** The checkout of the provider's that may still be paid: it is closed before another is opened. */
    checkoutId: text('checkout_id'),
    /** Until then the provider is asked again and again: a checkout may be paid of which no event tells. */
    paymentsWatchedUntil: at('payments_watched_until'),
    /** When the owner had its trial; there is one for each. */
    trialUsedAt: at('trial_used_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.kind, t.key), check('owners_not_negative', sql`${t.usedBytes} >= 0 and ${t.reservedBytes} >= 0`)],
)

export const monthCounts = pgTable(
  'month_counts',
  {
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id),
    month: text('month').notNull(),
    transfers: integer('transfers').notNull(),
    requests: integer('requests').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.month] })],
)
