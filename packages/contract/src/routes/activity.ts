/** What others did lately with everything that the caller has sent (T1). */
import * as z from 'zod/mini'
import { eventActors, eventKinds } from '../states.ts'
import { id, milliseconds, slug, wholeNumber } from './fields.ts'
import { defineRoute } from './route.ts'

const activity = z.object({
  id,
  at: milliseconds,
  kind: z.enum([...eventKinds, 'downloaded']),
  actor: z.enum(eventActors),
  slug,
  /** The transfer's title, or the name of its first file. */
  transferName: z.string(),
  transferFileCount: z.int(),
  /** Of a recipient; null where only the link is known. */
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  company: z.nullable(z.string()),
  /** ISO 3166; null where unknown. */
  countryCode: z.nullable(z.string()),
  /** In the caller's language. */
  country: z.string(),
  city: z.string(),
  /** How many files a download had, or all that one person downloaded in one visit. */
  fileCount: z.nullable(z.int()),
})
export type Activity = z.output<typeof activity>

export const readActivity = defineRoute({
  method: 'GET',
  path: '/api/activity',
  who: 'user',
  scope: 'read',
  summary: 'What others did lately with the caller’s transfers, newest first',
  query: z.object({
    limit: z._default(wholeNumber(1, 30), 30),
  }),
  reply: z.object({ activities: z.array(activity) }),
  errors: ['invalidInput', 'signedOut'],
})
