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
