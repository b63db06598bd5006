/** Webhooks (O9): an account's own addresses, which are called when something happens to its transfers and requests. */
import * as z from 'zod/mini'
import { webhookAddress } from '../rules/webhook-address.ts'
import { pingEvent, webhookEvents } from '../rules/webhook-events.ts'
import { deliveryFaults, deliveryStates, webhookStates } from '../states.ts'
import { webhookLimits } from '../webhook-limits.ts'
import { id, milliseconds, ok, textUpTo } from './fields.ts'
import { idempotencyKey } from './headers.ts'
import { defineRoute } from './route.ts'

const webhook = z.object({
  _id: id,
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEvents)),
  state: z.enum(webhookStates),
  createdAt: milliseconds,
  /** Since when it sends nothing; null while it does. */
  pausedAt: z.nullable(milliseconds),
  /** Since when every try has failed; null where the last one succeeded, and before the first. */
  failingSince: z.nullable(milliseconds),
  /** Until when the secret before this one signs as well; null where there is none. */
  formerSecretUntil: z.nullable(milliseconds),
})
export type Webhook = z.output<typeof webhook>

const delivery = z.object({
  /** The same in the header webhook-id of each try. */
  _id: id,
  type: z.enum([...webhookEvents, pingEvent]),
  state: z.enum(deliveryStates),
  at: milliseconds,
  tries: z.int(),
  triedAt: z.nullable(milliseconds),
  nextTryAt: z.nullable(milliseconds),
  /** Of the last try: what was answered, how long that took, and why it failed. */
  status: z.nullable(z.int()),
  durationMs: z.nullable(z.int()),
  fault: z.nullable(z.enum(deliveryFaults)),
  /** How the answer began. */
  answer: z.nullable(z.string()),
  /** What is sent, letter by letter. */
  body: z.string(),
})
export type WebhookDelivery = z.output<typeof delivery>

const url = z.string().check(
  z.maxLength(webhookLimits.urlChars, 'tooLong'),
  z.refine((text) => webhookAddress(text) !== null, 'invalid'),
)
const description = textUpTo(webhookLimits.descriptionChars)
const events = z.array(z.enum(webhookEvents)).check(z.minLength(1, 'required'), z.maxLength(webhookEvents.length, 'tooLong'))

const ofLeaders = { who: 'user', isLeadersOnly: true } as const
const readErrors = ['invalidInput', 'signedOut', 'sessionNeeded', 'notYours'] as const
const writeErrors = [...readErrors, 'accountSuspended', 'accountLeaving'] as const
const ofOne = z.object({ webhookId: id })
/** The secret is told here and never again. */
const withSecret = z.object({ webhook, secret: z.string() })

export const listWebhooks = defineRoute({
  ...ofLeaders,
  method: 'GET',
  path: '/api/webhooks',
  summary: 'The account’s webhooks, oldest first',
  reply: z.object({
    webhooks: z.array(webhook),
    limit: z.int(),
    /** Whether the operator lets them lead into the operator's own network, and without TLS. */
    mayBePrivate: z.boolean(),
  }),
  errors: readErrors,
})

export const addWebhook = defineRoute({
  ...ofLeaders,
  method: 'POST',
  path: '/api/webhooks',
  status: 201,
  needsProof: true,
  summary: 'A new webhook, and the secret that its calls are signed with, which is told this once',
  headers: idempotencyKey,
  body: z.object({ url, description: z._default(description, ''), events }),
  reply: withSecret,
  errors: [...writeErrors, 'rateLimited', 'tooManyWebhooks', 'webhookNotPublic', 'proofNeeded'],
})

export const readWebhook = defineRoute({
  ...ofLeaders,
  method: 'GET',
  path: '/api/webhooks/:webhookId',
  summary: 'One webhook, and what was sent to it of late, newest first',
  params: ofOne,
  query: z.object({ before: z.optional(id) }),
  reply: z.object({ webhook, deliveries: z.array(delivery), hasMore: z.boolean() }),
  errors: [...readErrors, 'webhookUnknown'],
})

export const changeWebhook = defineRoute({
  ...ofLeaders,
  method: 'PATCH',
  path: '/api/webhooks/:webhookId',
  summary: 'Change what it is told of and what it is called, pause it, or let it go on. What is not given stays',
  params: ofOne,
  body: z.object({
    description: z.optional(description),
    events: z.optional(events),
    isPaused: z.optional(z.boolean()),
  }),
  reply: webhook,
  errors: [...writeErrors, 'webhookUnknown'],
})

export const moveWebhook = defineRoute({
  ...ofLeaders,
  method: 'PUT',
  path: '/api/webhooks/:webhookId/url',
  needsProof: true,
  summary: 'Lead a webhook to another address',
  params: ofOne,
  body: z.object({ url }),
  reply: webhook,
  errors: [...writeErrors, 'rateLimited', 'webhookNotPublic', 'webhookUnknown', 'proofNeeded'],
})

export const renewWebhookSecret = defineRoute({
  ...ofLeaders,
  method: 'POST',
  path: '/api/webhooks/:webhookId/secret',
  needsProof: true,
  summary: 'A new secret, told this once; the one before it signs as well for a day',
  headers: idempotencyKey,
  params: ofOne,
  reply: withSecret,
  errors: [...writeErrors, 'rateLimited', 'webhookUnknown', 'proofNeeded'],
})

export const removeWebhook = defineRoute({
  ...ofLeaders,
  method: 'DELETE',
  path: '/api/webhooks/:webhookId',
  summary: 'Remove a webhook with its log; the same again changes nothing',
  params: ofOne,
  reply: ok,
  errors: writeErrors,
})

export const testWebhook = defineRoute({
  ...ofLeaders,
  method: 'POST',
  path: '/api/webhooks/:webhookId/test',
  summary: 'Send a ping now, also while it is paused',
  headers: idempotencyKey,
  params: ofOne,
  reply: delivery,
  errors: [...writeErrors, 'rateLimited', 'webhookUnknown'],
})

export const sendDeliveryAgain = defineRoute({
  ...ofLeaders,
  method: 'POST',
  path: '/api/webhooks/:webhookId/deliveries/:deliveryId/again',
  summary: 'Send the same once more under the same id, now',
  headers: idempotencyKey,
  params: z.object({ webhookId: id, deliveryId: id }),
  reply: delivery,
  errors: [...writeErrors, 'rateLimited', 'webhookUnknown'],
})
