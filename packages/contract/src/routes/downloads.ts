/** The public side of a transfer (D1 to D6). */
import * as z from 'zod/mini'
import { linkStates, scanStates } from '../states.ts'
import { brandShown } from './branding.ts'
import { byteCount, id, slug } from './fields.ts'
import { previewForm, previewMediaTypes, shownFile } from './previews.ts'
import { defineRoute } from './route.ts'
import { shownLines } from './sender-fields.ts'

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
  'transferDeleted',
  'transferUploading',
  'passwordRequired',
  'rateLimited',
] as const

const unreadable = [
  'fileLost',
  'fileUnreadable',
  'fileInfected',
  'fileNotScanned',
  'downloadNotCounted',
  'forPeopleOnly',
] as const

const publicFile = z.object({
  fileId: id,
  path: z.string(),
  size: byteCount,
  lastModified: z.nullable(z.number()),
  /** Of its bytes, so that a program knows whether they came whole; not there while they are not. */
  crc32: z.optional(z.int()),
  /** Where the operator has a scanner; `failed`: not scanned, which is not clean (D9). */
  scan: z.optional(z.enum(scanStates)),
  /** Found infected, or not yet scanned where nothing may leave before: its bytes are refused. */
  isBlocked: z.optional(z.boolean()),
  ...shownFile,
})
export type PublicFile = z.output<typeof publicFile>

/** How far the files are while their upload runs (D8): whole ones can be downloaded already. */
const arrival = z.object({
  receivedBytes: byteCount,
  /** Of each file, in the order of `files`: it is ready where that is its size. */
  received: z.array(byteCount),
  /** For how long nothing has come; told to the minute, and rather too short. */
  silentSeconds: z.int(),
  /** By what came in the last while; null where nobody can say. */
  secondsLeft: z.nullable(z.int()),
})
export type Arrival = z.output<typeof arrival>

/** The view of the download page. In every state but `open` and `uploading` only what that state may tell is filled. */
export const transferView = z.object({
  state: z.enum(linkStates),
  slug,
  sender: z.nullable(
    z.object({
      name: z.nullable(z.string()),
      company: z.nullable(z.string()),
      email: z.string(),
      /** Addresses of a sender's picture and of their company's logo; empty or missing where there is none. */
      profilePic: z.optional(z.string()),
      logoPic: z.optional(z.string()),
    }),
  ),
  /** What whoever it is from has made of the page; where nobody is told, there is none. */
  brand: z.optional(brandShown),
  ...shownLines,
  message: z.string(),
  files: z.array(publicFile),
  totalBytes: byteCount,
  fileCount: z.int(),
  expiresAt: z.nullable(z.iso.datetime()),
  /** While its upload runs, and only then. */
  arrival: z.optional(arrival),
  /** Signed id that the links to bytes carry; null where there are none. */
  dl: z.nullable(z.string()),
  /** Its sender looks at it in the browser of the account: nothing of that counts. */
  isOwn: z.optional(z.literal(true)),
  /** The recipient's own address when the link is personal. */
  recipient: z.nullable(z.string()),
  /** Of an expired link, and only then: its sender can still be asked for more time (X2). */
  mayAsk: z.optional(z.boolean()),
  /** Its sender is written to when somebody downloads (D5). */
  notifiesSender: z.boolean(),
  /** How many downloads its sender still allows to all who have a link; null where they are not limited. */
  downloadsLeft: z.nullable(z.int()),
  /** This visit is one of those already: what it has not taken yet is none more. */
  isCounted: z.optional(z.literal(true)),
})
export type TransferView = z.output<typeof transferView>

export const readTransfer = defineRoute({
  method: 'GET',
  path: '/api/transfers/:slug',
  who: 'link',
  summary: 'The public view of a transfer; its status is that of the state',
  credential: 'unlock',
  alsoStatus: [401, 403, 404, 410, 451],
  params,
  query: z.object({ user: token, dl: token }),
  reply: transferView,
  errors: linkErrors,
})
/** What changes while a page waits; everything else of the view stays as it was. */
export const readArrival = defineRoute({
  method: 'GET',
  path: '/api/transfers/:slug/arrival',
  who: 'link',
  summary: 'How far the files of a transfer are whose upload still runs',
  params,
  query: z.object({ user: token, dl: token }),
  reply: z.object({ state: z.enum(linkStates), arrival: z.optional(arrival) }),
  errors: linkErrors,
})
export const unlockTransfer = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/unlock',
  who: 'link',
  form: true,
  summary: 'Open a transfer with its password',
  params,
  /** `start`: a form on the page that starts the zip at once; its answer leads back there. */
  query: z.object({ user: token, start: z.optional(z.literal('zip')) }),
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
  errors: [...linkErrors, 'selectionUnknown', 'tooManySelections'],
})
/** What a button of the page asks for: everything without a word. A form is led to the bytes. */
export const startDownload = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/downloads',
  who: 'link',
  form: true,
  summary: 'The address of the bytes for whoever has pressed a button',
  params,
  query: z.object({ user: token, dl: token }),
  body: z.object({ fileId: z.optional(id), selection: token }),
  reply: z.object({ url: z.string() }),
  errors: linkErrors,
})
export const downloadFile = defineRoute({
  method: 'GET',
  path: '/api/transfers/:slug/files/:fileId',
  who: 'link',
  summary: 'One file, with Range and HEAD',
  mediaTypes: ['application/octet-stream'],
  hasRanges: true,
  params: z.object({ slug, fileId: id }),
  query: z.object({ user: token, dl: token }),
  reply: 'bytes',
  errors: [...linkErrors, ...unreadable],
})
/** Told in the timeline, and no download. Never as anything that a browser runs. */
export const previewFile = defineRoute({
  method: 'GET',
  path: '/api/transfers/:slug/files/:fileId/preview',
  who: 'link',
  summary: 'One file to be looked at, with Range and HEAD',
  mediaTypes: previewMediaTypes,
  hasRanges: true,
  params: z.object({ slug, fileId: id }),
  /** `seen`: a recorded message is heard or seen now; it is loaded before. */
  query: z.object({ user: token, dl: token, as: previewForm, seen: z.optional(z.literal('1')) }),
  reply: 'bytes',
  errors: [...linkErrors, ...unreadable],
})
export const downloadZip = defineRoute({
  method: 'GET',
  path: '/api/transfers/:slug/zip',
  who: 'link',
  summary: 'Everything or a selection as one zip, with Range and HEAD',
  mediaTypes: ['application/zip'],
  hasRanges: true,
  params,
  query: z.object({ user: token, dl: token, selection: token }),
  reply: 'bytes',
  errors: [...linkErrors, 'selectionUnknown', ...unreadable],
})
/** The specification's own call: tells where the zip of chosen files is to be had (H1). */
export const zip = defineRoute({
  method: 'POST',
  path: '/zip',
  who: 'link',
  summary: 'The address of a zip of a transfer or of chosen files',
  body: z.object({ slug, user: token, dl: token, downloads: z.optional(z.array(id).check(z.maxLength(10_000, 'tooLong'))) }),
  reply: z.object({ url: z.string() }),
  errors: [...linkErrors, 'selectionUnknown', 'tooManySelections'],
})
