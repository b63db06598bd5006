/** Which sentence stands for what. */
import type { Webhook, WebhookDelivery } from '@sampan/contract/routes/webhooks'
import { type WebhookEvent, type WebhookType, webhookEvents } from '@sampan/contract/rules/webhook-events'
import { isUnderWay } from './queries.ts'

type Underscored<T extends string> = T extends `${infer A}.${infer B}` ? `${A}_${B}` : T
const underscored = <T extends string>(type: T) => type.replace('.', '_') as Underscored<T>

export const whenKey = (event: WebhookEvent) => `on_${underscored(event)}` as const
export const eventKey = (type: WebhookType) => `event_${underscored(type)}` as const

/** As a person reads it: one that is active and reaches nobody is not simply active. */
export const stateOf = ({ state, failingSince }: Webhook) =>
  state === 'active' && failingSince !== null ? ('failingNow' as const) : state
export const tones = { active: 'jade', failingNow: 'amber', paused: 'plain', gone: 'lacquer', failing: 'lacquer' } as const

export const deliveryStateOf = (delivery: WebhookDelivery) =>
  delivery.state !== 'waiting'
    ? delivery.state
    : isUnderWay(delivery)
      ? delivery.tries === 0
        ? 'waiting'
        : 'sending'
      : 'retrying'
export const deliveryTones = {
  waiting: 'plain',
  sending: 'plain',
  retrying: 'amber',
  delivered: 'jade',
  failed: 'lacquer',
} as const

/** In the order in which they are offered. */
export const allEvents: readonly WebhookEvent[] = webhookEvents
