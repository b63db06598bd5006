/** News of what changed, as it changes: whoever hears of it asks anew by the ordinary calls. */
import * as z from 'zod/mini'
import { defineRoute } from './route.ts'

/**
 * Server-sent events, one JSON object as the data of each: what of the caller's changed. `all` comes first, and whenever something may
 * have been missed. Lines that begin with a colon keep the stream open. Ends with the session.
 */
export const live = defineRoute({
  method: 'GET',
  path: '/api/live',
  who: 'user',
  scope: 'read',
  summary: 'What changes of the caller’s, as server-sent events',
  reply: 'events',
  errors: ['signedOut', 'accountSuspended', 'rateLimited', 'unavailable'],
})

const liveEvent = z.union([
  z.object({ what: z.literal('all') }),
  z.object({ what: z.literal('notifications') }),
  z.object({ what: z.literal('team') }),
  z.object({ what: z.literal('transfer'), slug: z.optional(z.string()) }),
  z.object({ what: z.literal('request'), slug: z.optional(z.string()) }),
])
export type LiveEvent = z.output<typeof liveEvent>

/** Null for what is no event of ours, or not yet. */
export function readLiveEvent(data: unknown): LiveEvent | null {
  const read = z.safeParse(liveEvent, data)
  return read.success ? read.data : null
}
