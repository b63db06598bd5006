/** The public side of a transfer (D1 to D6). */
import * as z from 'zod/mini'
import { linkStates } from '../states.ts'
import { byteCount, id, slug } from './fields.ts'
import { defineRoute } from './route.ts'

const params = z.object({ slug })
// Malformed tokens are unknown tokens: they must look like any wrong one, not like a bad request.
const token = z.optional(
  z.pipe(
    z.string().check(z.maxLength(600, 'tooLong')),
    z.transform((text) => text.replace(/[^\w.-]/g, '_')),
  ),
)
const linkErrors = [
  'invalidInput',
  'transferUnknown',
  'transferExpired',
  'transferDisabled',
  'downloadLimitReached',
  'transferTakenDown',
  'transferUploading',
  'passwordRequired',
  'rateLimited',
] as const

const publicFile = z.object({ fileId: id, path: z.string(), size: byteCount, lastModified: z.nullable(z.number()) })
export type PublicFile = z.output<typeof publicFile>

/** The view of the download page. In every state but `open` only what that state may tell is filled. */
export const transferView = z.object({
  state: z.enum(linkStates),
  slug,
  sender: z.nullable(z.object({ name: z.nullable(z.string()), company: z.nullable(z.string()), email: z.string() })),
  message: z.string(),
  files: z.array(publicFile),
  totalBytes: byteCount,
  fileCount: z.int(),
  expiresAt: z.nullable(z.iso.datetime()),
  /** Signed id that the links to bytes carry; null unless open. */
  dl: z.nullable(z.string()),
  /** The recipient's own address when the link is personal. */
  recipient: z.nullable(z.string()),
  /** Its sender is written to when somebody downloads (D5). */
  notifiesSender: z.boolean(),
  /** How many downloads its sender still allows to all who have a link; null where they are not limited. */
  downloadsLeft: z.nullable(z.int()),
})
export type TransferView = z.output<typeof transferView>

export const readTransfer = defineRoute({
  method: 'GET',
  path: '/api/transfers/:slug',
  who: 'link',
  summary: 'The public view of a transfer',
  params,
  query: z.object({ user: token, dl: token }),
  reply: transferView,
  errors: linkErrors,
})
export const unlockTransfer = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/unlock',
  who: 'link',
  form: true,
  summary: 'Open a transfer with its password',
  params,
  query: z.object({ user: token }),
  body: z.object({ password: z.string().check(z.maxLength(1000, 'tooLong')) }),
  reply: transferView,
  errors: [...linkErrors, 'passwordWrong'],
})
export const selectFiles = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/selections',
  who: 'link',
  form: true,
  summary: 'A short id for chosen files, for zip',
  params,
  query: z.object({ user: token, dl: token }),
  body: z.object({ fileIds: z.array(id).check(z.minLength(1, 'required'), z.maxLength(10_000, 'tooLong')) }),
  reply: z.object({ selection: z.string() }),
  errors: [...linkErrors, 'selectionUnknown'],
})
export const downloadFile = defineRoute({
  method: 'GET',
  path: '/api/transfers/:slug/files/:fileId',
  who: 'link',
  summary: 'One file, with Range and HEAD',
  params: z.object({ slug, fileId: id }),
  query: z.object({ user: token, dl: token }),
  reply: 'bytes',
  errors: [...linkErrors, 'fileUnreadable'],
})
export const downloadZip = defineRoute({
  method: 'GET',
  path: '/api/transfers/:slug/zip',
  who: 'link',
  summary: 'Everything or a selection as one zip, with Range and HEAD',
  params,
  query: z.object({ user: token, dl: token, selection: token }),
  reply: 'bytes',
  errors: [...linkErrors, 'selectionUnknown', 'fileUnreadable'],
})
/** The specification's own call: tells where the zip of chosen files is to be had (H1). */
export const zip = defineRoute({
  method: 'POST',
  path: '/zip',
  who: 'link',
  summary: 'The address of a zip of a transfer or of chosen files',
  body: z.object({ slug, user: token, dl: token, downloads: z.optional(z.array(id).check(z.maxLength(10_000, 'tooLong'))) }),
  reply: z.object({ url: z.string() }),
  errors: [...linkErrors, 'selectionUnknown'],
})
