/** What people say of the service, and what is new in it (T7). */
import * as z from 'zod/mini'
import { feedbackMaxChars } from '../limits.ts'
import { feedbackRatings } from '../states.ts'
import { email, milliseconds, ok, textUpTo } from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { defineRoute } from './route.ts'

/** Fields that the server knows itself are taken without an error and ignored: who it is, when, and what a session link would tell, for no session is recorded. */
export const sendFeedback = defineRoute({
  method: 'POST',
  path: '/api/feedback',
  who: 'user',
  scope: 'account',
  isOwnAccount: true,
  summary: 'Say what one thinks of the service; it is kept, and mailed to its operator',
  headers: idempotencyKey,
  body: z.object({
    message: z.pipe(
      z.pipe(
        textUpTo(feedbackMaxChars),
        z.transform((text: string) => text.trim()),
      ),
      z.string().check(z.minLength(1, 'required')),
    ),
    rating: z.enum(feedbackRatings),
    /** The page that it is said on. */
    route: z._default(textUpTo(500), ''),
    /** The same again says nothing twice; without it the call's Idempotency-Key counts. */
    requestKey: z.optional(textUpTo(200)),
    email: z.optional(z.union([email, z.literal('')])),
  }),
  reply: ok,
  errors: ['invalidInput', 'signedOut', 'rateLimited'],
})

/** Takes the question: true once for each count of log-ins that asks, in whichever page comes first. */
export const askFeedback = defineRoute({
  method: 'POST',
  path: '/api/feedback/ask',
  who: 'user',
  isOwnAccount: true,
  summary: 'Whether to ask now what one thinks of the service',
  reply: z.object({ isDue: z.boolean() }),
  errors: ['signedOut'],
})

export const newsTypes = ['new', 'improved', 'fixed'] as const

const changelogEntry = z.object({
  id: z.string(),
  types: z.array(z.enum(newsTypes)),
  created: milliseconds,
  title: z.string(),
  markdownDetails: z.string(),
})
export type ChangelogEntry = z.output<typeof changelogEntry>

export const changelog = defineRoute({
  method: 'GET',
  path: '/api/canny/changelog',
  who: 'anyone',
  summary: 'What is new, newest first, in the caller’s language',
  reply: z.object({ entries: z.array(changelogEntry) }),
  errors: [],
})
