/** Files that are looked at, listened to and watched without being downloaded (D4), and the small pictures of them (K5). */
import * as z from 'zod/mini'
import { mediaKinds } from '../states.ts'
import { id, slug } from './fields.ts'
import { defineRoute } from './route.ts'

/** What a list says of a file that can be looked at; what it does not say it has not. */
export const shownFile = {
  /** Recorded in the page that sent it (Q9, Q10). */
  media: z.optional(z.enum(mediaKinds)),
  /** The address of its small picture, good for some minutes (K5). */
  thumbnail: z.optional(z.string()),
  /** A second version of what is heard, that every phone plays: `as=audio`. */
  hasAudio: z.optional(z.literal(true)),
}

/** As it is, as the picture of what no browser shows, or as the sound that every phone plays. */
export const previewForms = ['original', 'picture', 'audio'] as const
export type PreviewForm = (typeof previewForms)[number]
export const previewForm = z._default(z.enum(previewForms), 'original')
export const previewMediaTypes = [
  'image/*',
  'audio/*',
  'video/*',
  'application/pdf',
  'text/plain',
  'application/octet-stream',
] as const

const userErrors = ['invalidInput', 'signedOut', 'notYours', 'transferTakenDown'] as const
const address = z.object({ url: z.string() })

/** Of a transfer of the caller's own. The address stands for one file, for some hours or as long as the session lives and nothing is blocked, and for nothing else. */
export const previewOwn = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/files/:fileId/previews',
  who: 'user',
  scope: 'read',
  summary: 'The address at which one of the caller’s own files can be looked at',
  params: z.object({ slug, fileId: id }),
  reply: address,
  errors: userErrors,
})
export const previewReceived = defineRoute({
  method: 'POST',
  path: '/api/requests/:slug/files/:fileId/previews',
  who: 'user',
  scope: 'requests',
  summary: 'The address at which a received file can be looked at',
  params: z.object({ slug, fileId: id }),
  reply: address,
  errors: [...userErrors, 'requestTakenDown'],
})

const token = z.object({ token: z.string().check(z.maxLength(600, 'tooLong')) })
const unreadable = ['fileLost', 'fileUnreadable', 'fileInfected', 'fileNotScanned'] as const

export const readPreview = defineRoute({
  method: 'GET',
  path: '/api/previews/:token',
  who: 'link',
  summary: 'A file to be looked at by its owner, with Range and HEAD',
  mediaTypes: previewMediaTypes,
  hasRanges: true,
  params: token,
  query: z.object({ as: previewForm }),
  reply: 'bytes',
  errors: ['invalidInput', 'notYours', ...unreadable],
})

/** 404 once its time is over, or where the file is gone. */
export const readThumbnail = defineRoute({
  method: 'GET',
  path: '/api/thumbnails/:token',
  who: 'link',
  summary: 'The small picture of a file',
  mediaTypes: ['image/webp', 'image/jpeg'],
  params: token,
  reply: 'bytes',
  errors: ['invalidInput', 'notYours'],
})
