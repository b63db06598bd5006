/** Whose root and limits, and the installation's own values. */
import type { OwnerStatus } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { at, bytea, bytes, id } from './columns.ts'

export const installation = pgTable('installation', { name: text('name').primaryKey(), value: bytea('value').notNull() })

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
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.month] })],
)
