/** Fields that several routes share. Messages are codes of the catalogue's fields. */

import * as z from 'zod/mini'
import { languages } from '../languages.ts'
import {
  codeLength,
  messageMaxChars,
  passwordMaxChars,
  passwordMinChars,
  requestLimits,
  slugLength,
  thumbnails,
} from '../limits.ts'
import { mostOfLimit, type PlanLimit } from '../plans.ts'
import { readAcceptedType } from '../rules/accepted-types.ts'
import { fitsMessage } from '../rules/message.ts'
import { isEmail, normalizeEmail } from '../rules/recipients.ts'
import { normalizeCode } from '../rules/verification-code.ts'

export const email = z.pipe(
  z.pipe(z.string().check(z.maxLength(320, 'tooLong')), z.transform(normalizeEmail)),
  z.string().check(z.refine(isEmail, 'invalidEmail')),
)
export const slug = z.string().check(z.regex(new RegExp(`^[0-9A-Za-z]{${slugLength},32}$`), 'invalid'))
export const id = z.uuid('invalid')
/** Text that Postgres cannot hold (NUL) is taken out rather than refused: nobody types it. */
const withoutNul = z.transform((text: string) => text.replaceAll('\0', ''))
export const textUpTo = (chars: number) => z.pipe(z.string().check(z.maxLength(chars, 'tooLong')), withoutNul)
export const name = textUpTo(200)
export const message = z.pipe(
  z.pipe(z.string().check(z.maxLength(messageMaxChars * 8, 'tooLong')), withoutNul),
  z.string().check(z.refine(fitsMessage, 'tooLong')),
)
export const code = z.pipe(
  z.pipe(z.string().check(z.maxLength(64, 'tooLong')), z.transform(normalizeCode)),
  z.string().check(z.length(codeLength, 'invalid')),
)
export const byteCount = z.int('invalid').check(z.minimum(0, 'tooSmall'), z.maximum(Number.MAX_SAFE_INTEGER, 'tooLarge'))
const limitOf = (name: PlanLimit) => z.int('invalid').check(z.minimum(1, 'tooSmall'), z.maximum(mostOfLimit[name], 'tooLarge'))
const endlessOf = (name: PlanLimit) => z.exactOptional(z.nullable(limitOf(name)))
/** What an operator gave an account in the place of its plan's limits (O11): null within is without a limit, null altogether nothing. */
export const ownLimits = z.nullable(
  z.object({
    uploadBytes: z.exactOptional(limitOf('uploadBytes')),
    storageBytes: z.exactOptional(limitOf('storageBytes')),
    recipients: z.exactOptional(limitOf('recipients')),
    files: z.exactOptional(limitOf('files')),
    transfersPerMonth: endlessOf('transfersPerMonth'),
    requestsPerMonth: endlessOf('requestsPerMonth'),
    contacts: endlessOf('contacts'),
  }),
)
/** Years 1 to 9999. */
export const milliseconds = z.number().check(z.minimum(-62_135_596_800_000, 'invalid'), z.maximum(253_402_300_799_999, 'invalid'))
export const language = z.enum(languages)
/** A recipient's token: 128 bits in base62. */
export const userToken = z.string().check(z.regex(/^[0-9A-Za-z]{22}$/, 'invalid'))
/** Counted in characters as people see them typed; whether it is a common one only the server looks up (K5). */
export const newPassword = z.string().check(
  z.refine((text) => [...text].length >= passwordMinChars, 'passwordTooShort'),
  z.maxLength(passwordMaxChars, 'tooLong'),
)
export const password = z.string().check(z.minLength(1, 'required'), z.maxLength(1000, 'tooLong'))
/** The caller's own, once more; empty for an account without one, for which a fresh proof stands (A11, A12). */
export const ownPassword = z.string().check(z.maxLength(1000, 'tooLong'))
/** An id that a caller may name although the server knows it: anything but the caller's own is refused. */
export const ownId = z.optional(z.nullable(z.string().check(z.maxLength(200, 'tooLong'))))
/** Of every call that mails to a transfer's people (R41). */
export const mailErrors = ['rateLimited', 'tooManyMails'] as const
export const ok = z.object({ ok: z.literal(true) })
const item = z.object({
  fileName: z.string(),
  size: z.optional(z.union([z.number(), z.string()])),
  itemPath: z.optional(z.string()),
})
/** File lists of a sending come from the plan of its upload: what is told of them here is taken and ignored. */
export const fileItems = z.optional(z.array(item).check(z.maxLength(10_000, 'tooLong')))

/**
 * What was recorded in the page, by the paths of the upload's plan, and small pictures of videos that the page has made: JPEG or WebP in
 * base64. A path that is not in the plan says nothing.
 */
export const recorded = {
  recordedVideos: fileItems,
  voiceMemo: fileItems,
  posters: z.optional(
    z
      .array(
        z.object({
          itemPath: z.string(),
          image: z
            .string()
            .check(
              z.maxLength(Math.ceil((thumbnails.posterBytes * 4) / 3) + 4, 'tooLong'),
              z.regex(/^[0-9A-Za-z+/]+={0,2}$/, 'invalid'),
            ),
        }),
      )
      .check(z.maxLength(thumbnails.posters, 'tooLong')),
  ),
}

/** Types that a request takes, as rules/accepted-types keeps them. */
export const acceptedTypes = z
  .array(
    z.pipe(
      z.pipe(z.string().check(z.maxLength(20, 'tooLong')), z.transform(readAcceptedType)),
      z.string('invalid').check(z.minLength(1, 'invalid')),
    ),
  )
  .check(z.maxLength(requestLimits.acceptedTypes, 'tooLong'))

/** Of a query, where everything is text. */
export const wholeNumber = (min: number, max: number) =>
  z.coerce.number().check(z.int('invalid'), z.minimum(min, 'tooSmall'), z.maximum(max, 'tooLarge'))
