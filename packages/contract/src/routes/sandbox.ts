/** What drives the payments that are played without keys: test cards, the bank's question, and a clock that moves (P4). */
import * as z from 'zod/mini'
import { bought, clientSecret, providerId, writeErrors } from './billing.ts'
import { milliseconds, textUpTo } from './fields.ts'
import { defineRoute } from './route.ts'

const sandboxErrors = [...writeErrors, 'notFound'] as const

export const sandboxCard = defineRoute({
  method: 'POST',
  path: '/api/sandbox/cards',
  who: 'user',
  isOwnersOnly: true,
  status: 201,
  summary: 'Sandbox: one of the test cards as a payment method',
  body: z.object({
    number: textUpTo(40),
    expMonth: z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(12, 'invalid')),
    expYear: z.int('invalid').check(z.minimum(2000, 'invalid'), z.maximum(2199, 'invalid')),
    cvc: z.string().check(z.regex(/^\d{3,4}$/, 'invalid')),
  }),
  reply: z.object({ paymentMethodId: z.string() }),
  errors: [...sandboxErrors, 'cardDeclined'],
})

export const sandboxConfirm = defineRoute({
  method: 'POST',
  path: '/api/sandbox/confirm',
  who: 'user',
  isOwnersOnly: true,
  summary: 'Sandbox: what the cardholder tells the bank',
  body: z.object({ clientSecret, isAllowed: z.boolean() }),
  reply: bought,
  errors: [...sandboxErrors, 'cardDeclined'],
})

export const sandboxClock = defineRoute({
  method: 'POST',
  path: '/api/sandbox/clock',
  who: 'user',
  isOwnersOnly: true,
  summary: 'Sandbox: let time pass for the caller’s own plan',
  body: z.object({ advanceSeconds: z.int('invalid').check(z.minimum(1, 'tooSmall'), z.maximum(400 * 86_400, 'tooLarge')) }),
  reply: z.object({ nowAt: milliseconds }),
  errors: sandboxErrors,
})

/** The sandbox's one promotion code: less for every charge of these days, then the whole price again. */
export const sandboxPromotion = { code: 'TEST20', name: 'Test discount', percentOff: 20, days: 60 } as const

export const sandboxCheckout = defineRoute({
  method: 'POST',
  path: '/api/sandbox/checkout',
  who: 'user',
  isOwnersOnly: true,
  summary: 'Sandbox: finish an embedded checkout with a card',
  /** `promotionCode`: what the provider's own form takes beside the card; the sandbox knows the one above. */
  body: z.object({ clientSecret, paymentMethodId: providerId, promotionCode: z.optional(z.nullable(textUpTo(100))) }),
  reply: bought,
  errors: [...sandboxErrors, 'cardDeclined'],
})
