/**
 * Logging in by a provider (A11). What begins at `GET /sign-in/{provider}` and ends at `GET /sign-in/{provider}/done` is for browsers,
 * which are led on; these are the calls around it.
 */
import * as z from 'zod/mini'
import { id, milliseconds, name, ok, password, textUpTo } from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { defineRoute } from './route.ts'

const ofPerson = { who: 'user', isOwnAccount: true } as const
const userErrors = ['invalidInput', 'signedOut', 'sessionNeeded'] as const
/** As the settings name it. */
const provider = z.string().check(z.regex(/^[a-z0-9-]{1,30}$/, 'invalid'))
/** Where the page goes to: the provider's own. */
const leadsOn = z.object({ address: z.string() })

const connection = z.object({
  _id: id,
  provider: z.string(),
  /** That the person had there when they were last here; empty where the provider tells none. */
  email: z.string(),
  createdAt: milliseconds,
  lastUsedAt: milliseconds,
})
export type Connection = z.output<typeof connection>

const connections = z.object({
  connections: z.array(connection),
  /** Whom a provider has told of in this browser before they logged in: they may be connected now. */
  waiting: z.nullable(z.object({ provider: z.string(), email: z.string() })),
})
export type Connections = z.output<typeof connections>

export const listConnections = defineRoute({
  ...ofPerson,
  method: 'GET',
  path: '/api/sign-in-providers',
  summary: 'Providers that the account is logged in by, and one that waits to be connected in this browser',
  reply: connections,
  errors: userErrors,
})

export const beginConnecting = defineRoute({
  ...ofPerson,
  method: 'POST',
  path: '/api/sign-in-providers/begin',
  needsProof: true,
  summary: 'Begin to connect the account to a provider, in the same browser; the way back leads to the page of security',
  body: z.object({ provider }),
  reply: leadsOn,
  errors: [...userErrors, 'proofNeeded', 'signInUnknown', 'signInAway', 'rateLimited'],
})

export const confirmConnecting = defineRoute({
  ...ofPerson,
  method: 'POST',
  path: '/api/sign-in-providers',
  status: 201,
  needsProof: true,
  summary: 'Connect the one that waits in this browser; its owner is told by mail',
  reply: z.object({ connection }),
  errors: [...userErrors, 'proofNeeded', 'signInOver', 'signInTaken', 'signInUnknown'],
})

export const removeConnection = defineRoute({
  ...ofPerson,
  method: 'DELETE',
  path: '/api/sign-in-providers/:connectionId',
  needsProof: true,
  summary: 'Log in by this provider no more; every other session that it has opened ends, and the owner is told by mail',
  headers: idempotencyKey,
  params: z.object({ connectionId: id }),
  reply: ok,
  errors: [...userErrors, 'proofNeeded', 'notYours', 'lastWayIn'],
})

export const beginProviderProof = defineRoute({
  ...ofPerson,
  method: 'POST',
  path: '/api/proof/provider',
  summary: 'Begin a fresh proof by a provider, which asks the person anew; the way back leads to `next`, a page of ours',
  body: z.object({ provider, next: textUpTo(500) }),
  reply: leadsOn,
  errors: [...userErrors, 'proofNeeded', 'signInUnknown', 'signInAway', 'rateLimited'],
})

export const answerProvider = defineRoute({
  method: 'POST',
  path: '/api/sign-in-providers/:provider/answer',
  who: 'browser',
  credential: 'signInTrip',
  summary: 'Of a directory, which leads nobody away: the name and password there, for what was begun in this browser',
  headers: idempotencyKey,
  params: z.object({ provider }),
  body: z.object({ name: z.pipe(name, z.string().check(z.minLength(1, 'required'))), password }),
  /** Where the page goes on to. */
  reply: z.object({ to: z.string() }),
  errors: [
    'invalidInput',
    'rateLimited',
    'signInUnknown',
    'signInAway',
    'signInDenied',
    'signInWrong',
    'signInFailed',
    'signInDisabled',
    'signInExpired',
    'signInOver',
    'signInUnproven',
    'signInDomain',
    'signInTaken',
    'signInOther',
    'signInNotFresh',
  ],
})

/** As OpenID Connect has it: a form with one token, which says itself whom it is of. */
export const backChannelLogOut = defineRoute({
  method: 'POST',
  path: '/sign-in/:provider/logout',
  who: 'anyone',
  credential: 'logOutToken',
  summary: 'For the provider: whoever logged out there is logged out here (OpenID Connect Back-Channel Logout)',
  params: z.object({ provider }),
  rawBody: 'application/x-www-form-urlencoded',
  reply: ok,
  errors: ['invalidInput', 'signInUnknown', 'signInAway', 'webhookRefused'],
})
