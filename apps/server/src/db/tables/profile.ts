/** What an account shows of its person, and the copies of its data that were asked for (A5, A6). */
import type { ExportState } from '@sampan/contract/states'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, bytea, bytes, id } from './columns.ts'

/** `id` is the picture's address: another picture has another one. */
export const pictures = pgTable('pictures', {
  id: id(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  kind: text('kind').$type<'png' | 'jpeg' | 'webp'>().notNull(),
  bytes: bytea('bytes').notNull(),
  createdAt: at('created_at').notNull(),
})

/** One for each account: asking again takes the place of the former one. Its zip lies sealed under DATA_DIR. */
export const accountExports = pgTable(
  'account_exports',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text('state').$type<ExportState>().notNull(),
    sizeBytes: bytes('size_bytes').notNull().default(0),
    createdAt: at('created_at').notNull(),
    readyAt: at('ready_at'),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index().on(t.expiresAt)],
)

/** What the operator's service answered for a company's domain; without bytes: it has none. */
export const logos = pgTable('logos', {
  domain: text('domain').primaryKey(),
  kind: text('kind').$type<'png' | 'jpeg' | 'webp'>(),
  bytes: bytea('bytes'),
  fetchedAt: at('fetched_at').notNull(),
})
