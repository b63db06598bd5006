/** Transfers and their recipients. */
import type { Language } from '@sampan/contract/paths'
import type { MailState, TransferState } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, bytea, bytes, id } from './columns.ts'
import { files } from './content.ts'
import { owners } from './owners.ts'
import { uploads } from './uploads.ts'

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
    /** The account that sent it; null for a guest. */
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Accounts of the owner's team that may look at it (M2); or all of them. */
    sharedWith: uuid('shared_with').array().notNull().default([]),
    isSharedWithTeam: boolean('is_shared_with_team').notNull().default(false),
    state: text('state').$type<TransferState>().notNull(),
    sendAs: text('send_as').$type<'email' | 'link'>().notNull(),
    senderEmail: text('sender_email').notNull(),
    senderName: text('sender_name'),
    company: text('company'),
    message: text('message').notNull(),
    language: text('language').$type<Language>().notNull(),
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
    /** So many of them are none to the limit: what visits that it had counted already took besides. */
    freeDownloads: integer('free_downloads').notNull().default(0),
    notifyOnDownload: boolean('notify_on_download').notNull().default(true),
    /** The bare slug of an e-mail transfer opens only after its sender copied the link. */
    isLinkOpen: boolean('is_link_open').notNull().default(false),
    /** What its sender calls it; empty: the first file's name says it (T9). */
    title: text('title').notNull().default(''),
    /** Only the recipients' personal links open it, the bare one never (D6). */
    isRestricted: boolean('is_restricted').notNull().default(false),
    /** Counts what happened to its files: the first set is 1 (T9). */
    version: integer('version').notNull().default(1),
    /** Its sender was told that it ends soon and nobody has downloaded (X4). */
    expiryToldAt: at('expiry_told_at'),
    /** Set by the operator's taking it down, with the state that lifting this brings back (D7). */
    takenDownFrom: text('taken_down_from').$type<TransferState>(),
    /** Set by its sender's deletion, with the state that a restore brings back. */
    deletedAt: at('deleted_at'),
    deletedFrom: text('deleted_from').$type<TransferState>(),
    /** Until when it can be brought back (T11), by what its owner's plan was then. */
    restorableUntil: at('restorable_until'),
    /** Of the file request that its files were sent to; null for what was sent (R4). */
    requestSlug: text('request_slug'),
  },
  (t) => [
    index().on(t.ownerId, t.sentAt),
    // The other orders of a long list, but that by downloads: an index would make counting one dearer.
    index('transfers_by_name_index').on(t.ownerId, sql`lower(coalesce(nullif(${t.title}, ''), ${t.fileName}))`),
    index().on(t.ownerId, t.totalBytes),
    index().on(t.ownerId, t.expiresAt),
    // What the purge looks for, which is never all that there has been.
    index('transfers_to_expire_index').on(t.expiresAt).where(sql`state <> 'deleted'`),
    index('transfers_uploading_index').on(t.uploadId).where(sql`state = 'uploading'`),
    // Names that are left of ended ones; an empty name tells that they are gone.
    index('transfers_to_forget_index').on(t.expiresAt).where(sql`state = 'deleted' and deleted_from is null and file_name <> ''`),
    index('transfers_to_erase_index')
      .on(sql`coalesce(${t.restorableUntil}, ${t.deletedAt})`)
      .where(sql`deleted_from is not null`),
    index('transfers_bin_index').on(t.ownerId, t.deletedAt).where(sql`deleted_from is not null`),
  ],
)

export const transferFiles = pgTable(
  'transfer_files',
  {
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    /** Never used twice in one transfer. */
    position: integer('position').notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    /** The transfer's versions that have it: from this one on, and before that one; null: the newest has it. */
    fromVersion: integer('from_version').notNull().default(1),
    beforeVersion: integer('before_version'),
    /** Among the other files, where that is not its position: one that took another's place stands there. */
    place: integer('place'),
  },
  (t) => [
    primaryKey({ columns: [t.transferId, t.position] }),
    index().on(t.fileId),
    // Of a long history a link reads the newest files alone.
    index('transfer_files_newest_index').on(t.transferId, t.position).where(sql`before_version is null`),
  ],
)

export type FileChange = { path: string; size: number; before?: { path: string; size: number } }
/** Of each kind the first are listed. */
export type FileChanges = Record<'added' | 'replaced' | 'removed', { count: number; files: FileChange[] }>

/** What happened to a transfer's files (T9); the first version has a row from the second on. */
export const transferVersions = pgTable(
  'transfer_versions',
  {
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    at: at('at').notNull(),
    /** The earlier version whose files were restored. */
    restoredVersion: integer('restored_version'),
    /** Brought its new files; a repeated call finds by it what the first one made. */
    uploadId: uuid('upload_id'),
    changes: jsonb('changes').$type<FileChanges>().notNull(),
    fileCount: integer('file_count').notNull(),
    totalBytes: bytes('total_bytes').notNull(),
    /** With empty folders: fewer that are still held tell that some were freed. */
    entryCount: integer('entry_count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.transferId, t.version] }), unique().on(t.uploadId)],
)

export const recipients = pgTable(
  'recipients',
  {
    id: id(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    /** They are told in the order in which their sender named them. */
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    email: text('email').notNull(),
    name: text('name'),
    company: text('company'),
    /** Of their mails; null: the transfer's. */
    language: text('language').$type<Language>(),
    /** SHA-256 of the token in the personal link; the token itself is derived, never stored. */
    tokenHash: bytea('token_hash').notNull(),
    mailState: text('mail_state').$type<MailState>().notNull().default('queued'),
    mailReason: text('mail_reason'),
    /** The mailbox, as a hash, whose next joined mail it waits for. */
    waitingMailbox: text('waiting_mailbox'),
    mailedAt: at('mailed_at'),
    remindedAt: at('reminded_at'),
    openedAt: at('opened_at'),
    downloadedAt: at('downloaded_at'),
  },
  // By address: what was sent to a contact.
  (t) => [
    unique().on(t.transferId, t.email),
    unique().on(t.tokenHash),
    index().on(t.email),
    index('recipients_bounced_index').on(t.mailedAt).where(sql`mail_state = 'bounced'`),
    index('recipients_waiting_index').on(t.waitingMailbox).where(sql`waiting_mailbox is not null`),
  ],
)

/**
 * Personal links of transfers that have ended: whoever holds one may know that it was there (D6). Hashes of random tokens, which name nobody.
 */
export const endedLinks = pgTable(
  'ended_links',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
  },
  (t) => [index().on(t.transferId)],
)

/** What a search looks through: message, recipients and paths, a line each, in lower case. Goes when the files go. */
export const transferTexts = pgTable(
  'transfer_texts',
  {
    transferId: uuid('transfer_id')
      .primaryKey()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    /** As its transfer's: the texts of one owner are read in a row instead of one by one. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id),
    text: text('text').notNull(),
  },
  (t) => [index().on(t.ownerId)],
)

export const selections = pgTable(
  'selections',
  {
    id: text('id').primaryKey(),
    transferId: uuid('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    /** Who chose them; null: somebody who has the link alone. */
    recipientId: uuid('recipient_id'),
    fileIds: uuid('file_ids').array().notNull(),
    /** When they were chosen last. */
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index().on(t.transferId, t.createdAt)],
)
