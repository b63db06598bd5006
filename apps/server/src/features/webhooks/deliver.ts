/** One try of one call: it is taken first, so that nobody else makes it meanwhile, then made, then noted. */

import type { DeliveryFault } from '@sampan/contract/states'
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { NotPosted } from '../../adapters/hooks/hooks.ts'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { headOfTeam } from '../accounts/index.ts'
import { pausedJob } from './job-names.ts'
import { hasFailedForLong, nextTryOf } from './pauses.ts'
import { lockWebhook, updateWebhook, type WebhookRow } from './queries.ts'
import {
  type DeliveryRow,
  deleteOld,
  dueDeliveries,
  failWaiting,
  lockDue,
  noOutcome,
  updateDelivery,
} from './queries-deliveries.ts'
import { signedHeaders } from './signature.ts'
import { queueTry } from './tell.ts'

/** Rings whose bell it is: the bell's feature tells webhooks, and is told by them through app.ts. */
export type PausedHook = {
  ringPaused: (
    tx: Transaction,
    paused: { userId: string; ownerId: string; webhookId: string; name: string; at: Date },
  ) => Promise<void>
}
type Deps = Pick<Services, 'db' | 'clock' | 'config' | 'secrets' | 'hooks'> & PausedHook
type Taken = { delivery: DeliveryRow; webhook: WebhookRow }
type Outcome = { status: number | null; fault: DeliveryFault | null; answer: string | null; durationMs: number }

const goneStatus = 410

export async function deliver(deps: Deps, deliveryId: string): Promise<void> {
  const taken = await inTransaction(deps.db, (tx) => takeTry(tx, deliveryId, deps.clock()))
  if (!taken) return
  const outcome = await send(deps, taken)
  await inTransaction(deps.db, (tx) => note(tx, deps, taken, outcome))
}

/** Its next time is set at once: if this process dies now, the try is made again then. */
async function takeTry(tx: Transaction, deliveryId: string, now: Date): Promise<Taken | undefined> {
  const due = await lockDue(tx, deliveryId, now)
  if (!due) return
  const { webhook, delivery } = due
  const { tries, isAsked } = delivery
  const isPaused = webhook.state !== 'active' && !isAsked
  if (isPaused || delivery.triesLeft <= 0) {
    // Of its last try nothing is known: the process died in it.
    const fault = isPaused ? 'paused' : (delivery.fault ?? 'connection')
    await updateDelivery(tx, deliveryId, { state: 'failed', fault, nextTryAt: null })
    return
  }
  const triesLeft = delivery.triesLeft - 1
  const set = { ...noOutcome, tries: tries + 1, triesLeft, triedAt: now, nextTryAt: nextTryOf(now, triesLeft), isAsked: false }
  return { webhook, delivery: { ...delivery, ...(await updateDelivery(tx, deliveryId, set)) } }
}

async function send({ clock, config, secrets, hooks }: Deps, { delivery, webhook }: Taken): Promise<Outcome> {
  const began = performance.now()
  const durationMs = () => Math.round(performance.now() - began)
  const headers = {
    'content-type': 'application/json',
    'user-agent': `${config.productName.replace(/[^\x20-\x7e]/g, '') || 'Sampan'} webhooks`,
    ...signedHeaders(secrets.webhook, webhook, delivery, clock()),
  }
  try {
    const { status, start } = await hooks.post({ url: webhook.url, headers, body: delivery.body })
    return { status, fault: faultOf(status), answer: start, durationMs: durationMs() }
  } catch (error) {
    if (!(error instanceof NotPosted)) throw error
    return { status: null, fault: error.fault, answer: null, durationMs: durationMs() }
  }
}

const faultOf = (status: number): DeliveryFault | null =>
  status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status'

async function note(
  tx: Transaction,
  { clock, ringPaused }: Deps,
  { delivery, webhook: { id, url } }: Taken,
  outcome: Outcome,
): Promise<void> {
  const now = clock()
  const webhook = await lockWebhook(tx, id)
  if (!webhook) return
  if (outcome.fault === null) {
    await updateDelivery(tx, delivery.id, { ...outcome, state: 'delivered', nextTryAt: null })
    if (webhook.failingSince) await updateWebhook(tx, id, { failingSince: null })
    return
  }
  // By hand it was tried once, and by a webhook that says no more nothing is sent.
  const isOver = delivery.triesLeft <= 0 || webhook.state !== 'active'
  await updateDelivery(tx, delivery.id, { ...outcome, ...(isOver && { state: 'failed', nextTryAt: null }) })
  // What was under way to an address of before says nothing of the one that it has now.
  if (webhook.url !== url) return
  const failingSince = webhook.failingSince ?? now
  const pause = outcome.status === goneStatus ? 'gone' : hasFailedForLong(failingSince, now) ? 'failing' : null
  await updateWebhook(tx, id, {
    failingSince,
    ...(webhook.state === 'active' && pause && { state: pause, pausedAt: now }),
  })
  if (webhook.state !== 'active' || !pause) return
  await updateDelivery(tx, delivery.id, { state: 'failed', nextTryAt: null })
  await failWaiting(tx, id)
  const head = await headOfTeam(tx, webhook.ownerId)
  const name = webhook.description || new URL(url).host
  if (head) await ringPaused(tx, { userId: head.userId, ownerId: webhook.ownerId, webhookId: id, name, at: now })
  await addJob(tx, pausedJob, { webhookId: id, at: now.getTime() }, { key: `webhook-paused:${id}` })
}

const dueAtOnce = 1000

/** Each minute: what waited for its next try. */
export async function queueDue({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const due of await dueDeliveries(db, clock(), dueAtOnce)) await queueTry(db, due)
}

export const forgetOld = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<unknown> =>
  deleteOld(db, addSeconds(clock(), -webhookLimits.logDays * 86_400))
