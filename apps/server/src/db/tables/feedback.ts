/** What people say of the service, and when they were asked to (T7). */
import type { FeedbackRating } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, id } from './columns.ts'

export const feedbacks = pgTable(
  'feedbacks',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The Idempotency-Key of the call: a repeated call adds no second row. */
    requestKey: text('request_key').notNull(),
    rating: text('rating').$type<FeedbackRating>().notNull(),
    message: text('message').notNull(),
    /** The page that it was said on. */
    route: text('route').notNull(),
    /** As the account was then. */
    role: text('role').notNull(),
    createdAt: at('created_at').notNull(),
    /** When it was mailed to whoever runs the service. */
    mailedAt: at('mailed_at'),
    /** When an operator was done with it (O11). */
    handledAt: at('handled_at'),
  },
  (t) => [
    unique().on(t.userId, t.requestKey),
    index().on(t.createdAt),
    index('feedbacks_to_mail_index').on(t.createdAt).where(sql`mailed_at is null`),
  ],
)

/** An account is asked once at each of some counts of its log-ins, in whichever page comes first. */
export const feedbackAsks = pgTable(
  'feedback_asks',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    loginCount: integer('login_count').notNull(),
    askedAt: at('asked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.loginCount] })],
)
