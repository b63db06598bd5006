/** Publishing an upload as a transfer, and the state of its mails. */
import * as z from 'zod/mini'
import { downloadLimitMax } from '../limits.ts'
import { mailStates, transferStates } from '../states.ts'
import { byteCount, email, id, language, message, milliseconds, name, newPassword, ownId, slug } from './fields.ts'
import { defineRoute } from './route.ts'

const item = z.object({
  fileName: z.string(),
  size: z.optional(z.union([z.number(), z.string()])),
  itemPath: z.optional(z.string()),
})
const items = z.optional(z.array(item).check(z.maxLength(10_000, 'tooLong')))
const recipient = z.object({ email, name: z.optional(name), company: z.optional(name) })

/**
 * Fields named by the specification that the server derives (senderId, size, fileNumber, dates, status, profilePic, file lists) are
 * taken without an error and ignored (reliability, Decisions); foreign ids are refused.
 */
export const quicksend2 = defineRoute({
  method: 'POST',
  path: '/quicksend2',
  who: 'browser',
  summary: 'Publish an upload as a transfer, once, whatever is retried',
  body: z.object({
    slug,
    sendAs: z._default(z.enum(['email', 'link']), 'email'),
    senderEmail: z.optional(email),
    senderName: z.optional(name),
    company: z.optional(name),
    message: z._default(message, ''),
    emailTo: z._default(z.array(recipient).check(z.maxLength(10_000, 'tooLong')), []),
    expirySeconds: z._default(z.int('invalid').check(z.minimum(1, 'tooSmall')), 604_800),
    language: z.optional(language),
    notifyOnDownload: z._default(z.boolean(), true),
    /** Both for signed-in senders. */
    password: z.optional(z.nullable(newPassword)),
    downloadLimit: z.optional(
      z.nullable(z.int('invalid').check(z.minimum(1, 'tooSmall'), z.maximum(downloadLimitMax, 'tooLarge'))),
    ),
    senderId: ownId,
    parentAdminID: ownId,
    shareWith: z.optional(z.array(z.string().check(z.maxLength(200, 'tooLong'))).check(z.maxLength(100, 'tooLong'))),
    fileObjects: items,
    recordedVideos: items,
    voiceMemo: items,
  }),
  reply: z.object({
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
    contacts: z.array(z.unknown()),
  }),
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
  ],
})

export const sendTransferEmail = defineRoute({
  method: 'POST',
  path: '/SendTransferEmail',
  who: 'browser',
  summary: 'The state of a transfer’s mails; mails recipients who have none yet',
  body: z.object({ _id: id }),
  reply: z.object({
    _id: id,
    emailTo: z.array(z.object({ email: z.string(), state: z.enum(mailStates), reason: z.nullable(z.string()) })),
  }),
  errors: ['invalidInput', 'signedOut', 'notYours'],
})
