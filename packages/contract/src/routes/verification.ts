/** Verifying an address with a code (Q12). */
import * as z from 'zod/mini'
import { code, email, language, ok } from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { defineRoute } from './route.ts'

const body = z.object({ email, language: z.optional(language) })
const reply = z.object({ ok: z.literal(true), verified: z.boolean(), expiresAt: z.nullable(z.iso.datetime()) })
const errors = ['invalidInput', 'rateLimited'] as const

/** Mails a code, unless this browser has verified the address already (`verified`). */
export const sendVerifyEmail = defineRoute({
  method: 'POST',
  path: '/sendVerifyEmail',
  summary: 'Mail a verification code',
  headers: idempotencyKey,
  who: 'browser',
  scope: 'send',
  body,
  reply,
  errors,
})
/** The same act under its other name (H1). */
export const verifyEmail = defineRoute({
  method: 'POST',
  path: '/verifyEmail',
  summary: 'Mail a verification code',
  headers: idempotencyKey,
  who: 'browser',
  scope: 'send',
  body,
  reply,
  errors,
})
export const checkVerifyEmail = defineRoute({
  method: 'POST',
  path: '/checkVerifyEmail',
  summary: 'Prove an address with the code that was mailed to it',
  who: 'browser',
  scope: 'send',
  body: z.object({ email, verifyId: code }),
  reply: ok,
  errors: ['invalidInput', 'codeWrong', 'rateLimited'],
})
