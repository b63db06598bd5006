/** Hosts that links of an owner stand at (B2). */
import { sql } from 'drizzle-orm'
import { index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, id } from './columns.ts'
import { owners } from './owners.ts'

export const linkDomains = pgTable(
  'link_domains',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    host: text('host').notNull(),
    addedAt: at('added_at').notNull(),
    /** Null before the first look, and while DNS could not be asked at all. */
    checkedAt: at('checked_at'),
    /** Since when DNS is right; null where it is not. */
    verifiedAt: at('verified_at'),
    /** When it was right last, and no longer is. */
    brokenAt: at('broken_at'),
  },
  (t) => [
    unique().on(t.ownerId, t.host),
    // Whoever proves a host has it alone.
    uniqueIndex('link_domains_verified_index').on(t.host).where(sql`verified_at is not null`),
    index().on(t.host),
    index().on(t.checkedAt),
  ],
)

/** Domains that mails of an owner come from (B3). */
export const senderDomains = pgTable(
  'sender_domains',
  {
    id: id(),
    /** One at most. */
    ownerId: uuid('owner_id')
      .notNull()
      .unique()
      .references(() => owners.id, { onDelete: 'cascade' }),
    host: text('host').notNull(),
    /** Before the @ of the address that mails come from. */
    localPart: text('local_part').notNull(),
    addedAt: at('added_at').notNull(),
    checkedAt: at('checked_at'),
    /** When a key was seen right last and none is any more. */
    brokenAt: at('broken_at'),
  },
  (t) => [index().on(t.checkedAt)],
)

/** Keys by which mails are signed: while one takes the place of another, both are in DNS. */
export const dkimKeys = pgTable(
  'dkim_keys',
  {
    id: id(),
    domainId: uuid('domain_id')
      .notNull()
      .references(() => senderDomains.id, { onDelete: 'cascade' }),
    selector: text('selector').notNull(),
    /** As DNS has it: base64 of the public key. */
    publicKey: text('public_key').notNull(),
    sealedKey: text('sealed_key').notNull(),
    createdAt: at('created_at').notNull(),
    /** Since when DNS has it; null where it has not. */
    verifiedAt: at('verified_at'),
  },
  (t) => [unique().on(t.domainId, t.selector)],
)
