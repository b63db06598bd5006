/** The second step of a log-in: codes of an app, recovery codes, and browsers that are not asked again (A10). */
import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, bytea } from './columns.ts'

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const secondFactors = pgTable('second_factors', {
  userId: userId().primaryKey(),
  /** What the app works its codes out of, sealed. */
  secret: text('secret').notNull(),
  createdAt: at('created_at').notNull(),
  /** Null while it is being set up: no log-in asks for it yet. */
  confirmedAt: at('confirmed_at'),
  /** Of the code that was taken last: neither it nor one before it is taken again. */
  lastStep: bigint('last_step', { mode: 'number' }),
})

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: userId(),
    /** Keyed, so that the table alone gives no code away. */
    hash: bytea('hash').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
)

export const rememberedDevices = pgTable(
  'remembered_devices',
  {
    userId: userId(),
    browserHash: text('browser_hash').notNull(),
    until: at('until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.browserHash] }), index().on(t.until)],
)
