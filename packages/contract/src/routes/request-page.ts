/** A file request as whoever is asked meets it, without an account (R2). What one supplier sends no other sees, unless the request says so. */
import * as z from 'zod/mini'
import { messageMaxChars, requestLimits } from '../limits.ts'
import { fitsMessage } from '../rules/message.ts'
import { decisions, fieldRules, requestPageStates, slotStates } from '../states.ts'
import { brandShown } from './branding.ts'
import { report } from './extension.ts'
import { byteCount, email, id, language, milliseconds, name, recorded, slug, textUpTo } from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { defineRoute } from './route.ts'
import { requestRefusals } from './uploads.ts'

const params = z.object({ slug })
// A malformed token is a wrong one: it must look like any other, not like a bad request.
const token = z.optional(
  z.pipe(
    z.string().check(z.maxLength(600, 'tooLong')),
    z.transform((text) => text.replace(/[^0-9A-Za-z]/g, '_')),
  ),
)
const query = z.object({ user: token })
const errors = ['invalidInput', ...requestRefusals, 'passwordRequired', 'rateLimited'] as const

const sentFile = z.object({
  path: z.string(),
  size: byteCount,
  sentAt: milliseconds,
  fileId: z.optional(id),
  /** What whoever asks has decided; as long as that is nothing, it can be taken back. */
  decision: z.optional(z.enum(decisions)),
  /** A later one has taken its place. */
  isReplaced: z.optional(z.boolean()),
})
export type SentFileView = z.output<typeof sentFile>
const slot = z.object({
  _id: id,
  name: z.string(),
  note: z.string(),
  accept: z.array(z.string()),
  isRequired: z.boolean(),
  /** Of whoever asks. */
  state: z.enum(slotStates),
  /** Whether files for it are taken from whoever asks: a request that takes nothing more takes what it has sent back. */
  isOpen: z.boolean(),
  /** Why it was sent back, where it was. */
  reason: z.string(),
  /** A file of whoever asks that shows what is meant; not to be had where a scanner keeps it back. */
  example: z.optional(z.nullable(z.object({ name: z.string(), size: byteCount, isBlocked: z.boolean() }))),
  files: z.array(sentFile),
})
export type PageSlot = z.output<typeof slot>

/** In every state but `open` only what that state may tell is filled. */
export const requestView = z.object({
  state: z.enum(requestPageStates),
  slug,
  requester: z.nullable(
    z.object({
      name: z.string(),
      company: z.string(),
      email: z.string(),
      /** Empty where there is none. */
      profilePic: z.string(),
      logoPic: z.string(),
    }),
  ),
  /** What whoever asks has made of the page; where nobody is told, there is none. */
  brand: z.optional(brandShown),
  title: z.string(),
  message: z.string(),
  dueAt: z.nullable(milliseconds),
  /** Past its due date, and still taken. */
  isLate: z.boolean(),
  /** When nothing is taken any more; null: nobody has said. */
  endsAt: z.nullable(milliseconds),
  documents: z.array(slot),
  takesOtherFiles: z.boolean(),
  accept: z.array(z.string()),
  maxFileBytes: z.nullable(byteCount),
  /** Of one submission, all its files together. */
  maxTotalBytes: byteCount,
  maxFiles: z.int(),
  submissionsLeft: z.nullable(z.int()),
  nameField: z.enum(fieldRules),
  emailField: z.enum(fieldRules),
  /** Whom the personal link names. */
  me: z.nullable(z.object({ email: z.string(), name: z.string() })),
  /** What came from here before and belongs to no document. */
  otherFiles: z.array(sentFile),
  /** The newest that others have sent, where the request shows it; and how many there are. */
  filesOfOthers: z.array(z.object({ path: z.string(), size: byteCount })),
  filesOfOthersCount: z.int(),
  comments: z.array(
    z.object({
      by: z.enum(['requester', 'supplier']),
      text: z.string(),
      at: milliseconds,
      /** Nothing that was said: the file that is called so was taken back. */
      isWithdrawal: z.optional(z.boolean()),
    }),
  ),
})
export type RequestView = z.output<typeof requestView>

export const readRequestPage = defineRoute({
  method: 'GET',
  path: '/api/r/:slug',
  who: 'browser',
  scope: 'send',
  summary: 'What a file request asks of its reader; its status is that of the state',
  credential: 'unlock',
  alsoStatus: [401, 403, 404, 409, 410, 451],
  params,
  query,
  reply: requestView,
  errors,
})
export const downloadExample = defineRoute({
  method: 'GET',
  path: '/api/r/:slug/documents/:documentId/example',
  who: 'browser',
  scope: 'send',
  summary: 'The file that shows what a document of an open file request is meant to be, with Range and HEAD',
  credential: 'unlock',
  mediaTypes: ['application/octet-stream'],
  hasRanges: true,
  params: z.extend(params, { documentId: id }),
  query,
  reply: 'bytes',
  errors: [...errors, 'fileLost', 'fileUnreadable', 'fileInfected', 'fileNotScanned'],
})

export const unlockRequest = defineRoute({
  method: 'POST',
  path: '/api/r/:slug/unlock',
  who: 'browser',
  scope: 'send',
  summary: 'Open a file request with its password',
  params,
  query,
  body: z.object({ password: z.string().check(z.maxLength(1000, 'tooLong')) }),
  reply: requestView,
  errors: [...errors, 'passwordWrong'],
})

/** As long as a comment; by its signs, of which each may be several characters, as any message. */
const words = z.pipe(
  textUpTo(messageMaxChars * 8),
  z.string().check(z.refine((text) => text.length <= requestLimits.commentChars || fitsMessage(text), 'tooLong')),
)

/** The files are those of an upload that was begun with a ticket of the request. */
export const submitFiles = defineRoute({
  method: 'POST',
  path: '/api/r/:slug/submissions',
  who: 'browser',
  scope: 'send',
  summary: 'Submit an upload to a file request, once, whatever is retried',
  credential: 'unlock',
  params,
  query,
  body: z.object({
    /** Of the upload. */
    uploadId: id,
    name: z._default(name, ''),
    email: z._default(z.union([z.literal(''), email]), ''),
    message: z._default(words, ''),
    /** Which files are which document; the others belong to none. */
    documents: z._default(
      z
        .array(z.object({ documentId: id, fileIds: z.array(id).check(z.maxLength(10_000, 'tooLong')) }))
        .check(z.maxLength(requestLimits.documents, 'tooLong')),
      [],
    ),
    language: z.optional(language),
    ...recorded,
  }),
  reply: z.object({
    submissionId: id,
    state: z.enum(['uploading', 'received']),
    fileCount: z.int(),
    totalBytes: byteCount,
    /** Where the receipt goes; null: nobody has said. */
    receiptTo: z.nullable(z.string()),
  }),
  errors: [
    ...errors,
    'uploadNotFound',
    'uploadClosed',
    'noFiles',
    'fileTypeRefused',
    'tooManyForRequest',
    'onlyDocumentsSentBack',
    'onlyFilesSentBack',
  ],
})
export const readSubmission = defineRoute({
  method: 'GET',
  path: '/api/r/:slug/submissions/:submissionId',
  who: 'browser',
  scope: 'send',
  summary: 'Whether a submission is received whole',
  params: z.object({ slug, submissionId: id }),
  query,
  reply: z.object({ state: z.enum(['uploading', 'received']) }),
  errors,
})
/** Whatever the request has become since; repeated it changes nothing more. */
export const withdrawFile = defineRoute({
  method: 'DELETE',
  path: '/api/r/:slug/files/:fileId',
  who: 'browser',
  scope: 'send',
  summary: 'Take back a file that was sent and is not accepted or sent back yet',
  credential: 'unlock',
  params: z.object({ slug, fileId: id }),
  query,
  reply: requestView,
  errors: [...errors, 'notYours', 'alreadyDecided', 'transferUploading', 'transferTakenDown'],
})
export const commentRequest = defineRoute({
  method: 'POST',
  path: '/api/r/:slug/comments',
  who: 'browser',
  scope: 'send',
  status: 201,
  summary: 'Write to whoever asks',
  headers: idempotencyKey,
  credential: 'unlock',
  params,
  query,
  body: z.object({ text: z.pipe(textUpTo(requestLimits.commentChars), z.string().check(z.minLength(1, 'required'))) }),
  reply: z.object({ by: z.literal('supplier'), text: z.string(), at: milliseconds }),
  errors,
})

/** In every state of a request's page. */
export const reportRequest = defineRoute({
  method: 'POST',
  path: '/api/r/:slug/reports',
  who: 'link',
  form: true,
  summary: 'Tell the operator that a file request should not be there',
  params,
  query,
  body: report,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['invalidInput', 'requestUnknown', 'rateLimited'],
})
