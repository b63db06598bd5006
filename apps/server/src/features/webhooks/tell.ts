/** Tells an owner's webhooks what happened, in the transaction of it: what is rolled back is told to nobody, and nothing is told twice. */
import type { WebhookBody, WebhookData, WebhookEvent, WebhookType } from '@sampan/contract/rules/webhook-events'
import type { Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Origin } from '../../links.ts'
import type { Services } from '../../services.ts'
import { originOfOwner } from '../domains/index.ts'
import { deliverJob } from './job-names.ts'
import { triesOfEvent } from './pauses.ts'
import { listening, type WebhookRow } from './queries.ts'
import { type DeliveryRow, insertDeliveries } from './queries-deliveries.ts'

type Happened<T extends WebhookEvent> = {
  ownerId: string
  type: T
  at: Date
  /** Asked only where anybody listens; null where, looked at closely, there is nothing to tell. */
  data: (origin: Origin) => WebhookData<T> | null | Promise<WebhookData<T> | null>
}

export async function tellWebhooks<T extends WebhookEvent>(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  { ownerId, type, at, data }: Happened<T>,
): Promise<void> {
  const webhooks = await listening(tx, ownerId, type)
  if (webhooks.length === 0) return
  const told = await data(await originOfOwner({ db: tx, config }, ownerId))
  if (told === null) return
  const body = bodyOf({ type, timestamp: at.toISOString(), data: told } as WebhookBody)
  await queueDeliveries(tx, webhooks, { type, body, at, triesLeft: triesOfEvent, ...aboutOf(told) })
}

/** With which it is forgotten. */
const aboutOf = (told: WebhookData<WebhookEvent>) => ({
  transferId: 'transfer' in told ? told.transfer.id : 'submission' in told ? told.submission.transferId : null,
  requestId: 'request' in told ? told.request.id : null,
})

export const bodyOf = (body: WebhookBody): string => JSON.stringify(body)

type Letter = { type: WebhookType; body: string; at: Date; triesLeft: number; isAsked?: boolean } & Partial<
  ReturnType<typeof aboutOf>
>

/** A row and a job for each. */
export async function queueDeliveries(tx: Transaction, webhooks: readonly WebhookRow[], letter: Letter): Promise<DeliveryRow[]> {
  const rows = await insertDeliveries(
    tx,
    webhooks.map(({ id }) => ({ ...letter, webhookId: id, nextTryAt: letter.at })),
  )
  const failing = new Map(webhooks.map(({ id, failingSince }) => [id, failingSince]))
  for (const { id, webhookId } of rows) await queueTry(tx, { id, webhookId, failingSince: failing.get(webhookId) ?? null })
  return rows
}

/** So many calls at once, over all owners: an answer may take long, and other jobs must not wait for it. */
const lanes = 3

/** What fails, or is slow, has a lane of its own: it holds up nobody's else. */
const laneOf = (webhookId: string, failingSince: Date | null): string =>
  `webhooks:${failingSince ? 'failing' : Number.parseInt(webhookId.slice(0, 4), 16) % lanes}`

/** After jobs that people wait for. */
export const queueTry = (
  tx: Parameters<typeof addJob>[0],
  { id, webhookId, failingSince }: { id: string; webhookId: string; failingSince: Date | null },
): Promise<void> =>
  addJob(tx, deliverJob, { deliveryId: id }, { key: `webhook:${id}`, queue: laneOf(webhookId, failingSince), isLast: true })
