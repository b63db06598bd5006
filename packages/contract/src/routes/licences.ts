/** Licence codes: bought once, activated by the account that holds them (P6). */
import * as z from 'zod/mini'
import { roles } from '../plans.ts'
import { ownerStatuses } from '../states.ts'
import { milliseconds, ownId } from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { defineRoute } from './route.ts'

/** The code itself is kept nowhere: `hint` is its last four characters. */
const licence = z.object({ hint: z.string(), activatedAt: milliseconds })
export type Licence = z.output<typeof licence>

export const readLicences = defineRoute({
  method: 'GET',
  path: '/api/licences',
  who: 'user',
  scope: 'account',
  isOwnersOnly: true,
  summary: 'The caller’s activated licence codes, oldest first, and the role and status that the account has',
  reply: z.object({ licences: z.array(licence), role: z.enum(roles), status: z.enum(ownerStatuses) }),
  errors: ['signedOut', 'billingOff'],
})

/** All of them or none; empty ones and the caller’s own are passed over. */
export const upgradeAppSumo = defineRoute({
  method: 'POST',
  path: '/api/appSumo/upgradeAppSumo',
  who: 'user',
  isOwnersOnly: true,
  summary: 'Activate licence codes for the caller’s account; answers all that are activated then',
  headers: idempotencyKey,
  body: z.object({
    userId: ownId,
    email: ownId,
    codes: z.array(z.string().check(z.maxLength(100, 'tooLong'))).check(z.maxLength(32, 'tooLong')),
  }),
  reply: z.array(licence),
  errors: [
    'invalidInput',
    'signedOut',
    'sessionNeeded',
    'notYours',
    'accountSuspended',
    'licenceCodesInvalid',
    'licenceCodesTooMany',
    'billingOff',
    'rateLimited',
  ],
})
