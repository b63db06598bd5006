/** A sent transfer's files: added, replaced, taken out, with their history, the link unchanged (T9). */
import * as z from 'zod/mini'
import { byteCount, id, milliseconds, slug } from './fields.ts'
import { defineRoute } from './route.ts'
import { fitRefusals } from './uploads.ts'

const filesPerCall = 10_000
const params = z.object({ slug })
const versionNumber = z.coerce.number().check(z.int('invalid'), z.minimum(1, 'tooSmall'), z.maximum(2 ** 31 - 1, 'tooLarge'))
const ownErrors = ['invalidInput', 'signedOut', 'notYours'] as const
const changeErrors = [...ownErrors, 'accountSuspended', 'transferTakenDown', 'transferUploading'] as const

const fileSet = z.object({
  version: z.int(),
  /** Without empty folders. */
  fileNumber: z.int(),
  totalBytes: byteCount,
})

/**
 * `uploadId`: an upload that was begun with `forTransfer` and has arrived whole. Each of its files takes the place of the one that it
 * `replaces`, else of the one with its path (equal after NFC and case folding), else it comes last. Repeated it changes nothing more.
 */
export const changeFiles = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/files',
  who: 'user',
  scope: 'send',
  summary: 'Add, replace and take out files of a sent transfer, as its next version',
  params,
  body: z.object({
    uploadId: z.optional(id),
    replaces: z._default(
      z
        .array(z.object({ fileId: id, path: z.string().check(z.maxLength(4096, 'tooLong')) }))
        .check(z.maxLength(filesPerCall, 'tooLong')),
      [],
    ),
    remove: z._default(z.array(id).check(z.maxLength(filesPerCall, 'tooLong')), []),
  }),
  reply: fileSet,
  errors: [...changeErrors, ...fitRefusals, 'tooManyVersions', 'uploadNotFound', 'uploadClosed', 'uploadChecking', 'fileLost'],
})

const sized = { path: z.string(), size: byteCount }
const changed = z.object({
  count: z.int(),
  /** The first of them. */
  files: z.array(z.object({ ...sized, before: z.optional(z.object(sized)) })),
})
const fileVersion = z.extend(fileSet, {
  at: milliseconds,
  /** The version whose files it has again. */
  restoredVersion: z.nullable(z.int()),
  added: changed,
  replaced: changed,
  removed: changed,
  /** All its files are still kept, and none is lost. */
  isKept: z.boolean(),
})
export type FileVersion = z.output<typeof fileVersion>

const history = z.object({
  /** Newest first; the one that the link gives is the first. */
  versions: z.array(fileVersion),
  /** What older versions alone hold; freeing gives it back. */
  oldBytes: byteCount,
})
export type FileHistory = z.output<typeof history>

export const readVersions = defineRoute({
  method: 'GET',
  path: '/api/transfers/:slug/versions',
  who: 'user',
  scope: 'read',
  summary: 'What happened to the files of one of the caller’s transfers',
  params,
  reply: history,
  errors: ownErrors,
})

export const restoreVersion = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/versions/:version/restore',
  who: 'user',
  scope: 'send',
  summary: 'A new version with the files of an earlier one; no byte is copied',
  params: z.object({ slug, version: versionNumber }),
  reply: fileSet,
  errors: [...changeErrors, ...fitRefusals, 'tooManyVersions', 'versionFreed', 'fileLost'],
})

/** Of files that only older versions have. What other transfers hold stays, and what somebody is downloading, until it is freed again. */
export const freeVersions = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/versions/free',
  who: 'user',
  scope: 'send',
  summary: 'Delete what only older versions hold, and give its room back',
  params,
  reply: z.object({ freedBytes: byteCount }),
  errors: ownErrors,
})
