/** File requests as whoever asks has them (R1, R3, R5). Everything is the caller's own. */
import * as z from 'zod/mini'
import { graceSecondsDefault, pageRows, requestLimits, searchMaxChars, titleMaxChars } from '../limits.ts'
import { fieldRules, requestFilters, requestMarks, requestStates } from '../states.ts'
import {
  acceptedTypes,
  byteCount,
  email,
  id,
  language,
  mailErrors,
  message,
  milliseconds,
  name,
  newPassword,
  ok,
  slug,
  textUpTo,
  wholeNumber,
} from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { counts, supplier } from './request-grid.ts'
import { defineRoute } from './route.ts'
import { shareWith } from './transfers.ts'

const params = z.object({ slug })
const errors = ['invalidInput', 'signedOut', 'notYours'] as const
const count = (max: number) => z.nullable(z.int('invalid').check(z.minimum(1, 'tooSmall'), z.maximum(max, 'tooLarge')))
const fieldRule = z.enum(fieldRules)
const title = textUpTo(titleMaxChars)
export const shortName = z.pipe(textUpTo(titleMaxChars), z.string().check(z.minLength(1, 'required')))

/** As a template keeps it: without its example, whose bytes are of one request and its copies. */
const documentKept = z.object({
  _id: z.optional(id),
  name: shortName,
  note: z._default(textUpTo(requestLimits.noteChars), ''),
  accept: z._default(acceptedTypes, []),
  isRequired: z._default(z.boolean(), true),
})
/** A document that is asked for by name; one with an `_id` is that of before. */
const documentAsked = z.extend(documentKept, {
  /** Of an upload `forExample` that is whole: its file is shown to suppliers. Null: none any more; left out: that of before. */
  exampleUploadId: z.optional(z.nullable(id)),
})
const documentsKept = z.array(documentKept).check(z.maxLength(requestLimits.documents, 'tooLong'))
const documentsAsked = z.array(documentAsked).check(z.maxLength(requestLimits.documents, 'tooLong'))
const exampleErrors = ['uploadNotFound', 'uploadChecking', 'transferUploading'] as const
const remindDays = z
  .array(
    z.int('invalid').check(z.minimum(-requestLimits.remindDays, 'tooSmall'), z.maximum(requestLimits.remindDays, 'tooLarge')),
  )
  .check(z.maxLength(requestLimits.reminders, 'tooLong'))
const graceSeconds = z.int('invalid').check(z.minimum(0, 'tooSmall'), z.maximum(requestLimits.graceSecondsMax, 'tooLarge'))
const expirySeconds = z.int('invalid').check(z.minimum(1, 'tooSmall'))
const recipient = z.object({ email, name: z.optional(name), company: z.optional(name) })
export const askedPeople = z.array(recipient).check(z.maxLength(10_000, 'tooLong'))

/** What is asked, and within which limits: what a template keeps too. */
const asked = {
  title: z._default(title, ''),
  message: z._default(message, ''),
  documents: z._default(documentsKept, []),
  /** Beside its documents, or without any, files of any other name. */
  takesOtherFiles: z._default(z.boolean(), true),
  accept: z._default(acceptedTypes, []),
  maxFileBytes: z._default(z.nullable(byteCount.check(z.minimum(1, 'tooSmall'))), null),
  /** Of one submission. */
  maxFiles: z._default(count(requestLimits.filesMax), null),
  maxSubmissions: z._default(count(requestLimits.submissionsMax), null),
  nameField: z._default(fieldRule, 'optional'),
  emailField: z._default(fieldRule, 'required'),
  /** Suppliers see the names of what others have sent. */
  showsFiles: z._default(z.boolean(), false),
  /** Days from the due date at which whoever is missing something is reminded, while files are taken; none reminds nobody. */
  remindDays: z._default(remindDays, [-3, 0, 3]),
  /** So long after its due date it takes late files. */
  graceSeconds: z._default(graceSeconds, graceSecondsDefault),
}
export const template = z.object(asked)
export type RequestTemplate = z.output<typeof template>

const document = z.object({
  _id: id,
  name: z.string(),
  note: z.string(),
  accept: z.array(z.string()),
  isRequired: z.boolean(),
  /** A file that shows what is meant. */
  example: z.optional(
    z.nullable(z.object({ name: z.string(), size: byteCount, warning: z.nullable(z.enum(['infected', 'notScanned'])) })),
  ),
})
export type RequestDocument = z.output<typeof document>

/** `status` is what a visitor would meet. */
const summary = z.object({
  _id: id,
  /** Who of the team asks. */
  authorId: z.optional(z.nullable(id)),
  /** With whom of the team: people by their ids, or `team` for everybody. */
  shareWith: z.optional(z.array(z.string())),
  slug,
  title: z.string(),
  state: z.enum(requestStates),
  status: z.enum(['open', 'closed', 'full', 'expired', 'takenDown']),
  sendAs: z.enum(['email', 'link']),
  createdAt: milliseconds,
  dueAt: z.nullable(milliseconds),
  /** When its link ends; null: never. */
  expiryDate: z.nullable(milliseconds),
  supplierCount: z.int(),
  /** Of what is required of its suppliers so much is there: received or accepted. */
  receivedCount: z.int(),
  expectedCount: z.int(),
  /** Files that are on their way now: something came of them a moment ago. */
  uploadingCount: z.int(),
  /** Files that were begun and are not whole, those that have stopped too. */
  begunCount: z.int(),
  submissionCount: z.int(),
  /** Received files that nobody has accepted or sent back. */
  toReviewCount: z.int(),
  latestAt: z.nullable(milliseconds),
})
export type RequestSummary = z.output<typeof summary>

export const requestDetail = z.object({
  request: z.extend(summary, {
    message: z.string(),
    language,
    /** Null where each has a link of their own. */
    linkUrl: z.nullable(z.string()),
    hasPassword: z.boolean(),
    graceSeconds: z.int(),
    takesOtherFiles: z.boolean(),
    accept: z.array(z.string()),
    maxFileBytes: z.nullable(byteCount),
    maxFiles: z.nullable(z.int()),
    maxSubmissions: z.nullable(z.int()),
    nameField: fieldRule,
    emailField: fieldRule,
    showsFiles: z.boolean(),
    remindDays: z.array(z.int()),
    notifyOnUpload: z.boolean(),
    notifyEmail: z.nullable(z.string()),
    /** Whether its reader has confirmed it; until then notices go to the account's own address. Null: that is where they go anyway. */
    notifyEmailState: z.nullable(z.enum(['waiting', 'proven'])),
  }),
  documents: z.array(document),
  /** The first of them; `listSuppliers` has the others. */
  suppliers: z.array(supplier),
  counts,
})
export type RequestDetail = z.output<typeof requestDetail>

const ofAccount = { who: 'user', scope: 'requests' } as const
export const createRequest = defineRoute({
  method: 'POST',
  path: '/api/requests',
  ...ofAccount,
  status: 201,
  summary: 'Ask others for files, by mail or by a link',
  headers: idempotencyKey,
  body: z.object({
    ...asked,
    documents: z._default(documentsAsked, []),
    sendAs: z._default(z.enum(['email', 'link']), 'link'),
    emailTo: z._default(askedPeople, []),
    dueAt: z._default(z.nullable(milliseconds), null),
    expirySeconds: z.optional(expirySeconds),
    password: z.optional(z.nullable(newPassword)),
    /** Where notices go; the account's own address where it is not given. */
    notifyEmail: z._default(z.nullable(email), null),
    notifyOnUpload: z.optional(z.boolean()),
    language: z.optional(language),
    /** With whom of the team: people by their ids, or `team` for everybody. */
    shareWith: z.optional(shareWith),
    /** The same again asks nobody anew; without it the call's Idempotency-Key counts. */
    requestKey: z.optional(textUpTo(200)),
  }),
  reply: requestDetail,
  errors: [
    ...errors,
    'accountSuspended',
    'planUnpaid',
    'requestsUsedUp',
    'tooManyAsked',
    'expiryNotAllowed',
    'storageFull',
    ...exampleErrors,
    ...mailErrors,
  ],
})

/** The specification's own call (H1): `userid` is the caller's. */
export const listRequests = defineRoute({
  method: 'GET',
  path: '/requests',
  ...ofAccount,
  summary: 'The caller’s file requests, newest first',
  query: z.object({
    userid: z.optional(z.string().check(z.maxLength(200, 'tooLong'))),
    filter: z._default(z.enum(requestFilters), 'all'),
    /** Those alone of which all of these are true, with commas between. */
    only: z.optional(
      z.pipe(
        z.pipe(
          z.string().check(z.maxLength(100, 'tooLong')),
          z.transform((text) => text.split(',')),
        ),
        z.array(z.enum(requestMarks)),
      ),
    ),
    search: z.optional(textUpTo(searchMaxChars)),
    skip: z._default(wholeNumber(0, 1_000_000), 0),
    limit: z._default(wholeNumber(1, pageRows.max), pageRows.first),
  }),
  reply: z.object({ requests: z.array(summary), matchCount: z.int(), sharedCount: z.optional(z.int()) }),
  errors,
})

export const readFileRequest = defineRoute({
  method: 'GET',
  path: '/api/requests/:slug',
  ...ofAccount,
  summary: 'One of the caller’s file requests, supplier by document',
  params,
  reply: requestDetail,
  errors,
})

/** What is given takes the place of what was there. */
export const changeRequest = defineRoute({
  method: 'PATCH',
  path: '/api/requests/:slug',
  ...ofAccount,
  summary: 'Change, close, reopen or extend a file request; its link stays',
  params,
  body: z.object({
    state: z.optional(z.enum(requestStates)),
    title: z.optional(title),
    message: z.optional(message),
    /** Documents that are left out go, unless something was received for them. */
    documents: z.optional(documentsAsked),
    takesOtherFiles: z.optional(z.boolean()),
    accept: z.optional(acceptedTypes),
    maxFileBytes: z.optional(z.nullable(byteCount.check(z.minimum(1, 'tooSmall')))),
    maxFiles: z.optional(count(requestLimits.filesMax)),
    maxSubmissions: z.optional(count(requestLimits.submissionsMax)),
    nameField: z.optional(fieldRule),
    emailField: z.optional(fieldRule),
    showsFiles: z.optional(z.boolean()),
    remindDays: z.optional(remindDays),
    dueAt: z.optional(z.nullable(milliseconds)),
    graceSeconds: z.optional(graceSeconds),
    /** From now on. */
    expirySeconds: z.optional(expirySeconds),
    password: z.optional(z.nullable(newPassword)),
    notifyEmail: z.optional(z.nullable(email)),
    notifyOnUpload: z.optional(z.boolean()),
    /** As when it was made; nobody, where it is empty. */
    shareWith: z.optional(shareWith),
  }),
  reply: requestDetail,
  errors: [...errors, 'accountSuspended', 'expiryNotAllowed', 'rateLimited', 'requestTakenDown', ...exampleErrors],
})

export const duplicateRequest = defineRoute({
  method: 'POST',
  path: '/api/requests/:slug/copy',
  ...ofAccount,
  status: 201,
  summary: 'A new request that asks the same, of nobody yet',
  headers: idempotencyKey,
  params,
  reply: requestDetail,
  errors: [...errors, 'accountSuspended', 'planUnpaid', 'requestsUsedUp', 'requestTakenDown'],
})

/** With everything that was received. Its bytes and quota go when it cannot be brought back any more (T11). */
export const deleteRequest = defineRoute({
  method: 'DELETE',
  path: '/api/requests/:slug',
  ...ofAccount,
  summary: 'Delete a file request and what was received by it',
  params,
  reply: ok,
  errors,
})

/** With what was deleted together with it. */
export const restoreRequest = defineRoute({
  method: 'POST',
  path: '/api/requests/:slug/restore',
  ...ofAccount,
  summary: 'Bring a file request back that was deleted',
  params,
  reply: ok,
  errors: [...errors, 'restoreTooLate'],
})
