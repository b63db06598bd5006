/** Passkeys (A9): a log-in, or a proof of who is there, by a key that a device or a password manager keeps. */
import * as z from 'zod/mini'
import { passkeyNameChars } from '../limits.ts'
import { session } from './accounts.ts'
import { email, id, milliseconds, ok } from './fields.ts'
import { idempotencyKey, ownProgram } from './headers.ts'
import { base64url, keyType, named, registration } from './passkey-fields.ts'
import { defineRoute } from './route.ts'

export type { Registration } from './passkey-fields.ts'

/** The same of one that answers a question. */
export const assertion = z.object({
  ...named,
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: z.optional(z.nullable(base64url(200))),
  }),
})
export type Assertion = z.output<typeof assertion>

const known = z.array(z.object({ id: z.string(), type: keyType, transports: z.array(z.string()) }))
const userVerification = z.literal('required')

/** PublicKeyCredentialCreationOptions in JSON. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: keyType, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: known,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification,
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.output<typeof creationOptions>

/** PublicKeyCredentialRequestOptions in JSON; no passkey is named where the account is not known yet. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: known,
  userVerification,
})
export type RequestOptions = z.output<typeof requestOptions>

const ofPerson = { who: 'user', isOwnAccount: true } as const
const userErrors = ['invalidInput', 'signedOut', 'sessionNeeded'] as const
/** Of what a passkey has answered. */
export const answerErrors = [
  'passkeyWrong',
  'passkeyUnknown',
  'passkeyOver',
  'passkeyCopied',
  'passkeyElsewhere',
  'rateLimited',
] as const

export const beginPasskeyLogIn = defineRoute({
  method: 'POST',
  path: '/api/log-in/passkey/begin',
  who: 'browser',
  summary: 'What a passkey has to answer for a log-in in this browser, within ten minutes',
  reply: requestOptions,
  errors: ['invalidInput'],
})

export const beginPasskeySignUp = defineRoute({
  method: 'POST',
  path: '/api/sign-up/passkey/begin',
  who: 'browser',
  credential: 'signUpTicket',
  summary: 'What a browser makes the passkey of that a proved address signs up with, in place of a password, within ten minutes',
  body: z.object({ email }),
  reply: creationOptions,
  errors: ['invalidInput', 'addressNotVerified', 'passwordLogInOff'],
})

export const logInPasskey = defineRoute({
  method: 'POST',
  path: '/api/log-in/passkey',
  who: 'browser',
  summary: 'Log in with a passkey: it is both steps in one, no code is asked for',
  headers: { ...ownProgram, ...idempotencyKey },
  body: z.object({ passkey: assertion }),
  reply: session,
  errors: ['invalidInput', ...answerErrors],
})

export const beginPasskeyProof = defineRoute({
  ...ofPerson,
  method: 'POST',
  path: '/api/proof/passkey',
  summary: 'What a passkey of the account has to answer for a fresh proof (POST /api/proof)',
  reply: requestOptions,
  errors: userErrors,
})

const passkey = z.object({
  _id: id,
  /** Empty where nothing was known of the device. */
  name: z.string(),
  createdAt: milliseconds,
  /** Null: never. */
  lastUsedAt: z.nullable(milliseconds),
  /** Somebody may have a copy of it: since then it opens nothing any more. */
  refusedAt: z.nullable(milliseconds),
})
export type Passkey = z.output<typeof passkey>

export const listPasskeys = defineRoute({
  ...ofPerson,
  method: 'GET',
  path: '/api/passkeys',
  summary: 'The account’s passkeys, newest first',
  reply: z.object({ passkeys: z.array(passkey) }),
  errors: userErrors,
})

export const beginPasskey = defineRoute({
  ...ofPerson,
  method: 'POST',
  path: '/api/passkeys/begin',
  needsProof: true,
  summary: 'What a browser makes a passkey of, within ten minutes',
  reply: creationOptions,
  errors: [...userErrors, 'proofNeeded', 'tooManyPasskeys'],
})

export const addPasskey = defineRoute({
  ...ofPerson,
  method: 'POST',
  path: '/api/passkeys',
  status: 201,
  needsProof: true,
  summary: 'Keep the passkey that was made; it is named after the device, and its owner is told by mail',
  body: z.object({ passkey: registration }),
  reply: z.object({ passkey }),
  errors: [...userErrors, 'proofNeeded', 'tooManyPasskeys', 'passkeyWrong', 'passkeyOver', 'passkeyElsewhere', 'passkeyThere'],
})

export const renamePasskey = defineRoute({
  ...ofPerson,
  method: 'PATCH',
  path: '/api/passkeys/:passkeyId',
  summary: 'Call a passkey by another name',
  params: z.object({ passkeyId: id }),
  body: z.object({
    name: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.replaceAll('\0', '').trim()),
      ),
      z.string().check(z.minLength(1, 'required'), z.maxLength(passkeyNameChars, 'tooLong')),
    ),
  }),
  reply: z.object({ passkey }),
  errors: [...userErrors, 'notYours'],
})

export const removePasskey = defineRoute({
  ...ofPerson,
  method: 'DELETE',
  path: '/api/passkeys/:passkeyId',
  needsProof: true,
  summary: 'Take a passkey away; every other session that it has opened ends, and its owner is told by mail',
  headers: idempotencyKey,
  params: z.object({ passkeyId: id }),
  reply: ok,
  errors: [...userErrors, 'proofNeeded', 'notYours', 'lastWayIn'],
})
