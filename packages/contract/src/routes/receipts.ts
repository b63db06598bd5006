/** Receipts (T3): who had what of a transfer, when, where and how, with the checksum of each file. */
import * as z from 'zod/mini'
import { deviceTypes } from '../states.ts'
import { byteCount, id, language, milliseconds, slug } from './fields.ts'
import { defineRoute } from './route.ts'

const person = z.object({
  /** Null: someone with the link. */
  recipientId: z.nullable(id),
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  company: z.nullable(z.string()),
})

const receiptFile = z.object({
  fileId: id,
  path: z.string(),
  size: byteCount,
  /** In hex; null while it is worked out, and for good where the bytes are gone. */
  sha256: z.nullable(z.string()),
})

/** One download of one visitor: of a file, or of several in one zip. */
const line = z.object({
  email: z.nullable(z.string()),
  /** Base name of the one file; null for a zip. */
  fileName: z.nullable(z.string()),
  fileCount: z.int(),
  /** How many of them were freed with their version since, names and all. */
  freedCount: z.int(),
  /** The transfer's version that was read. */
  version: z.int(),
  startedAt: milliseconds,
  /** Null: it did not get everything. */
  completedAt: z.nullable(milliseconds),
  countryCode: z.nullable(z.string()),
  /** In the caller's language; empty where unknown. */
  country: z.string(),
  city: z.string(),
  /** A browser's name, "command line", or "unknown". */
  program: z.string(),
  device: z.enum(deviceTypes),
})
export type ReceiptLine = z.output<typeof line>

export const receipt = z.object({
  slug,
  title: z.string(),
  sender: z.object({ name: z.nullable(z.string()), company: z.nullable(z.string()), email: z.string() }),
  sentAt: milliseconds,
  expiresAt: milliseconds,
  madeAt: milliseconds,
  fileCount: z.int(),
  totalBytes: byteCount,
  version: z.int(),
  people: z.array(
    z.extend(person, {
      mailedAt: z.nullable(milliseconds),
      openedAt: z.nullable(milliseconds),
      startedAt: z.nullable(milliseconds),
      completedAt: z.nullable(milliseconds),
      downloads: z.int(),
    }),
  ),
  files: z.array(receiptFile),
  /** Newest first, and no more than a page can show; `lineCount` tells of all. */
  lines: z.array(line),
  lineCount: z.int(),
  /** Checksums are still worked out. */
  isHashing: z.boolean(),
})
export type Receipt = z.output<typeof receipt>

const asked = {
  who: 'user',
  scope: 'read',
  params: z.object({ slug }),
  /** Of one recipient, of one file, or of both; without them of all. */
  query: z.object({ recipientId: z.optional(id), fileId: z.optional(id), language: z.optional(language) }),
  errors: ['invalidInput', 'signedOut', 'notYours', 'transferUploading', 'unavailable'],
} as const

export const readReceipt = defineRoute({
  ...asked,
  method: 'GET',
  path: '/api/transfers/:slug/receipt',
  summary: 'The receipt of one of the caller’s transfers',
  reply: receipt,
})

export const receiptPdf = defineRoute({
  ...asked,
  method: 'GET',
  path: '/api/transfers/:slug/receipt.pdf',
  summary: 'The receipt as one page of PDF',
  mediaTypes: ['application/pdf'],
  reply: 'bytes',
})

/** A line for each download and file. */
export const receiptCsv = defineRoute({
  ...asked,
  method: 'GET',
  path: '/api/transfers/:slug/receipt.csv',
  summary: 'The receipt as CSV',
  mediaTypes: ['text/csv'],
  reply: 'bytes',
})
