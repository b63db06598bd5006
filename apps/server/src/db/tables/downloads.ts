/** What left, to whom, and which mail told it. */
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, bytes, id, int8multirange } from './columns.ts'
import { transfers } from './transfers.ts'

export const downloadSessions = pgTable(
  'download_sessions',
  {
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    recipientId: uuid('recipient_id'),
    /** The `dl` of the link, else address and program. */
    visitor: text('visitor').notNull(),
    /** "file:<id>", "zip" or "zip:<selection>". */
    scope: text('scope').notNull(),
    sizeBytes: bytes('size_bytes').notNull(),
    coverage: int8multirange('coverage').notNull().default('{}'),
    startedAt: at('started_at').notNull().defaultNow(),
    /** Holds one of a limited link's downloads until then. */
    leaseUntil: at('lease_until').notNull(),
    completedAt: at('completed_at'),
  },
  (t) => [index().on(t.transferId, t.visitor, t.scope)],
)

export const downloadEvents = pgTable(
  'download_events',
  {
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id').notNull().unique(),
    recipientId: uuid('recipient_id'),
    visitor: text('visitor').notNull(),
    scope: text('scope').notNull(),
    fileCount: integer('file_count').notNull(),
    sizeBytes: bytes('size_bytes').notNull(),
    ip: text('ip').notNull(),
    program: text('program').notNull(),
    /** ISO 3166, null where unknown. */
    countryCode: text('country_code'),
    /** In English, as the data has it; empty where unknown. */
    city: text('city').notNull().default(''),
    at: at('at').notNull(),
    /** The notice that told the sender. */
    noticeId: uuid('notice_id'),
  },
  (t) => [index().on(t.transferId, t.at)],
)

export const downloadNotices = pgTable(
  'download_notices',
  {
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    visitor: text('visitor').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    sentAt: at('sent_at'),
  },
  (t) => [index().on(t.transferId, t.visitor, t.createdAt)],
)
