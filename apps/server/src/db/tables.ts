/** Every table. Sizes are bytes, times are timestamptz, states are words of the contract's states.ts. */
import type { MailState, TransferState, UploadState } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const int8multirange = customType<{ data: string }>({ dataType: () => 'int8multirange' })
const bytes = (name: string) => bigint(name, { mode: 'number' })
const at = (name: string) => timestamp(name, { withTimezone: true })
const id = () => uuid('id').primaryKey().defaultRandom()

/** Single values of the installation, such as the key canary. */
export const installation = pgTable('installation', { name: text('name').primaryKey(), value: bytea('value').notNull() })

/** Whose root and limits: a browser before an address is verified, an anonymous address, later an account. */
export const owners = pgTable(
  'owners',
  {
    id: id(),
    kind: text('kind').$type<'browser' | 'address' | 'user'>().notNull(),
    /** Hash of the browser id, the address, or the account's id. */
    key: text('key').notNull(),
    role: text('role').notNull(),
    usedBytes: bytes('used_bytes').notNull().default(0),
    reservedBytes: bytes('reserved_bytes').notNull().default(0),
    isSuspended: boolean('is_suspended').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.kind, t.key), check('owners_not_negative', sql`${t.usedBytes} >= 0 and ${t.reservedBytes} >= 0`)],
)

/** Transfers sent in a month ("2026-11", UTC). */
export const monthCounts = pgTable(
  'month_counts',
  {
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id),
    month: text('month').notNull(),
    transfers: integer('transfers').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.month] })],
)

/** Every slug ever given: none is used twice. */
export const slugs = pgTable('slugs', { slug: text('slug').primaryKey(), createdAt: at('created_at').notNull().defaultNow() })

export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id),
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

/** Attempts that count: they never overlap within a blob. */
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

/** A path with (blob, offset, size). An empty folder ends in "/". */
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

export const transfers = pgTable(
  'transfers',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    uploadId: uuid('upload_id')
      .notNull()
      .unique()
      .references(() => uploads.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id),
    state: text('state').$type<TransferState>().notNull(),
    sendAs: text('send_as').$type<'email' | 'link'>().notNull(),
    senderEmail: text('sender_email').notNull(),
    senderName: text('sender_name'),
    company: text('company'),
    message: text('message').notNull(),
    language: text('language').$type<'en' | 'zh'>().notNull(),
    /** Base name of the first file. */
    fileName: text('file_name').notNull(),
    fileCount: integer('file_count').notNull(),
    totalBytes: bytes('total_bytes').notNull(),
    expirySeconds: bytes('expiry_seconds').notNull(),
    sentAt: at('sent_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    passwordHash: text('password_hash'),
    downloadLimit: integer('download_limit'),
    downloadCount: integer('download_count').notNull().default(0),
    notifyOnDownload: boolean('notify_on_download').notNull().default(true),
    /** The bare slug of an e-mail transfer opens only after its sender copied the link. */
    isLinkOpen: boolean('is_link_open').notNull().default(false),
  },
  (t) => [index().on(t.ownerId, t.sentAt), index().on(t.expiresAt)],
)

/** What a transfer holds: forwarding adds rows, never bytes. */
export const transferFiles = pgTable(
  'transfer_files',
  {
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (t) => [primaryKey({ columns: [t.transferId, t.position] }), index().on(t.fileId)],
)

export const recipients = pgTable(
  'recipients',
  {
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    name: text('name'),
    /** SHA-256 of the token in the personal link; the token itself is derived, never stored. */
    tokenHash: bytea('token_hash').notNull(),
    mailState: text('mail_state').$type<MailState>().notNull().default('queued'),
    mailReason: text('mail_reason'),
    mailedAt: at('mailed_at'),
    openedAt: at('opened_at'),
    downloadedAt: at('downloaded_at'),
  },
  (t) => [unique().on(t.transferId, t.email), unique().on(t.tokenHash)],
)

/** Chosen files under a short id, for zips whose list would not fit an address. */
export const selections = pgTable('selections', {
  id: text('id').primaryKey(),
  transferId: uuid('transfer_id')
    .notNull()
    .references(() => transfers.id, { onDelete: 'cascade' }),
  fileIds: uuid('file_ids').array().notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
})

export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    email: text('email').notNull(),
    purpose: text('purpose').notNull(),
    browserHash: text('browser_hash').notNull(),
    codeHash: bytea('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index().on(t.email, t.purpose, t.browserHash)],
)

export const verifiedAddresses = pgTable(
  'verified_addresses',
  { browserHash: text('browser_hash').notNull(), email: text('email').notNull(), verifiedAt: at('verified_at').notNull() },
  (t) => [primaryKey({ columns: [t.browserHash, t.email] })],
)

export const rateHits = pgTable(
  'rate_hits',
  {
    rule: text('rule').notNull(),
    key: text('key').notNull(),
    hitAt: at('hit_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index().on(t.rule, t.key, t.hitAt), index().on(t.expiresAt)],
)

/** One download under way: what of it has left, over however many ranges and connections. */
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
    /** "file:<id>", "zip" or "zip:<selection>". */
    scope: text('scope').notNull(),
    sizeBytes: bytes('size_bytes').notNull(),
    coverage: int8multirange('coverage').notNull().default('{}'),
    startedAt: at('started_at').notNull().defaultNow(),
    /** Holds one of a limited link's downloads until then. */
    leaseUntil: at('lease_until').notNull(),
    completedAt: at('completed_at'),
  },
  (t) => [index().on(t.transferId, t.visitor, t.scope)],
)

export const downloadEvents = pgTable(
  'download_events',
  {
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id').notNull().unique(),
    recipientId: uuid('recipient_id'),
    visitor: text('visitor').notNull(),
    scope: text('scope').notNull(),
    fileCount: integer('file_count').notNull(),
    sizeBytes: bytes('size_bytes').notNull(),
    ip: text('ip').notNull(),
    program: text('program').notNull(),
    at: at('at').notNull(),
    /** The notice that told the sender. */
    noticeId: uuid('notice_id'),
  },
  (t) => [index().on(t.transferId, t.at)],
)

/** One mail to the sender per visitor and visit. */
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
  },
  (t) => [index().on(t.transferId, t.visitor, t.createdAt)],
)
