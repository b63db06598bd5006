/** A sender's own transfers (T2, D6): the list and what can be done with each. */
import * as z from 'zod/mini'
import { pageRows, searchMaxChars } from '../limits.ts'
import { actions } from '../permissions.ts'
import { mailStates } from '../states.ts'
import { byteCount, id, milliseconds, ok, ownId, slug, textUpTo, wholeNumber } from './fields.ts'
import { defineRoute } from './route.ts'
import { toldFields } from './sender-fields.ts'

/** `received`: what came in by file requests, and no other filter has. `closed`: what opens to nobody though its time is not over. */
export const transferFilters = ['all', 'active', 'expired', 'closed', 'thisMonth', 'received', 'shared', 'team'] as const
export type TransferFilter = (typeof transferFilters)[number]

/** `expiry`: what ends first; `downloads`: what was downloaded most. */
export const transferSorts = ['newest', 'oldest', 'name', 'size', 'expiry', 'downloads'] as const
export type TransferSort = (typeof transferSorts)[number]

const download = z.object({
  dlDate: milliseconds,
  /** The recipient's address, null where only the link is known. */
  receiverEmail: z.nullable(z.string()),
  /** ISO 3166 code, null where the place is unknown. */
  dlCountryCode: z.nullable(z.string()),
  /** In the caller's language; empty where unknown. */
  country_name: z.string(),
  city_name: z.string(),
  /** How many files it took: one, those that were chosen, or all. */
  fileNumber: z.int(),
})

export const transferRecord = z.object({
  _id: id,
  /** Who of the team has sent it. */
  authorId: z.optional(z.nullable(id)),
  /** Whom of the team it is shared with: ids of people, or `team`. */
  shareWith: z.optional(z.array(z.string())),
  /** What whoever asks may do with it: who only looks at it may not change it. A server of the version before does not say. */
  may: z.optional(z.array(z.enum(actions))),
  slug,
  ...toldFields,
  /** Base name of the first file. */
  fileName: z.string(),
  fileNumber: z.int(),
  totalBytes: byteCount,
  sendAs: z.enum(['email', 'link']),
  status: z.enum(['uploading', 'active', 'expired', 'disabled', 'limitReached', 'takenDown']),
  /** Of the one upload that brings its files, while it runs. */
  upload: z.optional(
    z.object({
      uploadId: id,
      receivedBytes: byteCount,
      /** When something came last, to the minute, once nothing has come for minutes; null while it goes on. */
      stalledAt: z.nullable(milliseconds),
      /** By whoever asks: by the account that began it, or in the browser of the guest. */
      isResumable: z.boolean(),
    }),
  ),
  dateSent: milliseconds,
  expiryDate: milliseconds,
  expirySeconds: z.int(),
  hasPassword: z.boolean(),
  /** Only the recipients' personal links open it. */
  isRestricted: z.boolean(),
  /** How far its recipients are, each counted by the furthest: what a row of a list says of them. */
  people: z.object({
    all: z.int(),
    /** Their mail is on its way, waits or is deferred. */
    pending: z.int(),
    bounced: z.int(),
    /** They want no mail from this sender; their links open all the same. */
    refused: z.int(),
    opened: z.int(),
    downloaded: z.int(),
  }),
  /** The first few by address; all of them are in the detail. */
  emailTo: z.array(
    z.object({
      email: z.string(),
      state: z.enum(mailStates),
      openedAt: z.nullable(milliseconds),
      downloadedAt: z.nullable(milliseconds),
    }),
  ),
  total_downloads: z.int(),
  /** Of these, what a download limit counts: one visit that takes file by file is one. */
  countedDownloads: z.int(),
  /** Of one without recipients: each of its files was downloaded, at once or one by one, as it is now. */
  isTakenWhole: z.boolean(),
  /** The latest few, newest first. */
  downloads: z.array(download),
  /** The link for anyone; that of an e-mail transfer opens once it was copied (copyLink). */
  linkUrl: z.string(),
  /** Whether that link opens already. */
  isLinkOpen: z.boolean(),
  /** Of what was searched for: where it was found, if the name of the transfer does not say it. */
  foundBy: z.nullable(z.object({ kind: z.enum(['file', 'recipient', 'message']), text: z.string() })),
  /** Of what came in by a file request: by which, and from whom as they say themselves. */
  receivedBy: z.nullable(z.object({ requestSlug: slug, email: z.string(), name: z.string() })),
})
export type TransferRecord = z.output<typeof transferRecord>

const userErrors = ['invalidInput', 'signedOut', 'notYours'] as const

export const getQs = defineRoute({
  method: 'GET',
  path: '/getQs',
  who: 'user',
  scope: 'read',
  summary: 'The caller’s transfers, newest first, with counts of every filter',
  headers: { isTeam: { summary: 'JSON list of ids of team members; any but the caller’s own is refused' } },
  query: z.object({
    userid: ownId,
    slug: z.optional(slug),
    skip: z.optional(wholeNumber(0, 1_000_000)),
    limit: z.optional(wholeNumber(0, pageRows.max)),
    filter: z._default(z.enum(transferFilters), 'all'),
    sort: z._default(z.enum(transferSorts), 'newest'),
    /** Part of a file's name, a recipient's address or the message. */
    search: z.optional(textUpTo(searchMaxChars)),
    dev: z.optional(z.string()),
  }),
  reply: z.object({
    allDocs: z.array(transferRecord),
    /** How many fit filter and search. */
    matchCount: z.int(),
    allCount: z.int(),
    activeCount: z.int(),
    expiredCount: z.int(),
    /** All that is neither active nor expired: closed, used up, taken down. A server of the version before does not say. */
    closedCount: z.optional(z.int()),
    /** As listed. */
    thisMonthsTransfers: z.int(),
    /** As the plan's month counts them: those that are deleted since too. */
    sentThisMonth: z.int(),
    receivedCount: z.int(),
    sharedCount: z.int(),
  }),
  /** notYours also for a slug that is not the caller's. */
  errors: userErrors,
})

/** The link stops at once; bytes and quota go when it cannot be brought back any more (T11). */
export const deleteTransfer = defineRoute({
  method: 'POST',
  path: '/deleteTransfer',
  who: 'user',
  scope: 'send',
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
  scope: 'send',
  summary: 'Bring a transfer back that was deleted',
  params: z.object({ slug }),
  reply: ok,
  errors: [...userErrors, 'restoreTooLate'],
})

/** From now on the bare slug of an e-mail transfer opens too: "Anyone with the link" (D6). */
export const copyLink = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/link',
  who: 'user',
  scope: 'send',
  summary: 'Open a transfer to anyone with the link, and tell the link',
  params: z.object({ slug }),
  reply: z.object({ linkUrl: z.string() }),
  errors: [...userErrors, 'accountSuspended', 'linkRestricted'],
})
