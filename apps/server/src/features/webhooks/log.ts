/** What was sent to a webhook, and what of it is sent by hand. */
import { Problem } from '@sampan/contract/errors'
import type { RouteAnswer } from '@sampan/contract/routes/route'
import type { readWebhook as readRoute, WebhookDelivery } from '@sampan/contract/routes/webhooks'
import { pingEvent } from '@sampan/contract/rules/webhook-events'
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { isRepeated } from '../../http/request-key.ts'
import { findWebhook, type WebhookRow } from './queries.ts'
import * as queries from './queries-deliveries.ts'
import { bodyOf, queueDeliveries, queueTry } from './tell.ts'
import { requireWebhook, shown, type WebhookDeps } from './webhooks.ts'

const shownDelivery = (row: queries.DeliveryRow): WebhookDelivery => ({
  _id: row.id,
  type: row.type,
  state: row.state,
  at: row.at.getTime(),
  tries: row.tries,
  triedAt: row.triedAt?.getTime() ?? null,
  nextTryAt: row.nextTryAt?.getTime() ?? null,
  status: row.status,
  durationMs: row.durationMs,
  fault: row.fault,
  answer: row.answer,
  body: row.body,
})

export async function readWebhook(
  { db, clock }: WebhookDeps,
  { ownerId }: SignedIn,
  webhookId: string,
  before: string | undefined,
): Promise<RouteAnswer<typeof readRoute>> {
  const row = await findWebhook(db, ownerId, webhookId)
  if (!row) throw new Problem('webhookUnknown')
  const { page } = webhookLimits
  const rows = await queries.deliveriesOf(db, webhookId, before, page + 1)
  return { webhook: shown(row, clock()), deliveries: rows.slice(0, page).map(shownDelivery), hasMore: rows.length > page }
}

/** By hand: the same call again does nothing anew. */
function byHand(
  { db, clock, config }: WebhookDeps,
  actor: SignedIn,
  { webhookId, of, requestKey }: { webhookId: string; of: string; requestKey: string | undefined },
  act: (tx: Transaction, webhook: WebhookRow, isAgain: boolean, now: Date) => Promise<queries.DeliveryRow | undefined>,
): Promise<WebhookDelivery> {
  const now = clock()
  return inTransaction(db, async (tx) => {
    const webhook = await requireWebhook(tx, actor, webhookId)
    const isAgain = await isRepeated(tx, config, { of, requestKey }, now)
    if (!isAgain) await takeRate(tx, config.rateLimits.webhookSends, actor.ownerId, now)
    const row = await act(tx, webhook, isAgain, now)
    if (!row) throw new Problem('webhookUnknown')
    return shownDelivery(row)
  })
}

export const testWebhook = (deps: WebhookDeps, actor: SignedIn, webhookId: string, requestKey: string | undefined) =>
  byHand(deps, actor, { webhookId, of: `webhook ping ${webhookId}`, requestKey }, async (tx, webhook, isAgain, now) => {
    if (isAgain) return queries.lastPing(tx, webhookId)
    const body = bodyOf({ type: pingEvent, timestamp: now.toISOString(), data: { webhookId } })
    return (await queueDeliveries(tx, [webhook], { type: pingEvent, body, at: now, triesLeft: 1, isAsked: true }))[0]
  })

type Named = { webhookId: string; deliveryId: string; requestKey: string | undefined }

/** What still waits for a try has it now, and keeps those that come after. */
export const sendAgain = (deps: WebhookDeps, actor: SignedIn, { webhookId, deliveryId, requestKey }: Named) =>
  byHand(deps, actor, { webhookId, of: `webhook again ${deliveryId}`, requestKey }, async (tx, webhook, isAgain, now) => {
    const row = await queries.findDelivery(tx, webhookId, deliveryId)
    if (!row || isAgain) return row
    const triesLeft = row.state === 'waiting' ? Math.max(1, row.triesLeft) : 1
    const queued = await queries.updateDelivery(tx, deliveryId, {
      ...queries.noOutcome,
      state: 'waiting',
      triesLeft,
      nextTryAt: now,
      isAsked: true,
    })
    await queueTry(tx, { id: deliveryId, webhookId, failingSince: webhook.failingSince })
    return queued
  })
