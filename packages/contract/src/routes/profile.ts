/** The person behind an account: picture, a copy of all data, the end of the account, and what was sent before there was one (A5 to A8). */
import * as z from 'zod/mini'
import { pictures } from '../limits.ts'
import { exportStates } from '../states.ts'
import { user } from './accounts.ts'
import { byteCount, id, milliseconds, ownPassword, slug, textUpTo } from './fields.ts'
import { defineRoute } from './route.ts'

const userErrors = ['invalidInput', 'signedOut', 'notYours'] as const
const userReply = z.object({ user })

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Base64 makes four characters of three bytes. */
const pictureMaxChars = Math.ceil(pictures.maxBytes / 3) * 4

export const setPicture = defineRoute({
  method: 'POST',
  path: '/api/account/picture',
  who: 'user',
  isOwnAccount: true,
  summary: 'Set the caller’s picture: a PNG, JPEG or WebP square in base64',
  body: z.object({
    picture: z.base64('invalid').check(z.minLength(1, 'required'), z.maxLength(pictureMaxChars, 'tooLong')),
  }),
  reply: userReply,
  errors: [...userErrors, 'sessionNeeded', 'bodyTooLarge', 'pictureRefused'],
})

export const removePicture = defineRoute({
  method: 'DELETE',
  path: '/api/account/picture',
  who: 'user',
  isOwnAccount: true,
  summary: 'Remove the caller’s picture',
  reply: userReply,
  errors: [...userErrors, 'sessionNeeded'],
})

/** The id says nothing and cannot be guessed; another picture has another one. */
export const readPicture = defineRoute({
  method: 'GET',
  path: '/api/pictures/:pictureId',
  who: 'anyone',
  summary: 'A picture by its address',
  mediaTypes: pictureTypes,
  params: z.object({ pictureId: id }),
  reply: 'bytes',
  errors: ['invalidInput', 'notYours'],
})

/** The name is signed by the server, which looks nothing up for anybody else. */
export const readLogo = defineRoute({
  method: 'GET',
  path: '/api/logos/:signedDomain',
  who: 'anyone',
  summary: 'The logo of a company, by the address that its account was told',
  mediaTypes: pictureTypes,
  params: z.object({ signedDomain: textUpTo(400) }),
  reply: 'bytes',
  errors: ['invalidInput', 'notYours', 'rateLimited'],
})

const accountExport = z.object({
  state: z.enum(exportStates),
  createdAt: milliseconds,
  /** From then on it is gone. */
  expiresAt: milliseconds,
  sizeBytes: byteCount,
  /** Where its bytes are, for some minutes; null until it is ready. */
  href: z.nullable(z.string()),
})
export type AccountExport = z.output<typeof accountExport>
const exportReply = z.object({ export: z.nullable(accountExport) })

export const readExport = defineRoute({
  method: 'GET',
  path: '/api/account/export',
  who: 'user',
  isOwnAccount: true,
  summary: 'How far the copy of the caller’s data is',
  reply: exportReply,
  errors: ['signedOut', 'sessionNeeded'],
})

export const askExport = defineRoute({
  method: 'POST',
  path: '/api/account/export',
  who: 'user',
  isOwnAccount: true,
  needsProof: true,
  summary: 'Have a copy of all data made; a mail tells when it is ready. While one is being made, it is that one',
  reply: exportReply,
  errors: ['signedOut', 'sessionNeeded', 'notYours', 'rateLimited', 'proofNeeded'],
})

export const downloadExport = defineRoute({
  method: 'GET',
  path: '/api/exports/:key',
  who: 'anyone',
  summary: 'The zip of a copy, by the signed name that its account was told',
  mediaTypes: ['application/zip'],
  params: z.object({ key: textUpTo(200) }),
  reply: 'bytes',
  errors: ['invalidInput', 'notYours'],
})

/** Links close at once and open again if the account is kept (A5). */
export const deleteAccount = defineRoute({
  method: 'POST',
  path: '/api/account/delete',
  who: 'user',
  isOwnAccount: true,
  summary: 'Have the account deleted with all it holds, seven days from now',
  body: z.object({ password: ownPassword }),
  reply: userReply,
  errors: [...userErrors, 'sessionNeeded', 'passwordNotYours', 'proofNeeded', 'rateLimited', 'unavailable'],
})

export const keepAccount = defineRoute({
  method: 'POST',
  path: '/api/account/keep',
  who: 'user',
  isOwnAccount: true,
  summary: 'Keep the account after all',
  reply: userReply,
  errors: ['signedOut', 'sessionNeeded', 'notYours', 'keepTooLate'],
})

/** With the header `lastVisit` (milliseconds), the first visit of this browser as its page remembers it. */
export const anonCheck = defineRoute({
  method: 'GET',
  path: '/anonCheck',
  who: 'browser',
  summary: 'Whether this browser sent something that an account could keep',
  headers: {
    lastVisit: { summary: 'First visit of this browser as its page remembers it, in milliseconds', pattern: '^\\d{1,15}$' },
  },
  reply: z.object({
    /** How many transfers. */
    toSave: z.int(),
    /** The newest of them, and the address that it was sent from. */
    slug: z.nullable(slug),
    email: z.nullable(z.string()),
    /** The first visit was long enough ago for the page to speak of it. */
    isDue: z.boolean(),
  }),
  errors: ['signedOut'],
})

export const contentNames = ['account-access'] as const
export type ContentName = (typeof contentNames)[number]

export const readContent = defineRoute({
  method: 'GET',
  path: '/api/content/:name',
  who: 'anyone',
  summary: 'A text of the operator’s, as Markdown in the caller’s language',
  params: z.object({ name: z.enum(contentNames) }),
  reply: z.object({ markdown: z.string() }),
  errors: ['invalidInput', 'notYours'],
})
