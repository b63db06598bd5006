/** What left, to whom, and which mail told it. */
import type { DeviceType, FileKind } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, bytes, id, int8multirange } from './columns.ts'
import { transfers } from './transfers.ts'

/** What is read: one file, chosen files or, where neither is set, all of a version. They stay where the file or the choice is gone. */
const scopeColumns = { fileId: uuid('file_id'), selectionId: text('selection_id') }
const isOneScope = sql.raw('file_id is null or selection_id is null')
/** What is read as one text, which is empty for all of a version: a unique index would let in any number of nulls. */
export const scopeKeyColumn = sql.raw("(coalesce(file_id::text, selection_id, ''))")
/** All of an earlier version is another thing, equally long or not; what is chosen by its files is the same in each. */
export const wholeVersion = sql.raw('(case when file_id is null and selection_id is null then version else 0 end)')

export const downloadSessions = pgTable(
  'download_sessions',
  {
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    recipientId: uuid('recipient_id'),
    /** The `dl` of the link, else address and program. */
    visitor: text('visitor').notNull(),
    /** As it was then: the row of a recipient may go. */
    recipientEmail: text('recipient_email'),
    program: text('program').notNull().default('unknown'),
    device: text('device').$type<DeviceType>().notNull().default('computer'),
    /** The place, as events have it. */
    countryCode: text('country_code'),
    city: text('city').notNull().default(''),
    ...scopeColumns,
    sizeBytes: bytes('size_bytes').notNull(),
    /** The transfer's version whose files it reads. */
    version: integer('version').notNull().default(1),
    coverage: int8multirange('coverage').notNull().default('{}'),
    startedAt: at('started_at').notNull().defaultNow(),
    /** Requests that read for it now; of a process that died, until the lease is over. */
    readers: integer('readers').notNull().default(0),
    /** Holds one of a limited link's downloads, and with readers the bytes, until then. */
    leaseUntil: at('lease_until').notNull(),
    completedAt: at('completed_at'),
  },
  (t) => [
    index().on(t.transferId, t.startedAt),
    // A visitor reads a thing in one session at a time, over any number of requests.
    uniqueIndex('open_session')
      .on(t.transferId, t.visitor, scopeKeyColumn, t.sizeBytes, wholeVersion)
      .where(sql`${t.completedAt} is null`),
    // What recipients did, among all that came by the bare link.
    index('download_sessions_recipient_index').on(t.recipientId, t.startedAt).where(sql`recipient_id is not null`),
    // Whether a thing was ever read whole, and of which version: one step, however often it was. An index for each kind of thing, because Postgres
    // takes no maximum from one whose column before the version is null.
    index('taken_files').on(t.transferId, t.fileId, t.version).where(sql`completed_at is not null and file_id is not null`),
    index('taken_selections')
      .on(t.transferId, t.selectionId, t.version)
      .where(sql`completed_at is not null and selection_id is not null`),
    index('taken_wholes')
      .on(t.transferId, t.version)
      .where(sql`completed_at is not null and file_id is null and selection_id is null`),
    check('download_sessions_one_scope', isOneScope),
  ],
)

export const downloadEvents = pgTable(
  'download_events',
  {
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    /** Of its transfer, which may be claimed with its events. */
    ownerId: uuid('owner_id').notNull(),
    sessionId: uuid('session_id').notNull().unique(),
    recipientId: uuid('recipient_id'),
    recipientEmail: text('recipient_email'),
    visitor: text('visitor').notNull(),
    ...scopeColumns,
    fileCount: integer('file_count').notNull(),
    sizeBytes: bytes('size_bytes').notNull(),
    ip: text('ip').notNull(),
    program: text('program').notNull(),
    device: text('device').$type<DeviceType>().notNull().default('computer'),
    /** What was downloaded, by name: one kind, or several in one zip. */
    fileKind: text('file_kind').$type<FileKind>().notNull().default('other'),
    /** ISO 3166, null where unknown. */
    countryCode: text('country_code'),
    /** In English, as the data has it; empty where unknown. */
    city: text('city').notNull().default(''),
    at: at('at').notNull(),
    /** The notice that told the sender. */
    noticeId: uuid('notice_id'),
    /** It is in the counts of analytics. */
    isCounted: boolean('is_counted').notNull().default(false),
  },
  (t) => [
    index().on(t.transferId, t.at),
    index().on(t.ownerId, t.at),
    index('download_events_recipient_index').on(t.recipientId).where(sql`recipient_id is not null`),
    index('download_events_uncounted_index').on(t.ownerId, t.at).where(sql`not is_counted`),
    check('download_events_one_scope', isOneScope),
  ],
)

/** Where downloads of a transfer came from, added up with each: its page tells it without going through all that there were. */
export const downloadPlaces = pgTable(
  'download_places',
  {
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    /** The place, as events have it; empty where it is unknown. */
    countryCode: text('country_code').notNull(),
    city: text('city').notNull(),
    downloads: integer('downloads').notNull(),
  },
  (t) => [primaryKey({ columns: [t.transferId, t.countryCode, t.city] })],
)

export const downloadNotices = pgTable(
  'download_notices',
  {
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    visitor: text('visitor').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    sentAt: at('sent_at'),
    /** Waits for the daily mail of this account, and then the mail that has it. */
    digestFor: uuid('digest_for'),
    digestId: uuid('digest_id'),
  },
  (t) => [
    index().on(t.transferId, t.visitor, t.createdAt),
    index('download_notices_digest_index').on(t.digestFor, t.digestId).where(sql`digest_for is not null`),
  ],
)
