/** Mail that its readers do not want: by the signed link in each mail to a recipient, and by the button of their mail program (RFC 8058). */
import * as z from 'zod/mini'
import { defineRoute } from './route.ts'

// Malformed tokens are unknown tokens: they must look like any wrong one, not like a bad request.
const token = z.pipe(
  z.string().check(z.maxLength(600, 'tooLong')),
  z.transform((text) => text.replace(/[^\w-]/g, '_')),
)
const params = z.object({ token })

const refusalView = z.object({
  /** Who sent the mail; null for one that several senders' mails were joined in. */
  sender: z.nullable(z.string()),
  refusesSender: z.boolean(),
  /** Whoever of this installation sends. */
  refusesAll: z.boolean(),
})
export type RefusalView = z.output<typeof refusalView>
const errors = ['invalidInput', 'mailLinkInvalid'] as const

/** Changes nothing: programs that look at mails follow their links. */
export const readRefusal = defineRoute({
  method: 'GET',
  path: '/api/unsubscribe/:token',
  who: 'link',
  summary: 'Whose mails the reader of a mail refuses',
  params,
  reply: refusalView,
  errors,
})
/** Without a scope, as mail programs post it: the sender of that mail; of a joined one, all. */
export const refuseMail = defineRoute({
  method: 'POST',
  path: '/unsubscribe/:token',
  who: 'link',
  form: true,
  summary: 'Refuse further mail from a sender, or from all, or allow it again',
  params,
  body: z._default(z.object({ scope: z.optional(z.enum(['sender', 'all'])), refuse: z._default(z.enum(['yes', 'no']), 'yes') }), {
    refuse: 'yes',
  }),
  reply: refusalView,
  errors,
})
export type Refusing = z.output<typeof refuseMail.body>
