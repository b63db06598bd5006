/** File requests: what is asked of whom, and what they have sent. A submission's files are held by a transfer of its own. */

import type { Language } from '@sampan/contract/paths'
import type { RequestTemplate } from '@sampan/contract/routes/requests'
import type { Decision, FieldRule, MailState, ReceiptState, RequestBlock, RequestState } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, bytea, bytes, id } from './columns.ts'
import { files } from './content.ts'
import { owners } from './owners.ts'
import { transfers } from './transfers.ts'
import { uploads } from './uploads.ts'

export const fileRequests = pgTable(
  'file_requests',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id),
    /** The account that asks. */
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Accounts of the owner's team that may look at it and at what has come (M2); or all of them. */
    sharedWith: uuid('shared_with').array().notNull().default([]),
    isSharedWithTeam: boolean('is_shared_with_team').notNull().default(false),
    state: text('state').$type<RequestState>().notNull().default('open'),
    sendAs: text('send_as').$type<'email' | 'link'>().notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    /** The language of its mails. */
    language: text('language').$type<Language>().notNull(),
    takesOtherFiles: boolean('takes_other_files').notNull(),
    accept: text('accept').array().notNull(),
    maxFileBytes: bytes('max_file_bytes'),
    maxFiles: integer('max_files'),
    maxSubmissions: integer('max_submissions'),
    nameField: text('name_field').$type<FieldRule>().notNull(),
    emailField: text('email_field').$type<FieldRule>().notNull(),
    showsFiles: boolean('shows_files').notNull(),
    dueAt: at('due_at'),
    graceSeconds: integer('grace_seconds').notNull(),
    remindDays: integer('remind_days').array().notNull(),
    /** Days of `remindDays` for which reminders went out, or that are over. */
    remindedDays: integer('reminded_days').array().notNull().default([]),
    /** When the next of them is due; null: none is. */
    nextRemindAt: at('next_remind_at'),
    expirySeconds: bytes('expiry_seconds').notNull(),
    expiresAt: at('expires_at').notNull(),
    passwordHash: text('password_hash'),
    notifyOnUpload: boolean('notify_on_upload').notNull(),
    notifyEmail: text('notify_email'),
    /** Its requester was mailed of what had been received by then. */
    announcedAt: at('announced_at'),
    /** How many submissions there are, those that are on their way too: the limit counts by it, under this row's lock. */
    submissionCount: integer('submission_count').notNull().default(0),
    /** How many people were ever asked by name, those who were taken out again too: the plan counts by it, under this row's lock. */
    askedCount: integer('asked_count').notNull().default(0),
    /** The Idempotency-Key of the call that made it. */
    requestKey: text('request_key'),
    createdAt: at('created_at').notNull(),
    closedAt: at('closed_at'),
    /** Set by its requester's deletion, with the time until which it can be brought back (T11). */
    deletedAt: at('deleted_at'),
    restorableUntil: at('restorable_until'),
    /** What the operator has taken down of it; null: nothing. */
    takenDown: text('taken_down').$type<RequestBlock>(),
  },
  (t) => [
    index().on(t.ownerId, t.createdAt),
    uniqueIndex('file_requests_key_index').on(t.authorId, t.requestKey).where(sql`request_key is not null`),
    index('file_requests_remind_index').on(t.nextRemindAt).where(sql`next_remind_at is not null`),
    index('file_requests_erase_index').on(t.restorableUntil).where(sql`deleted_at is not null`),
  ],
)

const requestId = () =>
  uuid('request_id')
    .notNull()
    .references(() => fileRequests.id, { onDelete: 'cascade' })

export const requestDocuments = pgTable(
  'request_documents',
  {
    id: id(),
    requestId: requestId(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    note: text('note').notNull(),
    accept: text('accept').array().notNull(),
    isRequired: boolean('is_required').notNull(),
    /** Brought the file that shows what is meant; the documents of copies share it. */
    exampleUploadId: uuid('example_upload_id').references(() => uploads.id, { onDelete: 'set null' }),
  },
  (t) => [
    index().on(t.requestId),
    index('request_documents_example_index').on(t.exampleUploadId).where(sql`example_upload_id is not null`),
  ],
)

/** Who was asked by name, and each browser that came by the open link. */
export const suppliers = pgTable(
  'suppliers',
  {
    id: id(),
    requestId: requestId(),
    /** They are mailed in the order in which they were named. */
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    /** As it was named, or as they say themselves. */
    email: text('email'),
    name: text('name').notNull().default(''),
    company: text('company').notNull().default(''),
    /** SHA-256 of the token in the personal link, which is derived; null for who came by the open link. */
    tokenHash: bytea('token_hash').unique(),
    /** Of who came by the open link. */
    browserHash: text('browser_hash'),
    mailState: text('mail_state').$type<MailState>(),
    mailReason: text('mail_reason'),
    mailedAt: at('mailed_at'),
    remindedAt: at('reminded_at'),
    openedAt: at('opened_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('suppliers_invited_index').on(t.requestId, t.email).where(sql`token_hash is not null`),
    uniqueIndex('suppliers_browser_index').on(t.requestId, t.browserHash).where(sql`token_hash is null`),
    index('suppliers_bounced_index').on(t.mailedAt).where(sql`mail_state = 'bounced'`),
    index().on(t.requestId, t.seq),
  ],
)

const supplierId = () =>
  uuid('supplier_id')
    .notNull()
    .references(() => suppliers.id, { onDelete: 'cascade' })

export const submissions = pgTable(
  'submissions',
  {
    id: id(),
    requestId: requestId(),
    supplierId: supplierId(),
    /** Holds its files; deleting it deletes them. */
    transferId: uuid('transfer_id')
      .notNull()
      .unique()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    uploadId: uuid('upload_id').notNull().unique(),
    /** The address that was given with it; a stranger's is proven where its code was entered in their browser. */
    email: text('email'),
    isEmailProven: boolean('is_email_proven').notNull().default(false),
    receiptState: text('receipt_state').$type<ReceiptState>().notNull().default('none'),
    /** The submission whose receipt tells of this one too. */
    receiptIn: uuid('receipt_in'),
    message: text('message').notNull(),
    language: text('language').$type<Language>().notNull(),
    createdAt: at('created_at').notNull(),
    /** Null while its files are on their way. */
    receivedAt: at('received_at'),
  },
  (t) => [
    index().on(t.requestId),
    index().on(t.supplierId),
    index('submissions_receipt_index').on(t.receiptIn).where(sql`receipt_state = 'due'`),
  ],
)

/** One file of a submission; the newest of a supplier's document is the one that counts, earlier ones stay. */
export const submittedFiles = pgTable(
  'submitted_files',
  {
    submissionId: uuid('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** Null if the file belongs to no document. */
    documentId: uuid('document_id').references(() => requestDocuments.id, { onDelete: 'set null' }),
    decision: text('decision').$type<Decision>().notNull().default('received'),
    reason: text('reason').notNull().default(''),
    decidedAt: at('decided_at'),
    /** Its bytes are of another type than its name says and the request takes. */
    isOtherType: boolean('is_other_type').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.submissionId, t.fileId] }), index().on(t.fileId), index().on(t.documentId)],
)

export const requestComments = pgTable(
  'request_comments',
  {
    id: id(),
    supplierId: supplierId(),
    by: text('by').$type<'requester' | 'supplier'>().notNull(),
    text: text('text').notNull(),
    at: at('at').notNull(),
    /** A supplier's, of which the requester is not told by mail yet. */
    isUntold: boolean('is_untold').notNull().default(false),
    /** Nothing that was said: the supplier has taken back the file whose name the text is. */
    isWithdrawal: boolean('is_withdrawal').notNull().default(false),
    /** The Idempotency-Key of the call that wrote it. */
    requestKey: text('request_key'),
  },
  (t) => [unique().on(t.supplierId, t.requestKey)],
)

/** Addresses that an account has named for notices of its requests: each gets none before its own reader has said yes (R6). */
export const noticeAddresses = pgTable(
  'notice_addresses',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    createdAt: at('created_at').notNull(),
    provenAt: at('proven_at'),
  },
  (t) => [unique().on(t.userId, t.email)],
)

export const requestTemplates = pgTable(
  'request_templates',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    template: jsonb('template').$type<RequestTemplate>().notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [unique().on(t.userId, t.name)],
)
