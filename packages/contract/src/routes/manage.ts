/** What a sender without an account can do with a transfer, by the link in its confirmation mail (Q22). */
import * as z from 'zod/mini'
import { mailStates } from '../states.ts'
import { byteCount, email, id, mailErrors, milliseconds, ok, slug } from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { defineRoute } from './route.ts'

// A malformed token is a wrong one: it must look like any other, not like a bad request.
const token = z.pipe(
  z.string().check(z.maxLength(600, 'tooLong')),
  z.transform((text) => text.replace(/[^0-9A-Za-z]/g, '_')),
)
const params = z.object({ slug, token })
const recipientParams = z.object({ slug, token, recipientId: id })

const recipient = z.object({
  recipientId: id,
  email: z.string(),
  state: z.enum(mailStates),
  /** Of a mail that came back. */
  reason: z.nullable(z.string()),
  mailedAt: z.nullable(milliseconds),
  openedAt: z.nullable(milliseconds),
  downloadedAt: z.nullable(milliseconds),
  /** The personal link, to pass on where the mail did not arrive; null while it opens nothing. */
  linkUrl: z.nullable(z.string()),
})
export type ManagedRecipient = z.output<typeof recipient>

const download = z.object({
  dlDate: milliseconds,
  /** null where only the link is known. */
  receiverEmail: z.nullable(z.string()),
  dlCountryCode: z.nullable(z.string()),
  /** In the caller's language; empty where unknown. */
  country_name: z.string(),
  city_name: z.string(),
  fileNumber: z.int(),
  /** Where it was one file by itself. */
  fileName: z.nullable(z.string()),
})

/** `inAccount`: it was saved to an account, where it is looked after from now on; nothing else is told. */
export const managedStatuses = [
  'uploading',
  'active',
  'expired',
  'disabled',
  'limitReached',
  'takenDown',
  'deleted',
  'inAccount',
] as const

export const managedTransfer = z.object({
  slug,
  status: z.enum(managedStatuses),
  senderEmail: z.string(),
  message: z.string(),
  fileName: z.string(),
  fileNumber: z.int(),
  totalBytes: byteCount,
  dateSent: milliseconds,
  expiryDate: milliseconds,
  total_downloads: z.int(),
  /** Of a deleted one. */
  restorableUntil: z.nullable(milliseconds),
  files: z.array(z.object({ path: z.string(), size: byteCount })),
  emailTo: z.array(recipient),
  /** The latest, newest first. */
  downloads: z.array(download),
})
export type ManagedTransfer = z.output<typeof managedTransfer>

const unknown = ['invalidInput', 'transferUnknown', 'rateLimited'] as const
const mailing = [
  'accountSuspended',
  'transferUploading',
  'transferExpired',
  'transferTakenDown',
  'transferDisabled',
  ...mailErrors,
] as const

export const readManaged = defineRoute({
  method: 'GET',
  path: '/api/manage/:slug/:token',
  who: 'link',
  summary: 'A transfer as its sender without an account sees it',
  params,
  reply: managedTransfer,
  errors: unknown,
})
export const resendMail = defineRoute({
  method: 'POST',
  path: '/api/manage/:slug/:token/recipients/:recipientId/resend',
  who: 'link',
  summary: 'Mail one recipient again',
  headers: idempotencyKey,
  params: recipientParams,
  reply: managedTransfer,
  errors: [...unknown, ...mailing, 'notYours'],
})
/** The old address's link ends at once; the new one gets a mail with a link of its own. */
export const correctAddress = defineRoute({
  method: 'PATCH',
  path: '/api/manage/:slug/:token/recipients/:recipientId',
  who: 'link',
  summary: 'Correct the address of one recipient',
  params: recipientParams,
  body: z.object({ email }),
  reply: managedTransfer,
  errors: [...unknown, ...mailing, 'notYours', 'recipientTwice', 'recipientHasFiles'],
})
export const deleteManaged = defineRoute({
  method: 'POST',
  path: '/api/manage/:slug/:token/delete',
  who: 'link',
  summary: 'Delete a transfer; for ten seconds it can be brought back',
  params,
  reply: z.object({ ok: z.literal(true), restorableUntil: milliseconds }),
  errors: unknown,
})
export const restoreManaged = defineRoute({
  method: 'POST',
  path: '/api/manage/:slug/:token/restore',
  who: 'link',
  summary: 'Bring a transfer back that was deleted a moment ago',
  params,
  reply: ok,
  errors: [...unknown, 'restoreTooLate'],
})
