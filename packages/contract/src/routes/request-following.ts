/** What whoever asked does while files come in (R3): more people, reminders, decisions, comments, downloads. */
import * as z from 'zod/mini'
import { pageRows, requestLimits, searchMaxChars } from '../limits.ts'
import { decisions, supplierFilters } from '../states.ts'
import { id, mailErrors, ok, slug, textUpTo, wholeNumber } from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { requestComment, supplier } from './request-grid.ts'
import { askedPeople, requestDetail } from './requests.ts'
import { defineRoute } from './route.ts'

const params = z.object({ slug })
const errors = ['invalidInput', 'signedOut', 'notYours'] as const

export const addSuppliers = defineRoute({
  method: 'POST',
  path: '/api/requests/:slug/suppliers',
  who: 'user',
  scope: 'requests',
  summary: 'Ask more people; whoever was asked already is not mailed again',
  params,
  body: z.object({ emailTo: askedPeople }),
  reply: requestDetail,
  errors: [...errors, 'accountSuspended', 'planUnpaid', 'tooManyAsked', 'requestClosed', 'requestTakenDown', ...mailErrors],
})

/** In the order in which they were asked or came. */
export const listSuppliers = defineRoute({
  method: 'GET',
  path: '/api/requests/:slug/suppliers',
  who: 'user',
  scope: 'requests',
  summary: 'People of a file request with what they have sent, page by page',
  params,
  query: z.object({
    filter: z._default(z.enum(supplierFilters), 'all'),
    search: z.optional(textUpTo(searchMaxChars)),
    /** Of this one alone. */
    supplierId: z.optional(id),
    skip: z._default(wholeNumber(0, 1_000_000), 0),
    limit: z._default(wholeNumber(1, pageRows.max), requestLimits.suppliersPerPage),
  }),
  reply: z.object({ suppliers: z.array(supplier), matchCount: z.int() }),
  errors,
})

/** Their link ends at once; what they have sent stays. */
export const removeSupplier = defineRoute({
  method: 'DELETE',
  path: '/api/requests/:slug/suppliers/:supplierId',
  who: 'user',
  scope: 'requests',
  summary: 'Ask one person no longer',
  params: z.object({ slug, supplierId: id }),
  reply: ok,
  errors,
})

/** Their storage is free at once; who has a personal link goes on. */
export const discardBegun = defineRoute({
  method: 'DELETE',
  path: '/api/requests/:slug/uploads',
  who: 'user',
  scope: 'requests',
  summary: 'Delete all that strangers have begun to send by the open link and not submitted',
  params,
  reply: z.object({ discarded: z.int() }),
  errors,
})

export const remindSuppliers = defineRoute({
  method: 'POST',
  path: '/api/requests/:slug/reminders',
  who: 'user',
  scope: 'requests',
  summary: 'Remind people who have not sent everything; without a list all of them',
  headers: idempotencyKey,
  params,
  body: z.object({ supplierIds: z.optional(z.array(id).check(z.maxLength(1000, 'tooLong'))) }),
  reply: z.object({ reminded: z.int() }),
  errors: [...errors, 'accountSuspended', 'planUnpaid', 'requestClosed', 'requestExpired', 'requestTakenDown', 'rateLimited'],
})

export const decideFiles = defineRoute({
  method: 'POST',
  path: '/api/requests/:slug/decisions',
  who: 'user',
  scope: 'requests',
  summary: 'Accept or reject received files; a reason is mailed, and a rejected document is asked for again',
  params,
  body: z.object({
    fileIds: z.array(id).check(z.minLength(1, 'required'), z.maxLength(1000, 'tooLong')),
    decision: z.enum(decisions),
    reason: z._default(textUpTo(requestLimits.reasonChars), ''),
  }),
  reply: requestDetail,
  errors: [...errors, 'rateLimited'],
})

export const commentSupplier = defineRoute({
  method: 'POST',
  path: '/api/requests/:slug/suppliers/:supplierId/comments',
  who: 'user',
  scope: 'requests',
  status: 201,
  summary: 'Write to a supplier; they read it behind their link and get a mail',
  headers: idempotencyKey,
  params: z.object({ slug, supplierId: id }),
  body: z.object({ text: z.pipe(textUpTo(requestLimits.commentChars), z.string().check(z.minLength(1, 'required'))) }),
  reply: requestComment,
  errors: [...errors, 'accountSuspended', 'requestTakenDown', 'rateLimited'],
})

/** For a browser's own download: the address works for some minutes and for nothing else. */
export const receivedAddress = defineRoute({
  method: 'POST',
  path: '/api/requests/:slug/downloads',
  who: 'user',
  scope: 'requests',
  summary: 'The address of received files: one as it is, several as a zip with a folder for each supplier',
  params,
  body: z.object({
    supplierId: z.optional(id),
    /** Of a few; with more than that all of a supplier's. */
    fileIds: z.optional(z.array(id).check(z.minLength(1, 'required'), z.maxLength(requestLimits.chosenFiles, 'tooLong'))),
  }),
  reply: z.object({ url: z.string() }),
  errors: [...errors, 'noFiles', 'requestTakenDown', 'transferTakenDown'],
})
export const downloadReceived = defineRoute({
  method: 'GET',
  path: '/api/received/:token',
  who: 'link',
  summary: 'Received files, with Range and HEAD',
  mediaTypes: ['application/octet-stream', 'application/zip'],
  hasRanges: true,
  params: z.object({ token: z.string().check(z.maxLength(2000, 'tooLong')) }),
  reply: 'bytes',
  errors: [
    'invalidInput',
    'notYours',
    'requestTakenDown',
    'transferTakenDown',
    'fileLost',
    'fileUnreadable',
    'fileInfected',
    'fileNotScanned',
  ],
})

export const exportRequest = defineRoute({
  method: 'GET',
  path: '/api/requests/:slug/export',
  who: 'user',
  scope: 'requests',
  summary: 'The grid of a file request as a table or as a PDF',
  mediaTypes: ['text/csv', 'application/pdf'],
  params,
  query: z.object({ format: z.enum(['csv', 'pdf']) }),
  reply: 'bytes',
  errors,
})
