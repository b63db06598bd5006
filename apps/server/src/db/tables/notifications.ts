/** The bell (T5), and the mails that gather a day's downloads (D5). */
import type { NotificationKind } from '@sampan/contract/states'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, id } from './columns.ts'
import { fileRequests } from './requests.ts'
import { transfers } from './transfers.ts'
import { webhooks } from './webhooks.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null where it tells of a file request. */
    transferId: uuid('transfer_id').references(() => transfers.id, { onDelete: 'cascade' }),
    requestId: uuid('request_id').references(() => fileRequests.id, { onDelete: 'cascade' }),
    webhookId: uuid('webhook_id').references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Of a file request; a transfer has its own. */
    requestSlug: text('request_slug'),
    /** Of a file request, or a webhook. */
    requestOwnerId: uuid('request_owner_id'),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** What comes of the same person within one visit is one notification; null gathers nothing. */
    person: text('person'),
    /** The recipient whom it is about; null: someone with the link, or nobody. */
    recipientEmail: text('recipient_email'),
    countryCode: text('country_code'),
    city: text('city').notNull().default(''),
    program: text('program'),
    /** One file's name, or that of the first of several. */
    fileName: text('file_name').notNull(),
    fileCount: integer('file_count').notNull().default(1),
    /** Why, in the words of whoever said it: a mail server, a scanner, a recipient. */
    reason: text('reason'),
    readAt: at('read_at'),
    /** The time of the newest event that it tells of. */
    at: at('at').notNull(),
  },
  (t) => [index().on(t.userId, t.at), index().on(t.transferId, t.person), index().on(t.requestId), index().on(t.webhookId)],
)

/** One mail with all downloads of a day. */
export const downloadDigests = pgTable(
  'download_digests',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull(),
    sentAt: at('sent_at'),
  },
  (t) => [index().on(t.userId)],
)
