/** What an operator sees of accounts and reports, and decides about them (O11, D7). */
import * as z from 'zod/mini'
import { operatorLimits, searchMaxChars } from '../limits.ts'
import { type PlanLimit, paidRoles, roles } from '../plans.ts'
import { mayBe, writeLimits } from '../rules/own-limits.ts'
import { ownerStatuses, reportOutcomes, reportReasons } from '../states.ts'
import { byteCount, id, milliseconds, ownLimits, slug, textUpTo } from './fields.ts'
import { act, actErrors, goesOn, ofOperator, place, readErrors } from './operator-calls.ts'
import { defineRoute } from './route.ts'

const reason = z.pipe(
  z.pipe(
    textUpTo(operatorLimits.reasonChars),
    z.transform((text: string) => text.trim()),
  ),
  z.string().check(z.minLength(1, 'required')),
)

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
  /** In the place of the plan's; null: none. */
  ownLimits,
  /** The latest changes of them first: as `sampan user limits` takes them, and why. */
  limitActs: z.array(
    z.object({
      _id: id,
      by: z.nullable(z.string()),
      isByCommand: z.boolean(),
      limits: z.string(),
      reason: z.string(),
      at: milliseconds,
    }),
  ),
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

const wish = (name: PlanLimit) =>
  z.optional(z.union([z.number(), z.enum(['unlimited', 'plan'])]).check(z.refine((given) => mayBe(name, given), 'invalid')))

export const adminSetLimits = defineRoute({
  ...act,
  path: '/api/admin/users/:userId/limits',
  summary: 'Give an account other limits than its plan’s, or the plan’s again; what is not named stays',
  params: ofUser,
  body: z.object({
    limits: z
      .object({
        uploadBytes: wish('uploadBytes'),
        storageBytes: wish('storageBytes'),
        recipients: wish('recipients'),
        files: wish('files'),
        transfersPerMonth: wish('transfersPerMonth'),
        requestsPerMonth: wish('requestsPerMonth'),
        contacts: wish('contacts'),
      })
      .check(z.refine((limits) => writeLimits(limits) !== '', 'required')),
    reason,
  }),
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
  _id: id,
  kind: z.enum(['transfer', 'request']),
  slug: z.string(),
  title: z.string(),
  state: z.string(),
  /** Taken down, also where its owner has deleted it besides. */
  isDown: z.boolean(),
  /** Of what its owner has deleted: until when they may bring it back; null where that is over, and of what is not deleted. */
  restorableUntil: z.nullable(milliseconds),
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
  query: z.object({ which: z._default(z.enum(['open', 'all']), 'open'), before: z.optional(place) }),
  reply: z.object({ reported: z.array(reported), ...goesOn }),
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
