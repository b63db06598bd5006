/** What people without an account ask for or tell about a transfer: more time, more downloads or its password (X2), and that it, or a file request, should not be there (D7). */
import type { Language } from '@sampan/contract/paths'
import type { AskedFor, ReportOutcome, ReportReason } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { at, bytea, id } from './columns.ts'
import { fileRequests } from './requests.ts'
import { transfers } from './transfers.ts'

export const timeRequests = pgTable(
  'time_requests',
  {
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    /** Whose personal link it was; null for somebody with the bare one. */
    recipientId: uuid('recipient_id'),
    /** What is asked for. */
    about: text('about').$type<AskedFor>().notNull().default('moreTime'),
    /** Who asks, and is told. */
    email: text('email').notNull(),
    note: text('note').notNull(),
    /** The language of whoever asks. */
    language: text('language').$type<Language>().notNull(),
    /** SHA-256 of the token in the sender's mail; the token itself is derived, never stored. */
    tokenHash: bytea('token_hash').notNull(),
    askedAt: at('asked_at').notNull(),
    /** Set by the one press that counts, with what it gave. */
    extendedAt: at('extended_at'),
    extendedTo: at('extended_to'),
  },
  (t) => [unique().on(t.tokenHash), index().on(t.transferId)],
)

export const abuseReports = pgTable(
  'abuse_reports',
  {
    id: id(),
    /** What is reported: one of these two. */
    transferId: uuid('transfer_id').references(() => transfers.id, { onDelete: 'cascade' }),
    requestId: uuid('request_id').references(() => fileRequests.id, { onDelete: 'cascade' }),
    reason: text('reason').$type<ReportReason>().notNull(),
    text: text('text').notNull(),
    /** Of whoever reported, if they want an answer. */
    email: text('email'),
    reportedAt: at('reported_at').notNull(),
    /** Null: the operator has not decided yet. */
    outcome: text('outcome').$type<ReportOutcome>(),
    settledAt: at('settled_at'),
  },
  (t) => [
    index().on(t.transferId),
    index().on(t.requestId),
    index().on(t.outcome, t.reportedAt),
    check('abuse_reports_of_one', sql`num_nonnulls(${t.transferId}, ${t.requestId}) = 1`),
  ],
)
