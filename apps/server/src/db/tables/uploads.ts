/** Uploads, their blobs, files and attempts. */
import type { UploadState } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, bytea, bytes, id } from './columns.ts'
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
    /** The account that began it; null for a visitor. */
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Hash of the browser that began it. */
    browserHash: text('browser_hash').notNull(),
    /** The Idempotency-Key of the call that began it: repeated, it begins nothing new. */
    requestKey: text('request_key'),
    networkKey: text('network_key').notNull(),
    state: text('state').$type<UploadState>().notNull().default('open'),
    isVerified: boolean('is_verified').notNull().default(false),
    connection: text('connection').notNull(),
    declaredBytes: bytes('declared_bytes').notNull(),
    /** Every byte written for it, repeated and damaged parts too. */
    writtenBytes: bytes('written_bytes').notNull().default(0),
    receivedBytes: bytes('received_bytes').notNull().default(0),
    /** Set when its sender published it; its last part then completes it. */
    publishedAt: at('published_at'),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    completedAt: at('completed_at'),
  },
  (t) => [
    index().on(t.ownerId),
    index().on(t.browserHash, t.requestKey),
    index().on(t.networkKey).where(sql`state = 'open'`),
    index().on(t.expiresAt).where(sql`state = 'open'`),
  ],
)

export const blobs = pgTable(
  'blobs',
  {
    id: id(),
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => uploads.id),
    position: integer('position').notNull(),
    size: bytes('size').notNull(),
    wrappedKey: bytea('wrapped_key').notNull(),
    /** Set at completion; tells a dropped, swapped or older attempt. */
    manifestMac: bytea('manifest_mac'),
  },
  (t) => [index().on(t.uploadId)],
)

export const attempts = pgTable(
  'attempts',
  {
    blobId: uuid('blob_id')
      .notNull()
      .references(() => blobs.id, { onDelete: 'cascade' }),
    offset: bytes('offset').notNull(),
    length: bytes('length').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    container: text('container').notNull(),
    position: bytes('position').notNull(),
    header: bytea('header').notNull(),
    /** CRC-32 of each piece between file borders, 4 bytes big endian each. */
    pieceCrcs: bytea('piece_crcs').notNull(),
    crc32: bytes('crc32').notNull(),
  },
  (t) => [primaryKey({ columns: [t.blobId, t.offset] })],
)

export const files = pgTable(
  'files',
  {
    id: id(),
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => uploads.id),
    position: integer('position').notNull(),
    path: text('path').notNull(),
    size: bytes('size').notNull(),
    lastModified: at('last_modified'),
    blobId: uuid('blob_id').references(() => blobs.id),
    offset: bytes('offset').notNull().default(0),
    crc32: bytes('crc32').notNull().default(0),
    isRemoved: boolean('is_removed').notNull().default(false),
  },
  (t) => [index().on(t.uploadId), index().on(t.blobId)],
)
