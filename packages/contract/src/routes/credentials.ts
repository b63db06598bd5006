/** How one signs in, and where one is signed in: forgotten passwords, password, address, devices (A2 to A5). */
import * as z from 'zod/mini'
import { deviceTypes, sessionKinds, sessionProofs } from '../states.ts'
import { user } from './accounts.ts'
import { code, email, id, milliseconds, newPassword, ok, ownPassword } from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { defineRoute } from './route.ts'

/** As the link in the mail has it; what cannot be one is answered like one that is over. */
const resetToken = z.string().check(z.maxLength(1000, 'tooLong'))
const userErrors = ['invalidInput', 'signedOut', 'sessionNeeded'] as const

export const resetPasswordLink = defineRoute({
  method: 'POST',
  path: '/resetPasswordLink',
  who: 'browser',
  summary: 'Mail a link that sets a new password, if the address has an account; the answer is the same in either case',
  headers: idempotencyKey,
  body: z.object({ email }),
  reply: ok,
  errors: ['invalidInput', 'passwordLogInOff', 'rateLimited'],
})

export const passTokenCheck = defineRoute({
  method: 'POST',
  path: '/passTokenCheck',
  who: 'anyone',
  status: 202,
  summary: 'Whether such a link may still be used: 202, or it may not',
  body: z.object({ token: resetToken }),
  reply: ok,
  errors: ['invalidInput', 'passwordLogInOff', 'resetLinkDead'],
})

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/resetPassword',
  who: 'browser',
  summary: 'Set a new password by such a link, which is used up; everybody is logged out of the account',
  headers: idempotencyKey,
  body: z.object({ token: resetToken, password: newPassword }),
  reply: ok,
  errors: ['invalidInput', 'passwordLogInOff', 'resetLinkDead', 'unavailable'],
})

export const changePassword = defineRoute({
  method: 'POST',
  path: '/api/account/password',
  who: 'user',
  isOwnAccount: true,
  summary: 'Change the password; every other session and API token of the account ends',
  body: z.object({ password: ownPassword, newPassword }),
  reply: ok,
  errors: [...userErrors, 'passwordNotYours', 'proofNeeded', 'passwordLogInOff', 'rateLimited', 'unavailable'],
})

export const beginEmailChange = defineRoute({
  method: 'POST',
  path: '/api/account/email',
  who: 'user',
  isOwnAccount: true,
  summary: 'Mail a code to the address that the account is to have',
  headers: idempotencyKey,
  body: z.object({ email, password: ownPassword }),
  reply: z.object({ expiresAt: z.iso.datetime() }),
  errors: [...userErrors, 'passwordNotYours', 'proofNeeded', 'emailTaken', 'rateLimited', 'unavailable'],
})

export const confirmEmailChange = defineRoute({
  method: 'POST',
  path: '/api/account/email/confirm',
  who: 'user',
  isOwnAccount: true,
  summary: 'Give the account its new address with the code that was mailed there; the old one is told',
  body: z.object({ email, code }),
  reply: z.object({ user }),
  errors: [...userErrors, 'codeWrong', 'emailTaken'],
})

const openSession = z.object({
  _id: id,
  kind: z.enum(sessionKinds),
  /** By what it was opened; null for a program, which somebody has let in. */
  proof: z.nullable(z.enum(sessionProofs)),
  device: z.enum(deviceTypes),
  /** Of a browser its name, of a terminal what it said of itself; empty where unknown. */
  program: z.string(),
  /** Windows, Android, …; empty where unknown. */
  system: z.string(),
  /** Where it signed in. */
  ip: z.string(),
  /** In the caller's language; empty where unknown. */
  countryName: z.string(),
  cityName: z.string(),
  createdAt: milliseconds,
  /** To some minutes. */
  lastUsedAt: milliseconds,
  /** The one that asks. */
  isThis: z.boolean(),
})
export type OpenSession = z.output<typeof openSession>

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/sessions',
  who: 'user',
  isOwnAccount: true,
  summary: 'Where the account is signed in: this one first, then the last used first; API tokens have a list of their own',
  reply: z.object({
    sessions: z.array(openSession),
    /** Beyond those of the list. */
    more: z.int(),
  }),
  errors: userErrors,
})

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/api/sessions/:sessionId',
  who: 'user',
  isOwnAccount: true,
  summary: 'Sign one device out, with what it has under way',
  params: z.object({ sessionId: id }),
  reply: ok,
  errors: [...userErrors, 'notYours'],
})

export const disownSession = defineRoute({
  method: 'POST',
  path: '/api/sessions/disown',
  who: 'anyone',
  summary: 'End a session that its owner was told of by mail and does not know; a link to a new password is mailed',
  body: z.object({ token: resetToken }),
  reply: ok,
  errors: ['invalidInput', 'mailLinkInvalid'],
})

export const endOtherSessions = defineRoute({
  method: 'POST',
  path: '/api/sessions/endOthers',
  who: 'user',
  isOwnAccount: true,
  summary: 'Sign out every device but this one',
  reply: ok,
  errors: userErrors,
})
