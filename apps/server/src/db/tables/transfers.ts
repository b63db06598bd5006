/** Transfers and their recipients. */
import type { MailState, TransferState } from '@sampan/contract/states'
import { boolean, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, bytea, bytes, id } from './columns.ts'
import { owners } from './owners.ts'
import { files, uploads } from './uploads.ts'

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
    /** The account that sent it; null for a visitor. */
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
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
    /** Set by its sender's deletion, with the state that a restore brings back. */
    deletedAt: at('deleted_at'),
    deletedFrom: text('deleted_from').$type<TransferState>(),
  },
  (t) => [index().on(t.ownerId, t.sentAt), index().on(t.expiresAt)],
)

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

export const selections = pgTable('selections', {
  id: text('id').primaryKey(),
  transferId: uuid('transfer_id')
    .notNull()
    .references(() => transfers.id, { onDelete: 'cascade' }),
  fileIds: uuid('file_ids').array().notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
})
