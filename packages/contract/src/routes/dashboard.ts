/** A sender's own transfers (T2, D6): the list and what can be done with each. */
import * as z from 'zod/mini'
import { pageRows } from '../limits.ts'
import { mailStates } from '../states.ts'
import { byteCount, id, milliseconds, ok, ownId, slug, textUpTo } from './fields.ts'
import { defineRoute } from './route.ts'

export const transferFilters = ['all', 'active', 'expired', 'thisMonth', 'shared', 'team'] as const
export type TransferFilter = (typeof transferFilters)[number]

const download = z.object({
  dlDate: milliseconds,
  /** The recipient's address, null where only the link is known. */
  receiverEmail: z.nullable(z.string()),
  /** ISO 3166 code, null where the place is unknown. */
  dlCountryCode: z.nullable(z.string()),
  /** In the caller's language; empty where unknown. */
  country_name: z.string(),
  city_name: z.string(),
})

export const transferRecord = z.object({
  _id: id,
  slug,
  /** Base name of the first file. */
  fileName: z.string(),
  fileNumber: z.int(),
  totalBytes: byteCount,
  message: z.string(),
  sendAs: z.enum(['email', 'link']),
  status: z.enum(['uploading', 'active', 'expired', 'disabled', 'limitReached', 'takenDown']),
  dateSent: milliseconds,
  expiryDate: milliseconds,
  expirySeconds: z.int(),
  hasPassword: z.boolean(),
  downloadLimit: z.nullable(z.int()),
  notifyOnDownload: z.boolean(),
  emailTo: z.array(
    z.object({
      email: z.string(),
      state: z.enum(mailStates),
      openedAt: z.nullable(milliseconds),
      downloadedAt: z.nullable(milliseconds),
    }),
  ),
  total_downloads: z.int(),
  /** The latest few, newest first. */
  downloads: z.array(download),
  /** The link for anyone; that of an e-mail transfer opens once it was copied (copyLink). */
  linkUrl: z.string(),
  /** Whether that link opens already. */
  isLinkOpen: z.boolean(),
})
export type TransferRecord = z.output<typeof transferRecord>

const wholeNumber = (most: number) =>
  z.coerce.number().check(z.int('invalid'), z.minimum(0, 'tooSmall'), z.maximum(most, 'tooLarge'))
const userErrors = ['invalidInput', 'signedOut', 'notYours'] as const

export const getQs = defineRoute({
  method: 'GET',
  path: '/getQs',
  who: 'user',
  summary: 'The caller’s transfers, newest first, with counts of every filter',
  query: z.object({
    userid: ownId,
    slug: z.optional(slug),
    skip: z.optional(wholeNumber(1_000_000)),
    limit: z.optional(wholeNumber(pageRows.most)),
    filter: z._default(z.enum(transferFilters), 'all'),
    /** Part of a file's name, a recipient's address or the message. */
    search: z.optional(textUpTo(200)),
    dev: z.optional(z.string()),
  }),
  reply: z.object({
    allDocs: z.array(transferRecord),
    /** How many fit filter and search. */
    matchCount: z.int(),
    allCount: z.int(),
    activeCount: z.int(),
    expiredCount: z.int(),
    /** As listed; what the plan's month counts is in folderSize. */
    thisMonthsTransfers: z.int(),
    sharedCount: z.int(),
  }),
  /** notYours also for a slug that is not the caller's. */
  errors: userErrors,
})

/** The link stops at once; for ten seconds it can be brought back, then bytes and room go. */
export const deleteTransfer = defineRoute({
  method: 'POST',
  path: '/deleteTransfer',
  who: 'user',
  summary: 'Delete a transfer',
  body: z.object({
    slug,
    userid: ownId,
    /** Which list the page shows again; nothing to the server. */
    type: z.optional(z.string().check(z.maxLength(40, 'tooLong'))),
  }),
  reply: z.object({ ok: z.literal(true), restorableUntil: milliseconds }),
  errors: userErrors,
})

export const restoreTransfer = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/restore',
  who: 'user',
  summary: 'Bring a transfer back that was deleted a moment ago',
  params: z.object({ slug }),
  reply: ok,
  errors: [...userErrors, 'restoreTooLate'],
})

export const changeTransfer = defineRoute({
  method: 'PATCH',
  path: '/api/transfers/:slug',
  who: 'user',
  summary: 'Close a link or open it again',
  params: z.object({ slug }),
  body: z.object({ isDisabled: z.boolean() }),
  reply: z.object({ transfer: transferRecord }),
  errors: [...userErrors, 'accountSuspended', 'transferUploading', 'transferTakenDown'],
})

/** From now on the bare slug of an e-mail transfer opens too: "Anyone with the link" (D6). */
export const copyLink = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/link',
  who: 'user',
  summary: 'Open a transfer to anyone with the link, and tell the link',
  params: z.object({ slug }),
  reply: z.object({ linkUrl: z.string() }),
  errors: [...userErrors, 'accountSuspended'],
})
