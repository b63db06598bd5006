/** What an account's transfers and requests begin with, and how places are kept (B4). */
import * as z from 'zod/mini'
import { placeLevels } from '../states.ts'
import { message } from './fields.ts'
import { defineRoute } from './route.ts'

/** Missing: as for everybody. An expiry that the plan does not allow (any more) is passed over. */
export const transferSettings = z.object({
  sendAs: z.optional(z.enum(['email', 'link'])),
  expirySeconds: z.optional(z.int('invalid').check(z.minimum(1, 'tooSmall'))),
  notifyOnDownload: z.optional(z.boolean()),
  message: z.optional(message),
})
export type TransferSettings = z.output<typeof transferSettings>

export const requestSettings = z.object({
  expirySeconds: z.optional(z.int('invalid').check(z.minimum(1, 'tooSmall'))),
  notifyOnUpload: z.optional(z.boolean()),
  message: z.optional(message),
})
export type RequestSettings = z.output<typeof requestSettings>

const settings = z.object({
  transferSettings,
  requestSettings,
  /** A mail for each visit, or one a day with all of them. */
  downloadMails: z.enum(['each', 'daily']),
  places: z.enum(placeLevels),
})
export type Settings = z.output<typeof settings>

/** The most that the operator allows of places, and that is known of them here. */
const reply = z.object({ settings, mostPlaces: z.enum(placeLevels) })

export const readSettings = defineRoute({
  method: 'GET',
  path: '/api/settings',
  who: 'user',
  scope: 'account',
  isOwnAccount: true,
  summary: 'What the caller’s transfers and requests begin with',
  reply,
  errors: ['signedOut'],
})

/** Each part that is given takes the place of what was there. */
export const changeSettings = defineRoute({
  method: 'PATCH',
  path: '/api/settings',
  who: 'user',
  scope: 'account',
  isOwnAccount: true,
  summary: 'Change what the caller’s transfers and requests begin with',
  body: z.partial(settings),
  reply,
  errors: ['invalidInput', 'signedOut', 'expiryNotAllowed'],
})
