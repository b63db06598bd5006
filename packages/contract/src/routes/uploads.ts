/** Storage tickets and uploads (U1 to U8, transfer-engine "Calls"). */
import * as z from 'zod/mini'
import { byteCount, email, id, milliseconds, ok, slug } from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { defineRoute } from './route.ts'

export const filesPerCall = 10_000
const range = z.tuple([byteCount, byteCount])
const newFile = z.object({
  path: z.string().check(z.minLength(1, 'required'), z.maxLength(4096, 'tooLong')),
  size: byteCount,
  lastModified: z.optional(milliseconds),
})
const newFiles = z.array(newFile).check(z.maxLength(filesPerCall, 'tooLong'))

export const plannedBlob = z.object({
  blobId: id,
  size: byteCount,
  partSize: byteCount,
  minPartSize: byteCount,
  via: z.enum(['app', 'store']),
})
export const plannedFile = z.object({
  fileId: id,
  path: z.string(),
  itemPath: z.string(),
  size: byteCount,
  /** null for an empty file or folder: it has no bytes. */
  blobId: z.nullable(id),
  offset: byteCount,
  /** As the client told it, when what was received is asked for: another date is another file. */
  lastModified: z.optional(milliseconds),
})
const plan = z.object({
  uploadId: id,
  slug,
  expiresAt: z.iso.datetime(),
  parallel: z.int(),
  blobs: z.array(plannedBlob),
  files: z.array(plannedFile),
})
export type UploadPlan = z.output<typeof plan>

const uploadParams = z.object({ uploadId: id })
export const ticketErrors = ['invalidInput', 'ticketInvalid', 'uploadNotFound'] as const
/** Something about the files or their sender has to change before they fit. */
export const fitRefusals = [
  'noFiles',
  'invalidPath',
  'duplicatePath',
  'insecureFileType',
  'releaseFile',
  'tooManyFiles',
  'overTransferLimit',
  'storageFull',
  'accountSuspended',
  'planUnpaid',
  'tooMuchUnverified',
  'tooManyOpen',
  'requestBusy',
  'diskFullGuests',
  'diskFullFree',
] as const
/** Of an upload for a file request. */
export const requestRefusals = [
  'requestUnknown',
  'requestClosed',
  'requestExpired',
  'requestFull',
  'requesterStorageFull',
  'requestTakenDown',
] as const
/** What a request does not take. */
const requestFileErrors = ['fileTypeRefused', 'fileTooLarge', 'fileEmpty', 'tooManyForRequest', 'requestTooLarge'] as const
const fitErrors = [...fitRefusals, 'diskFull', 'rateLimited'] as const

export const stsAuth = defineRoute({
  method: 'POST',
  path: '/stsAuth',
  who: 'browser',
  scope: 'send',
  summary: 'A write-only ticket for one root folder and one purpose; the two key fields open nothing',
  body: z.object({
    id: z.string().check(z.minLength(1, 'required'), z.maxLength(200, 'tooLong')),
    type: z.enum(['anonUpload', 'userUpload', 'request', 'teamMember', 'teamUpload']),
    adminId: z.optional(z.string().check(z.maxLength(200, 'tooLong'))),
    /** Of a request: whom the personal link names that was opened. */
    user: z.optional(z.string().check(z.maxLength(200, 'tooLong'))),
  }),
  reply: z.object({
    AccessKeyId: z.string(),
    AccessKeySecret: z.string(),
    SecurityToken: z.string(),
    Expiration: z.iso.datetime(),
  }),
  errors: ['invalidInput', 'signedOut', 'notYours', 'rateLimited', ...requestRefusals, 'passwordRequired'],
})
export const createUpload = defineRoute({
  method: 'POST',
  path: '/api/uploads',
  who: 'ticket',
  status: 201,
  summary: 'Plan an upload and reserve its room',
  headers: idempotencyKey,
  body: z.object({
    files: newFiles,
    connection: z.optional(z.string()),
    sender: z.optional(email),
    /** One file that shows what a document of a file request is meant to be; the document names the upload. */
    forExample: z.optional(z.boolean()),
    /** New files of a transfer that the caller's account has sent; `without`: files that will then no longer be in it. */
    forTransfer: z.optional(z.object({ slug, without: z.optional(z.array(id).check(z.maxLength(filesPerCall, 'tooLong'))) })),
  }),
  reply: plan,
  errors: [
    ...ticketErrors,
    ...fitErrors,
    ...requestRefusals,
    ...requestFileErrors,
    'monthUsedUp',
    'notYours',
    'transferTakenDown',
    'transferUploading',
    'tooManyVersions',
  ],
})
export const readUpload = defineRoute({
  method: 'GET',
  path: '/api/uploads/:uploadId',
  who: 'ticket',
  summary: 'The plan with what has been received',
  params: uploadParams,
  reply: z.extend(plan, {
    state: z.enum(['open', 'complete', 'discarded']),
    received: z.array(z.object({ blobId: id, ranges: z.array(range) })),
  }),
  errors: [...ticketErrors, 'uploadChecking'],
})
export const addFiles = defineRoute({
  method: 'POST',
  path: '/api/uploads/:uploadId/files',
  who: 'ticket',
  status: 201,
  summary: 'Add files to an open upload; its room moves to the sender where that is known by now',
  headers: idempotencyKey,
  params: uploadParams,
  body: z.object({ files: newFiles, sender: z.optional(email) }),
  reply: plan,
  errors: [
    ...ticketErrors,
    ...fitErrors,
    ...requestRefusals,
    ...requestFileErrors,
    'monthUsedUp',
    'uploadClosed',
    'tooMuchWritten',
  ],
})
export const removeFiles = defineRoute({
  method: 'POST',
  path: '/api/uploads/:uploadId/removals',
  who: 'ticket',
  status: 204,
  summary: 'Take files out of an open upload',
  params: uploadParams,
  body: z.object({ fileIds: z.array(id).check(z.maxLength(filesPerCall, 'tooLong')) }),
  reply: 'none',
  errors: [...ticketErrors, 'uploadClosed'],
})
export const removeFile = defineRoute({
  method: 'DELETE',
  path: '/api/uploads/:uploadId/files/:fileId',
  who: 'ticket',
  status: 204,
  summary: 'Take one file out of an open upload',
  params: z.object({ uploadId: id, fileId: id }),
  reply: 'none',
  errors: [...ticketErrors, 'uploadClosed'],
})
/** The newest are listed by name, however many there are. */
export const listedUnfinished = 100
const unfinishedUpload = z.object({
  uploadId: id,
  /** Of the file that was chosen first. */
  firstPath: z.string(),
  fileCount: z.int(),
  size: byteCount,
  receivedBytes: byteCount,
  createdAt: milliseconds,
  expiresAt: milliseconds,
  /** False where it was begun in another browser, as a guest. */
  isResumable: z.boolean(),
  /** The sent transfer that its files are to join. */
  transferSlug: z.nullable(slug),
})
export type UnfinishedUpload = z.output<typeof unfinishedUpload>

export const listUnfinished = defineRoute({
  method: 'GET',
  path: '/api/account/uploads',
  who: 'user',
  scope: 'read',
  summary: 'What was begun and not sent: it takes storage until it is sent, deleted, or its time is over; the newest 100',
  reply: z.object({ uploads: z.array(unfinishedUpload), count: z.int(), bytes: byteCount }),
  errors: ['signedOut'],
})
export const deleteUnfinished = defineRoute({
  method: 'DELETE',
  path: '/api/account/uploads/:uploadId',
  who: 'user',
  scope: 'send',
  summary: 'Delete what was begun and not sent; its storage is free at once',
  params: uploadParams,
  reply: ok,
  errors: ['invalidInput', 'signedOut', 'uploadNotFound', 'uploadClosed'],
})
export const putPart = defineRoute({
  method: 'PUT',
  path: '/api/uploads/:uploadId/blobs/:blobId',
  who: 'ticket',
  status: 204,
  summary: 'One part: raw bytes with Content-Length and X-Part-Crc32 (8 hex digits) at a byte offset of a blob',
  headers: {
    'X-Part-Crc32': { summary: 'CRC-32 of the part in 8 hex digits', pattern: '^[0-9A-Fa-f]{8}$', isRequired: true },
  },
  rawBody: 'application/octet-stream',
  params: z.object({ uploadId: id, blobId: id }),
  query: z.object({ offset: z.coerce.number().check(z.int('invalid'), z.minimum(0, 'tooSmall')) }),
  reply: 'none',
  errors: [
    ...ticketErrors,
    'requestTakenDown',
    'accountSuspended',
    'lengthRequired',
    'partOutOfBounds',
    'partDamaged',
    'partIncomplete',
    'partOverlaps',
    'uploadClosed',
    'tooMuchWritten',
    'uploadChecking',
    'unavailable',
    'diskFull',
  ],
})
export const discardUpload = defineRoute({
  method: 'DELETE',
  path: '/api/uploads/:uploadId',
  who: 'ticket',
  status: 204,
  summary: 'Discard an open upload',
  params: uploadParams,
  reply: 'none',
  errors: [...ticketErrors, 'uploadClosed'],
})
