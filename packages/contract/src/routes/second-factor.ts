/** Proving who one is beside the password: the second step of a log-in (A10), and a fresh proof of whoever is logged in (A12). */
import * as z from 'zod/mini'
import { recoveryCodes, stepCodeLength } from '../limits.ts'
import { normalizeCode } from '../rules/verification-code.ts'
import { session } from './accounts.ts'
import { milliseconds, ok, password } from './fields.ts'
import { idempotencyKey, ownProgram } from './headers.ts'
import { answerErrors, assertion } from './passkeys.ts'
import { defineRoute } from './route.ts'

/** Of the app, or a recovery code, as typed: case, blanks and dashes are nothing. */
const stepCode = z.pipe(
  z.pipe(z.string().check(z.maxLength(64, 'tooLong')), z.transform(normalizeCode)),
  z.string().check(z.refine((text) => text.length === stepCodeLength || text.length === recoveryCodes.length, 'invalid')),
)
const appCode = z.pipe(stepCode, z.string().check(z.length(stepCodeLength, 'invalid')))

const ofPerson = { who: 'user', isOwnAccount: true } as const
const userErrors = ['invalidInput', 'signedOut', 'sessionNeeded'] as const
const tried = ['secondFactorWrong', 'rateLimited'] as const

export const logInSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/log-in/second-factor',
  who: 'browser',
  credential: 'halfLogIn',
  summary:
    'The second step of a log-in: a code of the app or a recovery code, after combinedAuth was answered with secondFactorNeeded',
  headers: { ...ownProgram, ...idempotencyKey },
  body: z.object({ code: stepCode, remember: z._default(z.boolean(), false) }),
  reply: session,
  errors: ['invalidInput', 'halfLogInOver', ...tried],
})

const secondFactor = z.object({
  isOn: z.boolean(),
  /** Null while it is off. */
  since: z.nullable(milliseconds),
  recoveryCodesLeft: z.int(),
  /** Browsers that are not asked for a code. */
  remembered: z.int(),
})
export type SecondFactor = z.output<typeof secondFactor>

export const readSecondFactor = defineRoute({
  ...ofPerson,
  method: 'GET',
  path: '/api/second-factor',
  summary: 'Whether log-ins of the account ask for a code as well',
  reply: secondFactor,
  errors: userErrors,
})

export const beginSecondFactor = defineRoute({
  ...ofPerson,
  method: 'POST',
  path: '/api/second-factor',
  needsProof: true,
  summary: 'A key for an authenticator app, in place of one that was never confirmed; nothing changes before that',
  reply: z.object({
    /** To type, in base 32. */
    key: z.string(),
    /** The same as an address, which apps read from a QR code. */
    address: z.string(),
  }),
  errors: [...userErrors, 'proofNeeded', 'secondFactorOn'],
})

/** Told this once. */
const codesReply = z.object({ recoveryCodes: z.array(z.string()) })

export const confirmSecondFactor = defineRoute({
  ...ofPerson,
  method: 'POST',
  path: '/api/second-factor/confirm',
  needsProof: true,
  summary:
    'Ask for a code at each log-in from now on, shown by a first code that the app knows the key; every other device is logged out',
  body: z.object({ code: appCode }),
  reply: codesReply,
  errors: [...userErrors, 'proofNeeded', 'secondFactorOn', 'secondFactorOff', ...tried],
})

export const removeSecondFactor = defineRoute({
  ...ofPerson,
  method: 'DELETE',
  path: '/api/second-factor',
  needsProof: true,
  summary: 'Log in with the password alone again; recovery codes and remembered browsers end',
  reply: ok,
  errors: [...userErrors, 'proofNeeded'],
})

export const renewRecoveryCodes = defineRoute({
  ...ofPerson,
  method: 'POST',
  path: '/api/second-factor/recovery-codes',
  needsProof: true,
  summary: 'Other recovery codes, in place of all that there were',
  reply: codesReply,
  errors: [...userErrors, 'proofNeeded', 'secondFactorOff'],
})

/** `by` of the error proofNeeded says which of the first two it is: a code where the second step is on, else the password. `hasPasskey`: or a passkey. */
export const prove = defineRoute({
  ...ofPerson,
  method: 'POST',
  path: '/api/proof',
  summary:
    'Prove anew who is there, which lasts for ten minutes: by the password, or by a code where the second step is on, or by a passkey',
  headers: idempotencyKey,
  body: z.union([z.object({ password }), z.object({ code: stepCode }), z.object({ passkey: assertion })]),
  reply: ok,
  errors: [...userErrors, 'proofNeeded', 'passwordNotYours', 'unavailable', 'secondFactorWrong', ...answerErrors],
})
