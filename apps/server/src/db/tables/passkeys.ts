/** Passkeys (A9): a key of each device or password manager that an account is opened with, in place of password and code. */
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, bytea, id } from './columns.ts'

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the authenticator calls it, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** In COSE; the private half never leaves the authenticator. */
    publicKey: bytea('public_key').notNull(),
    /** What the authenticator has counted; 0 for ever where it counts nothing. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach it (usb, internal, hybrid…), as they said. */
    transports: text('transports').array().notNull(),
    /** Empty where nothing was known of the device. */
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
    /** Its counter went back then: somebody may have a copy, so that it opens nothing any more. */
    refusedAt: at('refused_at'),
  },
  (t) => [index().on(t.userId)],
)

/** Challenges that a passkey has answered, by their hash: none is answered twice. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    hash: bytea('hash').primaryKey(),
    /** It runs out then by itself. */
    until: at('until').notNull(),
  },
  (t) => [index().on(t.until)],
)
