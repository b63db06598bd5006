/** One transfer of the caller's own, whole: files, recipients, what happened; and everything that can be changed of it (T2, T9). */
import * as z from 'zod/mini'
import { maxBulk } from '../limits.ts'
import { deviceTypes, eventActors, eventKinds, mailStates, scanStates } from '../states.ts'
import { transferRecord } from './dashboard.ts'
import {
  byteCount,
  email,
  id,
  mailErrors,
  milliseconds,
  name,
  newPassword,
  ownId,
  slug,
  textUpTo,
  wholeNumber,
} from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { shownFile } from './previews.ts'
import { defineRoute } from './route.ts'
import { changedFields } from './sender-fields.ts'
import { shareWith } from './transfers.ts'

const params = z.object({ slug })
const recipientParams = z.object({ slug, recipientId: id })
const ownErrors = ['invalidInput', 'signedOut', 'notYours'] as const
const changeErrors = [...ownErrors, 'accountSuspended', 'transferTakenDown'] as const

const detailRecipient = z.object({
  recipientId: id,
  email: z.string(),
  name: z.nullable(z.string()),
  company: z.nullable(z.string()),
  state: z.enum(mailStates),
  /** What the mail server said of a mail that was deferred or bounced. */
  reason: z.nullable(z.string()),
  mailedAt: z.nullable(milliseconds),
  openedAt: z.nullable(milliseconds),
  /** Began to download, and had everything of one download. */
  startedAt: z.nullable(milliseconds),
  /** When they last took something and had all of its files then. */
  downloadedAt: z.nullable(milliseconds),
  /** So many of the files that it has now they have taken. */
  takenFiles: z.int(),
  /** The newest version that they took anything of; null: of none. */
  takenVersion: z.nullable(z.int()),
  downloads: z.int(),
  remindedAt: z.nullable(milliseconds),
})
export type DetailRecipient = z.output<typeof detailRecipient>

const detailFile = z.object({
  fileId: id,
  path: z.string(),
  size: byteCount,
  lastModified: z.nullable(z.number()),
  /** In hex; null until it is worked out. */
  sha256: z.nullable(z.string()),
  /** Null: there is no scanner. What nobody has looked at is `failed`, never clean. */
  scan: z.nullable(z.enum(scanStates)),
  scanFinding: z.nullable(z.string()),
  isLost: z.boolean(),
  ...shownFile,
})
export type DetailFile = z.output<typeof detailFile>

const place = z.object({
  /** ISO 3166; null where unknown. */
  countryCode: z.nullable(z.string()),
  /** In the caller's language. */
  country: z.string(),
  city: z.string(),
  downloads: z.int(),
})

const askedTime = z.object({
  email: z.string(),
  note: z.string(),
  askedAt: milliseconds,
  /** Null while they wait. */
  extendedAt: z.nullable(milliseconds),
})

export const transferDetail = z.object({
  transfer: transferRecord,
  /** All of them, without a limit on how many. */
  recipients: z.array(detailRecipient),
  files: z.array(detailFile),
  /** Where downloads came from, most first. */
  places: z.array(place),
  version: z.int(),
  /** Who asked for more time (X2), newest first; none once nothing can be given any more. */
  timeRequests: z.array(askedTime),
})
export type TransferDetail = z.output<typeof transferDetail>
const detailReply = transferDetail

export const readDetail = defineRoute({
  method: 'GET',
  path: '/api/transfers/:slug/detail',
  who: 'user',
  scope: 'read',
  summary: 'One of the caller’s transfers with its files, recipients and places',
  params,
  reply: detailReply,
  errors: ownErrors,
})

const timelineEvent = z.object({
  id,
  at: milliseconds,
  /** Downloads are `started` and `downloaded`. */
  kind: z.enum([...eventKinds, 'started', 'downloaded']),
  actor: z.enum(eventActors),
  /** The account that did it, as far as that was kept: of a sender's acts. A server of the version before does not say. */
  by: z.optional(z.nullable(z.object({ userId: id, name: z.string() }))),
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  company: z.nullable(z.string()),
  countryCode: z.nullable(z.string()),
  country: z.string(),
  city: z.string(),
  program: z.nullable(z.string()),
  device: z.nullable(z.enum(deviceTypes)),
  /** What was downloaded: the one file's name, or how many. */
  fileName: z.nullable(z.string()),
  fileCount: z.nullable(z.int()),
  detail: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
})
export type TimelineEvent = z.output<typeof timelineEvent>

export const readTimeline = defineRoute({
  method: 'GET',
  path: '/api/transfers/:slug/timeline',
  who: 'user',
  scope: 'read',
  summary: 'What happened to one of the caller’s transfers, newest first',
  params,
  query: z.object({
    /** The `next` of the page before. */
    before: z.optional(textUpTo(100)),
    limit: z._default(wholeNumber(1, 200), 50),
  }),
  reply: z.object({ events: z.array(timelineEvent), next: z.nullable(z.string()) }),
  errors: ownErrors,
})

/** The specification's downloads-data call: the newest downloads of a transfer. */
export const getDownloads = defineRoute({
  method: 'POST',
  path: '/getDownloads',
  who: 'user',
  scope: 'read',
  summary: 'Who downloaded one of the caller’s transfers, when and where',
  body: z.object({ slug, userid: ownId }),
  reply: z.object({
    downloads: z.array(
      z.object({
        dlDate: milliseconds,
        dlCountryCode: z.nullable(z.string()),
        country_name: z.string(),
        city_name: z.string(),
        /** The recipient's address, null where only the link is known. */
        receiverEmail: z.nullable(z.string()),
        fileName: z.string(),
        /** The place in words, in the caller's language; empty where unknown. */
        dlOrigin: z.string(),
      }),
    ),
  }),
  errors: ownErrors,
})

/** What is not given stays. A password of null takes it away; so does a limit of null. */
export const editTransfer = defineRoute({
  method: 'PATCH',
  path: '/api/transfers/:slug',
  who: 'user',
  scope: 'send',
  summary: 'Change a transfer, its link unchanged',
  params,
  body: z.object({
    isDisabled: z.optional(z.boolean()),
    ...changedFields,
    /** From now on. */
    expirySeconds: z.optional(z.int('invalid').check(z.minimum(1, 'tooSmall'))),
    /** Or to this very moment, where the plan allows it. */
    expiryDate: z.optional(milliseconds),
    password: z.optional(z.nullable(newPassword)),
    isRestricted: z.optional(z.boolean()),
    /** All of it anew: nobody where it is empty. */
    shareWith: z.optional(shareWith),
  }),
  reply: z.object({ transfer: transferRecord }),
  errors: [...changeErrors, 'transferUploading', 'expiryNotAllowed', 'planUnpaid'],
})

export const addRecipients = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/recipients',
  who: 'user',
  scope: 'send',
  summary: 'Send a transfer to more people',
  params,
  body: z.object({
    emailTo: z
      .array(z.object({ email, name: z.optional(name), company: z.optional(name) }))
      .check(z.minLength(1, 'required'), z.maxLength(10_000, 'tooLong')),
  }),
  reply: detailReply,
  errors: [...changeErrors, 'tooManyRecipients', 'transferExpired', 'transferDisabled', 'planUnpaid', ...mailErrors],
})

/** The old link dies and the new address gets a mail. */
export const correctRecipient = defineRoute({
  method: 'PATCH',
  path: '/api/transfers/:slug/recipients/:recipientId',
  who: 'user',
  scope: 'send',
  summary: 'Correct a recipient’s address',
  params: recipientParams,
  body: z.object({ email }),
  reply: detailReply,
  errors: [...changeErrors, 'recipientTwice', 'transferExpired', 'transferDisabled', ...mailErrors],
})

/** Their link stops at once; what they downloaded stays in the timeline. */
export const removeRecipient = defineRoute({
  method: 'DELETE',
  path: '/api/transfers/:slug/recipients/:recipientId',
  who: 'user',
  scope: 'send',
  summary: 'Take a recipient out, whose link then opens nothing',
  params: recipientParams,
  reply: detailReply,
  errors: changeErrors,
})

/** `resend` mails the link again; `remind` says that it is still waiting; `newVersion` that what they have is not the newest any more. */
export const mailRecipient = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/recipients/:recipientId/mail',
  who: 'user',
  scope: 'send',
  summary: 'Mail a recipient once more',
  headers: idempotencyKey,
  params: recipientParams,
  body: z.object({ kind: z.enum(['resend', 'remind', 'newVersion']) }),
  reply: detailReply,
  errors: [...changeErrors, 'transferUploading', 'transferExpired', 'transferDisabled', ...mailErrors],
})

/** Each on its own: what cannot be done is named, the rest is done. */
export const bulkTransfers = defineRoute({
  method: 'POST',
  path: '/api/transfers/bulk',
  who: 'user',
  scope: 'send',
  summary: 'Delete, bring back, close or open many transfers',
  body: z.object({
    slugs: z.array(slug).check(z.minLength(1, 'required'), z.maxLength(maxBulk, 'tooLong')),
    act: z.enum(['delete', 'restore', 'disable', 'enable']),
  }),
  reply: z.object({ done: z.array(slug), failed: z.array(z.object({ slug, code: z.string() })) }),
  errors: [...ownErrors, 'accountSuspended'],
})
