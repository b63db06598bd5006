/** What a link lacks is asked of its sender (X2, X3): more time, more downloads, the password; and reports of what should not be there (D7): from people without an account. */
import * as z from 'zod/mini'
import { reportTextMaxChars } from '../limits.ts'
import { reportReasons } from '../states.ts'
import { email, message, milliseconds, slug, textUpTo } from './fields.ts'
import { defineRoute } from './route.ts'

const params = z.object({ slug })
// Malformed tokens are unknown tokens: they must look like any wrong one, not like a bad request.
const token = z.pipe(
  z.string().check(z.maxLength(600, 'tooLong')),
  z.transform((text) => text.replace(/[^\w.-]/g, '_')),
)
const query = z.object({ user: z.optional(token), dl: z.optional(token) })

/** What somebody says of what should not be there. */
export const report = z.object({
  reason: z.enum(reportReasons),
  text: z._default(textUpTo(reportTextMaxChars), ''),
  /** For an answer; a form sends an empty one. */
  email: z.optional(z.union([z.literal(''), email])),
})

/** By a personal link it is the recipient who asks, whatever address the body names. */
export const requestTime = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/timeRequests',
  who: 'link',
  form: true,
  summary: 'Ask the sender of a link for more time, more downloads or the password, whichever it lacks',
  params,
  query,
  body: z.object({ email: z.optional(email), note: z._default(message, '') }),
  reply: z.object({ email: z.string() }),
  errors: [
    'invalidInput',
    'transferUnknown',
    'transferDeleted',
    'transferDisabled',
    'transferTakenDown',
    'downloadLimitReached',
    'linkStillOpen',
    'tooLateToExtend',
    'rateLimited',
  ],
})

/** `extended`: its one press was made; the link lives until `expiryDate`. */
const extensionView = z.object({
  state: z.enum(['asked', 'extended']),
  receiverEmail: z.string(),
  note: z.string(),
  askedAt: milliseconds,
  /** Of what: its title, or the first file's name. */
  title: z.string(),
  fileCount: z.int(),
  /** When the link ended, or ends now. */
  expiryDate: milliseconds,
})
export type ExtensionView = z.output<typeof extensionView>
const extensionErrors = ['invalidInput', 'extensionDead', 'rateLimited'] as const

/** Changes nothing: programs that look at mails follow their links. */
export const readExtension = defineRoute({
  method: 'GET',
  path: '/api/extensions/:token',
  who: 'link',
  summary: 'Who asks for more time, and for what',
  params: z.object({ token }),
  reply: extensionView,
  errors: extensionErrors,
})
/** Spec §2. Once; whoever repeats it gets the same answer. */
export const checkExtension = defineRoute({
  method: 'POST',
  path: '/checkExtension',
  who: 'link',
  form: true,
  summary: 'Extend a link for 48 hours',
  body: z.object({ token }),
  reply: z.object({ expiryDate: milliseconds, receiverEmail: z.string() }),
  errors: [...extensionErrors, 'accountSuspended'],
})

/** The same by the sender's own account, for everybody who waits; of a link that lives, its end. */
export const giveTime = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/extension',
  who: 'user',
  scope: 'send',
  summary: 'Give those who ask for more time 48 hours',
  params,
  reply: z.object({ expiryDate: milliseconds }),
  errors: ['invalidInput', 'signedOut', 'notYours', 'accountSuspended', 'extensionDead'],
})

export const reportTransfer = defineRoute({
  method: 'POST',
  path: '/api/transfers/:slug/reports',
  who: 'link',
  form: true,
  summary: 'Tell the operator that a transfer should not be there',
  params,
  query,
  body: report,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['invalidInput', 'transferUnknown', 'transferDeleted', 'rateLimited'],
})
