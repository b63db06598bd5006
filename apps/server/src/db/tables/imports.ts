/** What came over from another product (O9). */
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { at, id } from './columns.ts'
import { fileRequests } from './requests.ts'
import { transfers } from './transfers.ts'

/** Each comes over once, and its old address leads to what it is here. */
export const imported = pgTable(
  'imported',
  {
    id: id(),
    /** Of which product. */
    source: text('source').notNull(),
    /** What it was there, and by which name. */
    sourceId: text('source_id').notNull(),
    /** The last part of its old address; null where it had none. */
    alias: text('alias'),
    transferId: uuid('transfer_id').references(() => transfers.id, { onDelete: 'cascade' }),
    requestId: uuid('request_id').references(() => fileRequests.id, { onDelete: 'cascade' }),
    importedAt: at('imported_at').notNull(),
  },
  (t) => [unique().on(t.source, t.sourceId), index().on(t.alias), index().on(t.transferId), index().on(t.requestId)],
)
