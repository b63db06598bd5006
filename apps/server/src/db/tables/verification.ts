/** Verified addresses, and what was asked how often. */
import { bigserial, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, bytea, id } from './columns.ts'

export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    email: text('email').notNull(),
    purpose: text('purpose').notNull(),
    browserHash: text('browser_hash').notNull(),
    codeHash: bytea('code_hash').notNull(),
    /** The Idempotency-Key of the call that asked for it. */
    requestKey: text('request_key'),
    tries: integer('tries').notNull().default(0),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index().on(t.email, t.purpose, t.browserHash)],
)

export const verifiedAddresses = pgTable(
  'verified_addresses',
  { browserHash: text('browser_hash').notNull(), email: text('email').notNull(), verifiedAt: at('verified_at').notNull() },
  (t) => [primaryKey({ columns: [t.browserHash, t.email] })],
)

export const rateHits = pgTable(
  'rate_hits',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    rule: text('rule').notNull(),
    key: text('key').notNull(),
    hitAt: at('hit_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index().on(t.rule, t.key, t.hitAt), index().on(t.expiresAt)],
)
