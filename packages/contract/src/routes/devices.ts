/** Signing in without a browser of one's own: a code that is confirmed in one (device flow), and tokens for scripts (O7, A3). */
import * as z from 'zod/mini'
import { apiTokenDays, defaultApiTokenDays, deviceCodeLength } from '../limits.ts'
import { normalizeCode } from '../rules/verification-code.ts'
import { sessionKinds, type TokenScope, tokenScopes } from '../states.ts'
import { session } from './accounts.ts'
import { id, milliseconds, ok, textUpTo } from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { defineRoute } from './route.ts'

/** As typed: case, blanks and dashes are nothing; O is 0, I and L are 1. */
const userCode = z.pipe(
  z.pipe(z.string().check(z.maxLength(64, 'tooLong')), z.transform(normalizeCode)),
  z.string().check(z.length(deviceCodeLength, 'invalid')),
)
const secret = z.string().check(z.minLength(1, 'required'), z.maxLength(200, 'tooLong'))
const scopes = z.array(z.enum(tokenScopes)).check(z.minLength(1, 'required'), z.maxLength(tokenScopes.length, 'tooLong'))
/** What the command line needs for all that it does; a token for which nobody says more has these too. */
export const programScopes = ['send', 'read', 'requests'] as const satisfies readonly TokenScope[]
const userErrors = ['invalidInput', 'signedOut', 'sessionNeeded'] as const

export const beginDevice = defineRoute({
  method: 'POST',
  path: '/api/devices/begin',
  who: 'anyone',
  status: 201,
  summary: 'A program asks to be signed in: a secret to ask with, and a short code that a person confirms',
  body: z.object({
    program: textUpTo(100),
    hostName: textUpTo(200),
    /** What the program is to be allowed; without it all that the account itself may, as a browser. */
    scopes: z.optional(scopes),
  }),
  reply: z.object({
    deviceCode: z.string(),
    /** Eight characters; shown with a dash in the middle. */
    userCode: z.string(),
    /** Where the code is confirmed. */
    verificationUrl: z.string(),
    expiresInSeconds: z.int(),
    intervalSeconds: z.int(),
  }),
  errors: ['invalidInput', 'rateLimited'],
})

/** Whoever asks sooner than the interval is told to slow down, and has to wait longer from then on. */
export const pollDevice = defineRoute({
  method: 'POST',
  path: '/api/devices/poll',
  who: 'anyone',
  summary: 'Whether the code was confirmed; if so the session, whose refresh token the program keeps',
  body: z.object({ deviceCode: secret }),
  reply: z.object({
    state: z.enum(['waiting', 'slowDown', 'allowed', 'denied', 'expired']),
    intervalSeconds: z.int(),
    session: z.nullable(session),
  }),
  errors: ['invalidInput'],
})

const deviceRequest = z.object({
  program: z.string(),
  hostName: z.string(),
  /** What it asks to be allowed; null: all that the account itself may. */
  scopes: z.nullable(z.array(z.enum(tokenScopes))),
  ip: z.string(),
  /** In the caller's language; empty where unknown. */
  countryName: z.string(),
  cityName: z.string(),
  askedAt: milliseconds,
  expiresAt: milliseconds,
})
export type DeviceRequest = z.output<typeof deviceRequest>

export const readDevice = defineRoute({
  method: 'GET',
  path: '/api/devices/:userCode',
  who: 'user',
  isOwnAccount: true,
  summary: 'What asks to be signed in by this code',
  params: z.object({ userCode }),
  reply: deviceRequest,
  errors: [...userErrors, 'deviceUnknown', 'rateLimited'],
})
export const decideDevice = defineRoute({
  method: 'POST',
  path: '/api/devices/:userCode',
  who: 'user',
  isOwnAccount: true,
  summary: 'Sign the program in to the caller’s account, or turn it away',
  params: z.object({ userCode }),
  body: z.object({ isAllowed: z.boolean() }),
  reply: ok,
  errors: [...userErrors, 'deviceUnknown', 'rateLimited'],
})

const lastUse = z.object({
  /** To the minute. */
  at: milliseconds,
  ip: z.string(),
  /** In the caller’s language; empty where unknown. */
  countryName: z.string(),
  cityName: z.string(),
  /** What it said of itself. */
  program: z.string(),
})

const apiToken = z.object({
  _id: id,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: milliseconds,
  /** Null: not until it is revoked. */
  expiresAt: z.nullable(milliseconds),
  /** It is still shown for a while. */
  isExpired: z.boolean(),
  /** To the minute; null: never. */
  lastUsedAt: z.nullable(milliseconds),
  /** Null also for a use of which nothing but its time is known. */
  lastUse: z.nullable(lastUse),
})
export type ApiToken = z.output<typeof apiToken>

/** For programs: by it they know for whom they act, and what for. */
export const readToken = defineRoute({
  method: 'GET',
  path: '/api/token',
  who: 'user',
  scope: 'any',
  isOwnAccount: true,
  summary: 'Whose the session or token of this call is, what it may do, and until when',
  reply: z.object({
    userId: id,
    email: z.string(),
    kind: z.enum(sessionKinds),
    /** Null: all that the account itself may. */
    scopes: z.nullable(z.array(z.enum(tokenScopes))),
    /** Null: not until it is revoked. */
    expiresAt: z.nullable(milliseconds),
  }),
  errors: ['signedOut'],
})

export const listTokens = defineRoute({
  method: 'GET',
  path: '/api/tokens',
  who: 'user',
  isOwnAccount: true,
  summary: 'The caller’s API tokens, newest first',
  reply: z.object({ tokens: z.array(apiToken) }),
  errors: userErrors,
})
export const createToken = defineRoute({
  method: 'POST',
  path: '/api/tokens',
  who: 'user',
  isOwnAccount: true,
  status: 201,
  needsProof: true,
  summary: 'A new API token, which may for the account what its scopes say; it is told this once',
  headers: idempotencyKey,
  body: z.object({
    name: textUpTo(100),
    scopes: z._default(scopes, [...programScopes]),
    /** How many days it lives; null: until it is revoked. */
    days: z._default(z.literal(apiTokenDays), defaultApiTokenDays),
  }),
  reply: z.object({ secret: z.string(), token: apiToken }),
  errors: [...userErrors, 'tooManyTokens', 'proofNeeded'],
})
export const revokeToken = defineRoute({
  method: 'DELETE',
  path: '/api/tokens/:tokenId',
  who: 'user',
  isOwnAccount: true,
  summary: 'End an API token and what it has under way',
  params: z.object({ tokenId: id }),
  reply: ok,
  errors: [...userErrors, 'notYours'],
})
