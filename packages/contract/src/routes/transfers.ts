/** Publishing an upload as a transfer, and the state of its mails. */
import * as z from 'zod/mini'
import { mailStates, transferStates } from '../states.ts'
import {
  byteCount,
  email,
  fileItems,
  id,
  language,
  mailErrors,
  milliseconds,
  name,
  newPassword,
  ownId,
  recorded,
  slug,
  textUpTo,
} from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { defineRoute } from './route.ts'
import { sentFields } from './sender-fields.ts'

const recipient = z.object({ email, name: z.optional(name), company: z.optional(name) })

/**
 * To whom, until when and how; password and limit are for signed-in senders. Of sendAs, expirySeconds, message and notifyOnDownload what
 * is left out is as the account's settings have it (B4), else by mail, for a week, empty and true.
 */
const sending = {
  sendAs: z.optional(z.enum(['email', 'link'])),
  ...sentFields,
  emailTo: z._default(z.array(recipient).check(z.maxLength(10_000, 'tooLong')), []),
  expirySeconds: z.optional(z.int('invalid').check(z.minimum(1, 'tooSmall'))),
  language: z.optional(language),
  /** Of the mails to its recipients, who are known by it from then on; else what is known of each, else `language`. */
  mailLanguage: z.optional(z.nullable(language)),
  password: z.optional(z.nullable(newPassword)),
}

/** Ids of people of the team, or `team` for all of them. */
export const shareWith = z.array(z.string().check(z.maxLength(200, 'tooLong'))).check(z.maxLength(100, 'tooLong'))

const sentItem = z.object({ fileName: z.string(), size: byteCount, itemPath: z.string() })

const published = z.object({
  _id: id,
  slug,
  state: z.enum(transferStates),
  sendAs: z.enum(['email', 'link']),
  senderEmail: z.string(),
  message: z.string(),
  fileName: z.string(),
  fileNumber: z.int(),
  totalBytes: byteCount,
  dateSent: milliseconds,
  expiryDate: milliseconds,
  expirySeconds: z.int(),
  emailTo: z.array(z.object({ email: z.string() })),
  linkUrl: z.nullable(z.string()),
  /** Of the recipients those that are contacts of who sent it. */
  contacts: z.array(z.object({ email: z.string(), name: z.string(), company: z.string() })),
  /** The account that sent it. */
  senderId: z.nullable(id),
  senderName: z.nullable(z.string()),
  company: z.nullable(z.string()),
  /** Of all files, in words of the asker's language. */
  size: z.string(),
  status: z.literal(true),
  fileObjects: z.array(sentItem),
  /** Null where nothing was recorded. */
  recordedVideos: z.nullable(z.array(sentItem)),
  voiceMemo: z.nullable(z.array(sentItem)),
  /** Null where nothing is known of them; of who sent it, the picture’s path. */
  profilePic: z.nullable(z.string()),
  /** Of a team's: with whom of it, as given; and whose account the team is. */
  shareWith: z.nullable(z.array(z.string())),
  parentAdminID: z.nullable(id),
})

/** The domain that mails come from (B3). Of the owner's own, which they come from anyway once it is proven; no other is taken. */
const pmDomainID = z.optional(z.nullable(id))

/**
 * Fields named by the specification that the server derives (senderId, size, fileNumber, dates, status, profilePic, file lists) are
 * taken without an error and ignored (reliability, Decisions); foreign ids are refused.
 */
export const quicksend2 = defineRoute({
  method: 'POST',
  path: '/quicksend2',
  who: 'browser',
  scope: 'send',
  summary: 'Publish an upload as a transfer, once, whatever is retried',
  body: z.object({
    slug,
    ...sending,
    senderEmail: z.optional(email),
    senderName: z.optional(name),
    company: z.optional(name),
    senderId: ownId,
    parentAdminID: ownId,
    shareWith: z.optional(shareWith),
    pmDomainID,
    fileObjects: fileItems,
    ...recorded,
  }),
  reply: published,
  errors: [
    'invalidInput',
    'addressNotVerified',
    'signedOut',
    'accountSuspended',
    'planUnpaid',
    'accountNeeded',
    'linksReserved',
    'tooManyRecipients',
    'monthUsedUp',
    'storageFull',
    'expiryNotAllowed',
    'uploadNotFound',
    'uploadClosed',
    'noFiles',
    'notYours',
    ...mailErrors,
  ],
})

/** Of one's own transfer: what a forward chooses from (Q18). */
export const readOwnFiles = defineRoute({
  method: 'GET',
  path: '/api/transfers/:slug/files',
  who: 'user',
  scope: 'read',
  summary: 'The files of the caller’s own transfer',
  params: z.object({ slug }),
  reply: z.object({
    transfer: z.object({
      slug,
      title: z.string(),
      fileName: z.string(),
      message: z.string(),
      dateSent: milliseconds,
      /** What does not go along when it is forwarded. */
      hasPassword: z.optional(z.boolean()),
      downloadLimit: z.optional(z.nullable(z.int())),
    }),
    files: z.array(z.object({ fileId: id, path: z.string(), size: byteCount })),
  }),
  errors: ['invalidInput', 'signedOut', 'notYours', 'transferUploading', 'transferTakenDown'],
})

/** Nothing is uploaded and no byte is copied: the new transfer holds the same files (Q18). */
export const forwardTransfer = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/forward',
  who: 'user',
  scope: 'send',
  summary: 'Send files of the caller’s own transfer to others, or as a new link',
  headers: idempotencyKey,
  params: z.object({ slug }),
  body: z.object({
    fileIds: z.array(id).check(z.minLength(1, 'required'), z.maxLength(10_000, 'tooLong')),
    ...sending,
    /** The same again forwards nothing anew; without it the call's Idempotency-Key counts. */
    requestKey: z.optional(textUpTo(200)),
  }),
  reply: published,
  errors: [
    'invalidInput',
    'signedOut',
    'notYours',
    'transferUploading',
    'transferTakenDown',
    'accountSuspended',
    'planUnpaid',
    'linksReserved',
    'tooManyRecipients',
    'tooManyFiles',
    'overTransferLimit',
    'insecureFileType',
    'releaseFile',
    'monthUsedUp',
    'expiryNotAllowed',
    'fileLost',
    ...mailErrors,
  ],
})

export const takeBack = defineRoute({
  method: 'POST',
  path: '/quicksend2/takeBack',
  who: 'browser',
  scope: 'send',
  status: 204,
  summary: 'Take back a transfer whose upload is unfinished: nobody was mailed, its upload is open again',
  body: z.object({ slug }),
  reply: 'none',
  errors: ['invalidInput', 'uploadNotFound', 'uploadClosed', 'notYours'],
})

export const sendTransferEmail = defineRoute({
  method: 'POST',
  path: '/SendTransferEmail',
  who: 'browser',
  scope: 'send',
  summary: 'The state of a transfer’s mails; mails recipients who have none yet',
  body: z.object({ _id: id, pmDomainID }),
  reply: z.object({
    _id: id,
    emailTo: z.array(z.object({ email: z.string(), state: z.enum(mailStates), reason: z.nullable(z.string()) })),
  }),
  errors: ['invalidInput', 'signedOut', 'notYours'],
})
