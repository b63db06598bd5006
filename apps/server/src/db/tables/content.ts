/** What is stored: blobs, the attempts that they are made of, the files in them, and what the server makes of those. */
import type { MediaKind, ScanState } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at, bytea, bytes, id } from './columns.ts'
import { uploads } from './uploads.ts'

/** `picture`: of what no browser shows; `audio`: of what not every phone plays; `poster`: as its sender has sent it, which nobody gets. */
export type RenditionForm = 'thumbnail' | 'picture' | 'audio' | 'poster'

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
    /** Set when its bytes are gone or damaged for good: its files are answered as not found. */
    lostAt: at('lost_at'),
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
    /** The place of its request in the order of all, over all processes: what was asked for later wins, whatever ends last. */
    accepted: bigserial('accepted', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.blobId, t.offset] })],
)

/** Their flush failed: what was written to them may be gone, so nothing in them counts, whichever process finds it there. */
export const lostContainers = pgTable('lost_containers', {
  container: text('container').primaryKey(),
  blobId: uuid('blob_id')
    .notNull()
    .references(() => blobs.id, { onDelete: 'cascade' }),
})

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
    /** Of all its bytes, by a job after completion; for receipts. */
    sha256: bytea('sha256'),
    /** Null: not looked at, which is never shown as clean (D9). */
    scan: text('scan').$type<ScanState>(),
    /** What the scanner called it. */
    scanFinding: text('scan_finding'),
    /** How often its bytes began to go to the scanner: one that it does not survive is not given to it for ever. */
    scanTries: integer('scan_tries').notNull().default(0),
    /** Recorded in the page that sent it (Q9, Q10). */
    media: text('media').$type<MediaKind>(),
    /** Whether the small picture and the other second versions of it are made; null: there are none to make. */
    rendering: text('rendering').$type<'waiting' | 'done' | 'failed'>(),
    /** Which renditions it has, apart by blanks: lists tell it of every file. */
    forms: text('forms').notNull().default(''),
  },
  (t) => [
    index().on(t.uploadId),
    index().on(t.blobId),
    index('files_to_scan_index').on(t.uploadId).where(sql`scan = 'waiting'`),
    index('files_to_render_index').on(t.uploadId).where(sql`rendering = 'waiting'`),
    index('files_infected_index').on(t.uploadId).where(sql`scan = 'infected'`),
  ],
)

/** What the server makes of a file to be looked at or heard: small, sealed under its blob's key, and gone with it. */
export const renditions = pgTable(
  'renditions',
  {
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    form: text('form').$type<RenditionForm>().notNull(),
    type: text('type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sealed: bytea('sealed').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.form] })],
)
