/**
 * The operator's pages (O11): the state of the service, and what its operator decides. To everybody else each of these calls is an unknown
 * address. None shows a file or a password, and none acts as somebody else.
 */
import * as z from 'zod/mini'
import { operatorLimits, searchMaxChars } from '../limits.ts'
import { paidRoles, roles } from '../plans.ts'
import { feedbackRatings, operatorActs, ownerStatuses, reportOutcomes, reportReasons } from '../states.ts'
import { byteCount, id, milliseconds, ok, slug, textUpTo } from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { defineRoute } from './route.ts'

const ofOperator = { who: 'operator' } as const
const readErrors = ['invalidInput', 'notFound', 'signedOut', 'operatorUnsecured'] as const
/** What changes something wants a fresh proof, and is written down. */
const act = { ...ofOperator, method: 'POST', needsProof: true, headers: idempotencyKey } as const
const actErrors = [...readErrors, 'proofNeeded'] as const
const older = z.object({ before: z.optional(id) })
const reason = z.pipe(
  z.pipe(
    textUpTo(operatorLimits.reasonChars),
    z.transform((text: string) => text.trim()),
  ),
  z.string().check(z.minLength(1, 'required')),
)

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

const finding = z.object({
  about: z.string(),
  state: z.enum(['good', 'note', 'bad']),
  says: z.string(),
  change: z.array(z.string()),
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
  summary: 'Look at the installation from all sides, as `sampan doctor --quick` does. Changes nothing',
  reply: z.object({ findings: z.array(finding) }),
  errors: readErrors,
})

const job = z.object({
  _id: z.string(),
  kind: z.string(),
  /** What went wrong in its last try. */
  error: z.string(),
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

const userRow = z.object({
  _id: id,
  email: z.string(),
  fullName: z.string(),
  company: z.string(),
  role: z.enum(roles),
  status: z.enum(ownerStatuses),
  usedBytes: byteCount,
  createdAt: milliseconds,
  isOperator: z.boolean(),
})
export type AdminUserRow = z.output<typeof userRow>

const oneUser = z.object({
  ...userRow.shape,
  storageBytes: z.nullable(byteCount),
  transfers: z.int(),
  thisMonthsTransfers: z.int(),
  transfersPerMonth: z.nullable(z.int()),
  sessions: z.int(),
  loginCount: z.int(),
  /** Given by the operator; null where subscription and licence codes alone decide. */
  givenRole: z.nullable(z.enum(roles)),
  suspendedAt: z.nullable(milliseconds),
  deleteAt: z.nullable(milliseconds),
  /** All suspensions and their ends, oldest first. */
  standingActs: z.array(z.object({ act: z.enum(['suspended', 'restored']), reason: z.string(), at: milliseconds })),
})
export type AdminUser = z.output<typeof oneUser>

export const adminUsers = defineRoute({
  ...ofOperator,
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Accounts, the newest first',
  query: z.object({
    /** Part of an address, a name or a company. */
    search: z.optional(textUpTo(searchMaxChars)),
    before: z.optional(id),
  }),
  reply: z.object({ users: z.array(userRow), hasMore: z.boolean() }),
  errors: readErrors,
})

const ofUser = z.object({ userId: id })

export const adminUser = defineRoute({
  ...ofOperator,
  method: 'GET',
  path: '/api/admin/users/:userId',
  summary: 'One account: its plan, what it uses and how it stands. Never its files',
  params: ofUser,
  reply: oneUser,
  errors: readErrors,
})

export const adminSuspendUser = defineRoute({
  ...act,
  path: '/api/admin/users/:userId/suspend',
  summary: 'Suspend an account: it may log in, delete and export, but not send, and its links are closed',
  params: ofUser,
  body: z.object({ reason }),
  reply: oneUser,
  errors: actErrors,
})

export const adminRestoreUser = defineRoute({
  ...act,
  path: '/api/admin/users/:userId/restore',
  summary: 'End an account’s suspension',
  params: ofUser,
  body: z.object({ reason }),
  reply: oneUser,
  errors: actErrors,
})

export const adminSetRole = defineRoute({
  ...act,
  path: '/api/admin/users/:userId/role',
  summary: 'Give an account a plan for good; null takes it back',
  params: ofUser,
  body: z.object({ role: z.nullable(z.enum(paidRoles)) }),
  reply: oneUser,
  errors: actErrors,
})

export const adminEndSessions = defineRoute({
  ...act,
  path: '/api/admin/users/:userId/endSessions',
  summary: 'Log an account out everywhere, its API tokens and programs too',
  params: ofUser,
  reply: oneUser,
  errors: actErrors,
})

const reported = z.object({
  kind: z.enum(['transfer', 'request']),
  slug: z.string(),
  title: z.string(),
  state: z.string(),
  senderEmail: z.string(),
  reports: z.int(),
  reasons: z.array(z.enum(reportReasons)),
  latestAt: milliseconds,
})
export type AdminReported = z.output<typeof reported>

export const adminReports = defineRoute({
  ...ofOperator,
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'Transfers and file requests that were reported, the latest report first',
  query: z.object({ which: z._default(z.enum(['open', 'all']), 'open') }),
  reply: z.object({ reported: z.array(reported), hasMore: z.boolean() }),
  errors: readErrors,
})

const ofSlug = z.object({ slug })

export const adminReport = defineRoute({
  ...ofOperator,
  method: 'GET',
  path: '/api/admin/reports/:slug',
  summary: 'Everything that was reported of one transfer or file request',
  params: ofSlug,
  reply: z.object({
    reports: z.array(
      z.object({
        _id: id,
        reason: z.enum(reportReasons),
        text: z.string(),
        email: z.nullable(z.string()),
        at: milliseconds,
        outcome: z.nullable(z.enum(reportOutcomes)),
      }),
    ),
  }),
  errors: readErrors,
})

const decided = z.object({ changed: z.boolean(), settled: z.int(), copies: z.array(z.string()) })

export const adminTakeDown = defineRoute({
  ...act,
  path: '/api/admin/reports/:slug/takeDown',
  summary: 'Take a transfer or a file request down: its link answers 451 from then on. Nothing is deleted',
  params: ofSlug,
  body: z.object({
    /** Also every other transfer that holds files of it. */
    withCopies: z._default(z.boolean(), false),
    /** Of a request: what it has received cannot be had any more either. */
    withFiles: z._default(z.boolean(), false),
  }),
  reply: decided,
  errors: actErrors,
})

export const adminPutBack = defineRoute({
  ...act,
  path: '/api/admin/reports/:slug/putBack',
  summary: 'Lift the taking down of a transfer or a file request',
  params: ofSlug,
  reply: decided,
  errors: actErrors,
})

export const adminDismiss = defineRoute({
  ...act,
  path: '/api/admin/reports/:slug/dismiss',
  summary: 'Let the reports of a transfer or a file request go; nothing happens to it',
  params: ofSlug,
  reply: decided,
  errors: actErrors,
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
  reply: z.object({ bounces: z.array(bounce), hasMore: z.boolean() }),
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
