/** What a team's people have done (M3): for who leads it, and changed by nobody. */
import * as z from 'zod/mini'
import { searchMaxChars } from '../limits.ts'
import { loggedActs } from '../rules/team-log.ts'
import { id, milliseconds, textUpTo, wholeNumber } from './fields.ts'
import { defineRoute } from './route.ts'

const filter = {
  /** Part of a name, an address or what it was about. */
  search: z.optional(textUpTo(searchMaxChars)),
  person: z.optional(id),
  act: z.optional(z.enum(loggedActs)),
}
const entry = z.object({
  id,
  at: milliseconds,
  act: z.enum(loggedActs),
  /** Null once the account is gone; its address stays. */
  userId: z.nullable(id),
  email: z.string(),
  /** A transfer's or request's name, or somebody's address. */
  about: z.string(),
})
export type LogEntry = z.output<typeof entry>

const errors = ['invalidInput', 'signedOut', 'notYours'] as const

export const readTeamLog = defineRoute({
  method: 'GET',
  path: '/api/team/log',
  who: 'user',
  scope: 'account',
  isLeadersOnly: true,
  summary: 'What the people of the team have done, the latest first',
  query: z.object({ ...filter, before: z.optional(id), limit: z._default(wholeNumber(1, 200), 50) }),
  reply: z.object({ entries: z.array(entry), hasMore: z.boolean() }),
  errors,
})

export const exportTeamLog = defineRoute({
  method: 'GET',
  path: '/api/team/log/export',
  who: 'user',
  scope: 'account',
  isLeadersOnly: true,
  summary: 'The same as CSV, whole',
  mediaTypes: ['text/csv'],
  query: z.object(filter),
  reply: 'bytes',
  errors,
})
