/** What happened to a transfer, as its sender reads it in order (T2); downloads are in tables of their own. */
import type { EventActor, EventKind } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, id } from './columns.ts'
import { transfers } from './transfers.ts'

export const transferEvents = pgTable(
  'transfer_events',
  {
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    /** Of its transfer, which may be claimed with its events. */
    ownerId: uuid('owner_id').notNull(),
    kind: text('kind').$type<EventKind>().notNull(),
    /** Who did it. */
    actor: text('actor').$type<EventActor>().notNull(),
    at: at('at').notNull(),
    recipientId: uuid('recipient_id'),
    /** As it was then: the row of a recipient may go. */
    recipientEmail: text('recipient_email'),
    /** Of a visitor, as far as its owner lets places be kept. */
    countryCode: text('country_code'),
    city: text('city').notNull().default(''),
    program: text('program'),
    /** What a kind says beside: the reason of a bounce, the file's path, the new expiry. */
    detail: jsonb('detail').$type<Record<string, string | number | null>>().notNull().default({}),
  },
  (t) => [
    index().on(t.transferId, t.at),
    // What others did, newest first: the feed of an owner with very many transfers.
    index().on(t.ownerId, t.at).where(sql`actor <> 'sender' and kind <> 'mailed'`),
  ],
)
