/**
 * The operator's pages (O11): the state of the service, and what is done about its work. To everybody else each of these calls is an unknown
 * address. None shows a file or a password, and none acts as somebody else.
 */
import * as z from 'zod/mini'
import { adviceCodes, findingCodes, findingSubjects } from '../findings.ts'
import { roles } from '../plans.ts'
import { feedbackRatings, operatorActs } from '../states.ts'
import { byteCount, id, milliseconds, ok } from './fields.ts'
import { act, actErrors, goesOn, ofOperator, place, readErrors } from './operator-calls.ts'
import { defineRoute } from './route.ts'

const older = z.object({ before: z.optional(id) })

export const adminFirst = defineRoute({
  method: 'POST',
  path: '/api/admin/first',
  who: 'user',
  isOwnAccount: true,
  summary: 'Become the first operator, by the link that the service has written on its terminal at its start',
  body: z.object({ token: z.string().check(z.maxLength(200, 'tooLong')) }),
  reply: ok,
  errors: ['invalidInput', 'signedOut', 'sessionNeeded', 'firstLinkDead'],
})

const slots = z.record(z.string(), z.union([z.string(), z.number()]))
const finding = z.object({
  about: z.enum(findingSubjects),
  state: z.enum(['good', 'note', 'bad']),
  code: z.enum(findingCodes),
  /** What the sentence of the code names. */
  values: slots,
  /** That sentence in the language of the command line. */
  says: z.string(),
  /** Lines to copy and sentences, in the language of the command line. */
  change: z.array(z.string()),
  /** The same: a line as it is, or a sentence by its code. */
  advice: z.array(z.union([z.string(), z.object({ code: z.enum(adviceCodes), values: slots })])),
})
export type AdminFinding = z.output<typeof finding>

export const adminHealth = defineRoute({
  ...ofOperator,
  method: 'GET',
  path: '/api/admin/health',
  summary: 'The version that runs, and since when',
  reply: z.object({ version: z.string(), startedAt: milliseconds, node: z.string(), accounts: z.int() }),
  errors: readErrors,
})

export const adminExamine = defineRoute({
  ...ofOperator,
  method: 'POST',
  path: '/api/admin/examine',
  summary: 'Look at the installation from all sides, as `sampan doctor` does. Changes nothing',
  /** `yes`: for more than a minute, in which is seen whether the proxy waits for what rests. */
  query: z.object({ timeOuts: z._default(z.enum(['yes', 'no']), 'no') }),
  reply: z.object({ findings: z.array(finding) }),
  errors: readErrors,
})

const job = z.object({
  _id: z.string(),
  kind: z.string(),
  /** What went wrong in its last try, as the program that failed has said it. */
  error: z.string(),
  /** The same where it is an error of ours: told by its code in the reader's language. */
  problem: z.nullable(z.object({ code: z.string(), details: slots })),
  tries: z.int(),
  failedAt: milliseconds,
})
export type AdminJob = z.output<typeof job>

export const adminQueue = defineRoute({
  ...ofOperator,
  method: 'GET',
  path: '/api/admin/queue',
  summary: 'How much work waits, and the work that was given up, the latest first',
  reply: z.object({ waiting: z.int(), failed: z.int(), oldestSeconds: z.number(), jobs: z.array(job) }),
  errors: readErrors,
})

const ofJob = z.object({ jobId: z.string().check(z.regex(/^\d{1,18}$/, 'invalid')) })

export const adminRetryJob = defineRoute({
  ...act,
  path: '/api/admin/queue/:jobId/retry',
  summary: 'Try work once more that was given up; any other is left as it is',
  params: ofJob,
  reply: ok,
  errors: actErrors,
})

export const adminDropJob = defineRoute({
  ...act,
  path: '/api/admin/queue/:jobId/drop',
  summary: 'Forget work that was given up; any other is left as it is',
  params: ofJob,
  reply: ok,
  errors: actErrors,
})

export const adminStorage = defineRoute({
  ...ofOperator,
  method: 'GET',
  path: '/api/admin/storage',
  summary: 'What is stored in all, what is free, and who stores the most',
  reply: z.object({
    usedBytes: byteCount,
    /** Announced by uploads that are under way. */
    reservedBytes: byteCount,
    /** Null where the store does not tell. */
    freeBytes: z.nullable(byteCount),
    biggest: z.array(z.object({ _id: id, email: z.string(), role: z.enum(roles), usedBytes: byteCount })),
  }),
  errors: readErrors,
})

const said = z.object({
  _id: id,
  at: milliseconds,
  rating: z.enum(feedbackRatings),
  message: z.string(),
  route: z.string(),
  email: z.string(),
  handledAt: z.nullable(milliseconds),
})
export type AdminFeedback = z.output<typeof said>

export const adminFeedback = defineRoute({
  ...ofOperator,
  method: 'GET',
  path: '/api/admin/feedback',
  summary: 'What people say of the service, the newest first',
  query: z.object({ which: z._default(z.enum(['open', 'all']), 'open'), before: z.optional(id) }),
  reply: z.object({ feedback: z.array(said), hasMore: z.boolean() }),
  errors: readErrors,
})

export const adminHandleFeedback = defineRoute({
  ...act,
  path: '/api/admin/feedback/:feedbackId/handled',
  summary: 'Mark what somebody has said as handled, or as open again',
  params: z.object({ feedbackId: id }),
  body: z.object({ isHandled: z.boolean() }),
  reply: ok,
  errors: actErrors,
})

const bounce = z.object({
  _id: id,
  kind: z.enum(['transfer', 'request']),
  email: z.string(),
  reason: z.string(),
  mailedAt: z.nullable(milliseconds),
  slug: z.string(),
  senderEmail: z.string(),
})
export type AdminBounce = z.output<typeof bounce>

export const adminBounces = defineRoute({
  ...ofOperator,
  method: 'GET',
  path: '/api/admin/bounces',
  summary: 'Mails that came back for good, the latest first',
  query: z.object({ before: z.optional(place) }),
  reply: z.object({ bounces: z.array(bounce), ...goesOn }),
  errors: readErrors,
})

const entry = z.object({
  _id: id,
  at: milliseconds,
  /** Null on the command line, and once the account is gone. */
  by: z.nullable(z.string()),
  isByCommand: z.boolean(),
  act: z.enum(operatorActs),
  /** An account’s address while there is the account, else what it was about: a slug, or a kind of work. */
  about: z.string(),
  /** The reason, or the plan. */
  detail: z.string(),
})
export type AdminAct = z.output<typeof entry>

export const adminAudit = defineRoute({
  ...ofOperator,
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'Everything that operators have done, the latest first; nobody can change it',
  query: older,
  reply: z.object({ acts: z.array(entry), hasMore: z.boolean() }),
  errors: readErrors,
})
