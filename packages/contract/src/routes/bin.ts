/** What an account has deleted and may bring back (T11). */
import * as z from 'zod/mini'
import { pageRows } from '../limits.ts'
import { byteCount, milliseconds, ok, slug, wholeNumber } from './fields.ts'
import { defineRoute } from './route.ts'

export const binKinds = ['transfer', 'request'] as const

const binEntry = z.object({
  kind: z.enum(binKinds),
  slug,
  /** What it is called: its title, else the name of its first file. */
  title: z.string(),
  /** Of a request: of what it had received, which goes and comes back with it. */
  fileNumber: z.int(),
  totalBytes: byteCount,
  /** Of what came in by a file request and was deleted alone: from whom, as they say themselves. */
  receivedFrom: z.nullable(z.string()),
  /** Of a transfer by mail: its first recipient, and how many there are. */
  sentTo: z.nullable(z.object({ email: z.string(), count: z.int() })),
  deletedAt: milliseconds,
  /** Then it is gone for good. */
  restorableUntil: milliseconds,
})
export type BinEntry = z.output<typeof binEntry>

export const listBin = defineRoute({
  method: 'GET',
  path: '/api/bin',
  who: 'user',
  scope: 'read',
  summary: 'Deleted transfers and file requests that can be brought back, the latest first',
  query: z.object({
    skip: z._default(wholeNumber(0, 1_000_000), 0),
    limit: z._default(wholeNumber(1, pageRows.max), pageRows.first),
  }),
  reply: z.object({
    entries: z.array(binEntry),
    /** Of all of them. */
    matchCount: z.int(),
    totalBytes: byteCount,
  }),
  errors: ['invalidInput', 'signedOut'],
})

/** One, or with no slug all of them. Bytes and quota go a moment later. */
export const eraseBin = defineRoute({
  method: 'DELETE',
  path: '/api/bin',
  who: 'user',
  scope: 'account',
  summary: 'Delete for good what is in the bin',
  query: z.object({ kind: z.optional(z.enum(binKinds)), slug: z.optional(slug) }),
  reply: ok,
  errors: ['invalidInput', 'signedOut'],
})
