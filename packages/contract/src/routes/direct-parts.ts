/** Parts that go straight to the store, past the server (O3): where a blob says `via: "store"`, and its parts are neither small nor huge. */
import * as z from 'zod/mini'
import { directParts } from '../limits.ts'
import { byteCount, id } from './fields.ts'
import { defineRoute } from './route.ts'
import { ticketErrors } from './uploads.ts'

const uploadParams = z.object({ uploadId: id })
const partErrors = [
  ...ticketErrors,
  'requestTakenDown',
  'accountSuspended',
  'notDirect',
  'uploadClosed',
  'uploadChecking',
  'unavailable',
] as const
const token = z.string().check(z.minLength(1, 'required'), z.maxLength(1000, 'tooLong'))

export const giveTargets = defineRoute({
  method: 'POST',
  path: '/api/uploads/:uploadId/targets',
  who: 'ticket',
  summary: 'Addresses at which parts are put straight into the store: each takes, once and soon, the bytes that it was asked for',
  params: uploadParams,
  body: z.object({
    blobId: id,
    parts: z
      .array(z.object({ offset: byteCount, length: byteCount, crc32: z.string().check(z.regex(/^[0-9a-f]{8}$/, 'invalid')) }))
      .check(z.minLength(1, 'required'), z.maxLength(directParts.perCall, 'tooLong')),
  }),
  reply: z.object({
    targets: z.array(z.object({ url: z.string(), headers: z.record(z.string(), z.string()), token: z.string() })),
  }),
  errors: [...partErrors, 'partOutOfBounds'],
})

const maxSegments = directParts.maxBytes / directParts.segmentBytes

export const confirmPart = defineRoute({
  method: 'POST',
  path: '/api/uploads/:uploadId/stored',
  who: 'ticket',
  status: 204,
  summary: 'What was put into the store becomes a part of the upload; may be repeated',
  params: uploadParams,
  body: z.object({
    blobId: id,
    token,
    /** The CRC-32 of each 256 KiB of the part, 8 hex digits each, joined. */
    segments: z.string().check(z.regex(/^([0-9a-f]{8})+$/, 'invalid'), z.maxLength(8 * maxSegments, 'tooLong')),
  }),
  reply: 'none',
  errors: [...partErrors, 'partDamaged', 'partIncomplete', 'partOverlaps', 'tooMuchWritten'],
})
