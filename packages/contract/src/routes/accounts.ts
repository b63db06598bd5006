/** Accounts and their sessions (A1 to A3). */
import * as z from 'zod/mini'
import { roles } from '../plans.ts'
import { teamRoles } from '../rules/teams.ts'
import { ownerStatuses } from '../states.ts'
import {
  byteCount,
  code,
  email,
  id,
  language,
  milliseconds,
  name,
  newPassword,
  ok,
  ownId,
  ownLimits,
  password,
  slug,
  textUpTo,
} from './fields.ts'
import { idempotencyKey, ownProgram } from './headers.ts'
import { registration } from './passkey-fields.ts'
import { defineRoute } from './route.ts'
import { requestSettings, transferSettings } from './settings.ts'

/** The end of a licence code, the code itself is kept nowhere; empty where there is none. */
const hint = z.string()
/** As the specification names it (§3). */
const isSumo = z.object({
  isSumo: z.boolean(),
  ...{ code1: hint, code2: hint, code3: hint, code4: hint, code5: hint, code6: hint, code7: hint, code8: hint },
})

/** As the specification names it (§3); what is not there yet is empty. */
export const user = z.object({
  _id: id,
  email: z.string(),
  fullName: z.string(),
  company: z.string(),
  role: z.enum(roles),
  /** The role as a plan: Free where no role is found (spec §4). */
  plan: z.enum(roles),
  /** Limits that are not the plan's (O11); null: none. */
  ownLimits,
  status: z.enum(ownerStatuses),
  /** The caller's own customer with the payment provider; who belongs to a team has none, nor codes. */
  stripeId: z.string(),
  isSumo,
  language,
  /** False for who logs in by a provider or a passkey alone: where a call takes the password, a fresh proof stands for it (A11). */
  hasPassword: z.boolean(),
  isTeamMember: z.boolean(),
  /** Runs the service (O11). */
  isOperator: z.boolean(),
  finished_onboarding: z.boolean(),
  loginCount: z.int(),
  /** Bytes kept and reserved. */
  folderSize: byteCount,
  createdAt: milliseconds,
  /** Addresses of pictures; empty where there is none. The logo is the company's (A6). */
  profilePic: z.string(),
  logoPic: z.string(),
  /** Mails that may be turned off (A5). */
  tellsDownloads: z.boolean(),
  tellsExpiry: z.boolean(),
  /** The account goes then; null: it stays. */
  deleteAt: z.nullable(milliseconds),
  /** Suspended by the operator, whose words these are; empty where there are none, null where it is not suspended (A8). */
  suspendedFor: z.nullable(z.string()),
  /** What an account's transfers and requests begin with (B4). */
  transferSettings,
  requestSettings,
  endorsely_referral: z.nullable(z.string()),
  region: z.string(),
  /** Whose account the team is that this one belongs to; null for who belongs to none. */
  parentAdmin: z.nullable(
    z.object({
      ...{ parentAdminID: id, parentEmail: z.string() },
      ...{ parentAdminFullName: z.string(), parentAdminProfilePic: z.string() },
    }),
  ),
  parentAdminID: z.nullable(id),
  /** That team, or the account's own; null where nobody else is in it. `ownerId` names it in the header `Sampan-Team`. */
  team: z.nullable(
    z.object({
      ...{ ownerId: id, name: z.string(), role: z.enum(teamRoles) },
      /** What whoever acts for it acts under. */
      ...{ plan: z.enum(roles), ownLimits, status: z.enum(ownerStatuses), folderSize: byteCount },
      members: z.array(
        z.object({ _id: id, email: z.string(), fullName: z.string(), profilePic: z.string(), finished_onboarding: z.boolean() }),
      ),
    }),
  ),
  /** Of domains of one's own: null for who has none. */
  ...{ pmDomain: z.null(), domain_status: z.null(), customDomainOption: z.null(), typedDomain: z.null() },
  /** Asked for by a call of their own: there may be thousands. */
  contacts: z.null(),
})
export type User = z.output<typeof user>

/** `refreshToken` is null for browsers, whose cookie holds it, and set for command-line clients (`X-Sampan: cli`). */
export const session = z.object({ accessToken: z.string(), refreshToken: z.nullable(z.string()), user })
export type Session = z.output<typeof session>
/** `savedSlug`: the transfer of `save`, where it is the account's now. */
const signedUp = z.extend(session, { savedSlug: z.nullable(slug) })
export type SignedUp = z.output<typeof signedUp>

export const newsignupverify = defineRoute({
  method: 'POST',
  path: '/newsignupverify',
  who: 'browser',
  summary: 'Without verifyComplete mail a sign-up code, with it prove the address; a proved one may sign up',
  headers: idempotencyKey,
  body: z.object({
    email,
    verifyComplete: z.optional(z.nullable(code)),
    isTeamMember: z.optional(z.nullable(z.boolean())),
    /** That the account is to have: one that would be refused is so before a code is mailed. It is not kept. */
    password: z.optional(z.nullable(newPassword)),
    language: z.optional(language),
  }),
  reply: z.object({ ok: z.literal(true), verified: z.boolean(), expiresAt: z.nullable(z.iso.datetime()) }),
  errors: ['invalidInput', 'emailTaken', 'codeWrong', 'passwordLogInOff', 'rateLimited'],
})

/** Status, trial and fingerprint of the specification's payload are the server's to know: taken without an error, ignored. */
export const signup2 = defineRoute({
  method: 'POST',
  path: '/signup2',
  who: 'browser',
  summary: 'Create the account of a proved address and sign in',
  credential: 'signUpTicket',
  headers: ownProgram,
  body: z.object({
    email,
    password: z.optional(newPassword),
    /** In place of a password: one that was made of what beginPasskeySignUp answers (A9). */
    passkey: z.optional(registration),
    fullName: z.optional(name),
    company: z.optional(name),
    lang: z.optional(language),
    referrer: z.optional(z.nullable(textUpTo(2000))),
    endorsely_referral: z.optional(z.nullable(textUpTo(200))),
    /** A plan on sale starts its trial; any other word is Free (A1). */
    role: z.optional(z.nullable(textUpTo(100))),
    period: z.optional(z.nullable(textUpTo(100))),
    /** A transfer that this browser has sent without an account, and the account is to have (Q14). */
    save: z.optional(z.nullable(textUpTo(32))),
  }),
  reply: signedUp,
  errors: [
    'invalidInput',
    'addressNotVerified',
    'emailTaken',
    'passkeyWrong',
    'passkeyOver',
    'passkeyElsewhere',
    'passkeyThere',
    'passwordLogInOff',
    'rateLimited',
  ],
})

export const combinedAuth = defineRoute({
  method: 'POST',
  path: '/combinedAuth',
  who: 'browser',
  summary: 'Log in',
  headers: ownProgram,
  body: z.object({ email, password }),
  reply: session,
  errors: ['invalidInput', 'loginFailed', 'secondFactorNeeded', 'passwordLogInOff', 'rateLimited', 'unavailable'],
})

export const refreshToken = defineRoute({
  method: 'GET',
  path: '/refreshToken',
  who: 'sameOrigin',
  summary: 'Restore the session: a new access token, and the next refresh token in its cookie',
  headers: ownProgram,
  reply: session,
  errors: ['signedOut', 'notYours'],
})

export const logout = defineRoute({
  method: 'GET',
  path: '/logout',
  who: 'sameOrigin',
  summary: 'End this session',
  headers: ownProgram,
  reply: ok,
  errors: ['notYours'],
})

export const updateProfile = defineRoute({
  method: 'POST',
  path: '/updateProfile',
  who: 'user',
  scope: 'account',
  isOwnAccount: true,
  summary:
    'Change name, company, language and which mails are sent; end the onboarding. Nothing given: who the caller is, API tokens too',
  body: z.object({
    userid: ownId,
    fullName: z.optional(name),
    company: z.optional(name),
    language: z.optional(language),
    tellsDownloads: z.optional(z.boolean()),
    tellsExpiry: z.optional(z.boolean()),
    finished_onboarding: z.optional(z.literal(true)),
  }),
  reply: z.object({ user }),
  errors: ['invalidInput', 'signedOut', 'sessionNeeded', 'notYours'],
})

export const folderSize = defineRoute({
  method: 'POST',
  path: '/folderSize',
  who: 'user',
  scope: 'read',
  summary: 'What is used of the plan: storage in bytes, this month’s transfers, and contacts',
  body: z.object({ userid: ownId }),
  reply: z.object({
    folderSize: byteCount,
    storageBytes: byteCount,
    thisMonthsTransfers: z.int(),
    /** null: unlimited. */
    transfersPerMonth: z.nullable(z.int()),
    contactCount: z.int(),
    contactLimit: z.nullable(z.int()),
  }),
  errors: ['invalidInput', 'signedOut', 'notYours'],
})
