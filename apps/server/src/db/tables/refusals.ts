/** Who wants no more mail, and from whom. */
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

export const mailRefusals = pgTable(
  'mail_refusals',
  {
    /** The mailbox, as a hash. */
    mailboxKey: text('mailbox_key').notNull(),
    /** The sender's mailbox, as a hash; empty: of all of this installation. */
    senderKey: text('sender_key').notNull(),
    /** The sender's account, where there was one: it may change its address. */
    authorId: uuid('author_id'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.mailboxKey, t.senderKey] })],
)
