/** An owner's own addresses that are told what happens, and what was sent to them (O9). */
import type { WebhookEvent, WebhookType } from '@sampan/contract/rules/webhook-events'
import type { DeliveryFault, DeliveryState, WebhookState } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { at, id } from './columns.ts'
import { owners } from './owners.ts'
import { fileRequests } from './requests.ts'
import { transfers } from './transfers.ts'

export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    description: text('description').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    state: text('state').$type<WebhookState>().notNull().default('active'),
    pausedAt: at('paused_at'),
    /** The first failure since something succeeded last. */
    failingSince: at('failing_since'),
    sealedSecret: text('sealed_secret').notNull(),
    /** The one before, which signs as well until then. */
    formerSealedSecret: text('former_sealed_secret'),
    formerSecretUntil: at('former_secret_until'),
    createdAt: at('created_at').notNull(),
    requestKey: text('request_key'),
  },
  (t) => [unique().on(t.ownerId, t.requestKey), index().on(t.ownerId, t.createdAt)],
)

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** What the header webhook-id says at each try. */
    id: id(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** What it tells of: it names people, and ends with that (R45). */
    transferId: uuid('transfer_id').references(() => transfers.id, { onDelete: 'cascade' }),
    requestId: uuid('request_id').references(() => fileRequests.id, { onDelete: 'cascade' }),
    type: text('type').$type<WebhookType>().notNull(),
    /** Sent as it stands here: what was signed once looks the same at each try. */
    body: text('body').notNull(),
    state: text('state').$type<DeliveryState>().notNull().default('waiting'),
    at: at('at').notNull(),
    tries: integer('tries').notNull().default(0),
    triedAt: at('tried_at'),
    /** While it waits. */
    nextTryAt: at('next_try_at'),
    triesLeft: integer('tries_left').notNull(),
    /** The next try was asked for by hand: it goes out although the webhook is paused. */
    isAsked: boolean('is_asked').notNull().default(false),
    status: integer('status'),
    durationMs: integer('duration_ms'),
    fault: text('fault').$type<DeliveryFault>(),
    answer: text('answer'),
  },
  (t) => [
    index().on(t.webhookId, t.at),
    index('webhook_deliveries_due_index').on(t.nextTryAt).where(sql`state = 'waiting'`),
    index().on(t.at),
    index().on(t.transferId),
    index().on(t.requestId),
  ],
)
