/** Uploads: what is on its way, and whose it is. */
import type { UploadState } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, bytes, id } from './columns.ts'
import { owners } from './owners.ts'

export const slugs = pgTable('slugs', { slug: text('slug').primaryKey(), createdAt: at('created_at').notNull().defaultNow() })

export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id),
    /** The account that began it; null for a guest. */
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Hash of the browser that began it. */
    browserHash: text('browser_hash').notNull(),
    /** What it was begun for: its own sending, or what another feature makes of it, whose id is beside it. */
    purpose: text('purpose').notNull().default('send'),
    purposeId: uuid('purpose_id'),
    /** For whom, or by what right, in its purpose's own words. */
    purposeOf: text('purpose_of'),
    /** The Idempotency-Key of the call that began it: repeated, it begins nothing new. */
    requestKey: text('request_key'),
    /** The Idempotency-Keys of the calls that added files. */
    addedKeys: text('added_keys').array().notNull().default([]),
    networkKey: text('network_key').notNull(),
    state: text('state').$type<UploadState>().notNull().default('open'),
    isVerified: boolean('is_verified').notNull().default(false),
    connection: text('connection').notNull(),
    declaredBytes: bytes('declared_bytes').notNull(),
    /** What lies on the disk for it: parts that count, and those that others have replaced. */
    writtenBytes: bytes('written_bytes').notNull().default(0),
    receivedBytes: bytes('received_bytes').notNull().default(0),
    /** How many parts count, each of which is a row. */
    writtenParts: integer('written_parts').notNull().default(0),
    /** The machine went down since some of its parts came: they count only once they have been read and verified. */
    isSuspect: boolean('is_suspect').notNull().default(false),
    /** Set when its sender published it; its last part then completes it. */
    publishedAt: at('published_at'),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    completedAt: at('completed_at'),
  },
  (t) => [
    index().on(t.ownerId),
    index('uploads_open_of_owner').on(t.ownerId).where(sql`state = 'open'`),
    index().on(t.browserHash, t.requestKey),
    index('uploads_purpose_index').on(t.purposeId).where(sql`purpose_id is not null`),
    index('uploads_open_purpose_index').on(t.purposeId).where(sql`purpose_id is not null and state = 'open'`),
    index().on(t.networkKey).where(sql`state = 'open'`),
    index().on(t.expiresAt).where(sql`state = 'open'`),
  ],
)
