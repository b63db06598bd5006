/** Webhooks of an account or a team (O9): made, changed, led elsewhere, given another secret, removed. */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type * as contract from '@sampan/contract/routes/webhooks'
import { webhookAddress } from '@sampan/contract/rules/webhook-address'
import { webhookEvents } from '@sampan/contract/rules/webhook-events'
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { isRepeated } from '../../http/request-key.ts'
import type { Services } from '../../services.ts'
import { lockOwner, refuseSuspended } from '../owners/index.ts'
import { noteAct } from '../team-log/index.ts'
import * as queries from './queries.ts'
import { failWaiting } from './queries-deliveries.ts'
import { makeSecret, openSecret, sealSecret } from './signature.ts'

export type WebhookDeps = Pick<Services, 'db' | 'clock' | 'config' | 'secrets' | 'hooks'>

export const shown = (row: queries.WebhookRow, now: Date): contract.Webhook => ({
  _id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  state: row.state,
  createdAt: row.createdAt.getTime(),
  pausedAt: row.pausedAt?.getTime() ?? null,
  failingSince: row.failingSince?.getTime() ?? null,
  formerSecretUntil: row.formerSecretUntil && row.formerSecretUntil > now ? row.formerSecretUntil.getTime() : null,
})

export async function listWebhooks(
  { db, clock, hooks }: WebhookDeps,
  { ownerId }: SignedIn,
): Promise<RouteAnswer<typeof contract.listWebhooks>> {
  const rows = await queries.webhooksOf(db, ownerId)
  const now = clock()
  return { webhooks: rows.map((row) => shown(row, now)), limit: webhookLimits.endpoints, mayBePrivate: hooks.mayBePrivate }
}

/** Of whoever does something to one of them, in its transaction. */
export async function requireWebhook(tx: Transaction, { ownerId }: SignedIn, id: string): Promise<queries.WebhookRow> {
  refuseSuspended((await lockOwner(tx, ownerId))!.status)
  const row = await queries.findWebhook(tx, ownerId, id)
  if (!row) throw new Problem('webhookUnknown')
  return (await queries.lockWebhook(tx, row.id))!
}

/** Where its name leads is looked at with each call: here is told what can never work. */
function requireAddress({ hooks }: WebhookDeps, text: string): string {
  const url = webhookAddress(text)
  if (!url || !hooks.mayLeadTo(url)) throw new Problem('webhookNotPublic')
  return url.href
}

/** For the log of a team, where the rest of an address would be a secret of those who see it. */
const placeOf = (url: string): string => new URL(url).host

/** In the order of the contract, each once. */
const inOrder = (events: readonly string[]) => webhookEvents.filter((event) => events.includes(event))

type Added = RouteInput<typeof contract.addWebhook>['body'] & { requestKey: string | undefined }

export async function addWebhook(
  deps: WebhookDeps,
  actor: SignedIn,
  { requestKey, ...input }: Added,
): Promise<RouteAnswer<typeof contract.addWebhook>> {
  const { db, clock, config, secrets } = deps
  const now = clock()
  const url = requireAddress(deps, input.url)
  const row = await inTransaction(db, async (tx) => {
    // Those that race wait here for each other, so that the limit holds.
    const owner = (await lockOwner(tx, actor.ownerId))!
    refuseSuspended(owner.status)
    const before = requestKey && (await queries.findByRequestKey(tx, owner.id, requestKey))
    if (before) return before
    const limit = webhookLimits.endpoints
    if ((await queries.webhooksOf(tx, owner.id)).length >= limit) throw new Problem('tooManyWebhooks', { limit })
    await takeRate(tx, config.rateLimits.webhooks, owner.id, now)
    const id = randomUUID()
    await noteAct(tx, actor, 'webhookAdded', placeOf(url), now)
    return queries.insertWebhook(tx, {
      id,
      ownerId: owner.id,
      url,
      description: input.description.trim(),
      events: inOrder(input.events),
      sealedSecret: sealSecret(secrets.webhook, id, makeSecret()),
      createdAt: now,
      requestKey,
    })
  })
  return { webhook: shown(row, now), secret: openSecret(secrets.webhook, row.id, row.sealedSecret) }
}

type Changed = RouteInput<typeof contract.changeWebhook>['body']

export async function changeWebhook(
  { db, clock }: WebhookDeps,
  actor: SignedIn,
  webhookId: string,
  { description, events, isPaused }: Changed,
): Promise<contract.Webhook> {
  const now = clock()
  return inTransaction(db, async (tx) => {
    const row = await requireWebhook(tx, actor, webhookId)
    const pauses = isPaused === true && row.state === 'active'
    const goesOn = isPaused === false && row.state !== 'active'
    const changed = await queries.updateWebhook(tx, webhookId, {
      description: description?.trim() ?? row.description,
      events: events ? inOrder(events) : row.events,
      ...(pauses && { state: 'paused', pausedAt: now }),
      ...(goesOn && { state: 'active', pausedAt: null, failingSince: null }),
    })
    if (pauses) await failWaiting(tx, webhookId)
    await noteAct(tx, actor, 'webhookChanged', placeOf(row.url), now)
    return shown(changed, now)
  })
}

export async function moveWebhook(
  deps: WebhookDeps,
  actor: SignedIn,
  webhookId: string,
  text: string,
): Promise<contract.Webhook> {
  const { db, clock, config } = deps
  const now = clock()
  const url = requireAddress(deps, text)
  return inTransaction(db, async (tx) => {
    const row = await requireWebhook(tx, actor, webhookId)
    if (row.url === url) return shown(row, now)
    await takeRate(tx, config.rateLimits.webhooks, actor.ownerId, now)
    await noteAct(tx, actor, 'webhookChanged', placeOf(url), now)
    return shown(await queries.updateWebhook(tx, webhookId, { url, failingSince: null }), now)
  })
}

/** The secret of now stays good for a day beside the new one; that of before it ends at once. */
export async function renewSecret(
  { db, clock, config, secrets }: WebhookDeps,
  actor: SignedIn,
  webhookId: string,
  requestKey: string | undefined,
): Promise<RouteAnswer<typeof contract.renewWebhookSecret>> {
  const now = clock()
  const row = await inTransaction(db, async (tx) => {
    const before = await requireWebhook(tx, actor, webhookId)
    if (await isRepeated(tx, config, { of: `webhook secret ${webhookId}`, requestKey }, now)) return before
    await takeRate(tx, config.rateLimits.webhooks, actor.ownerId, now)
    await noteAct(tx, actor, 'webhookChanged', placeOf(before.url), now)
    return queries.updateWebhook(tx, webhookId, {
      sealedSecret: sealSecret(secrets.webhook, webhookId, makeSecret()),
      formerSealedSecret: before.sealedSecret,
      formerSecretUntil: addSeconds(now, webhookLimits.formerSecretSeconds),
    })
  })
  return { webhook: shown(row, now), secret: openSecret(secrets.webhook, row.id, row.sealedSecret) }
}

export async function removeWebhook({ db, clock }: WebhookDeps, actor: SignedIn, webhookId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    refuseSuspended((await lockOwner(tx, actor.ownerId))!.status)
    const row = await queries.findWebhook(tx, actor.ownerId, webhookId)
    if (!row) return
    await queries.deleteWebhook(tx, row.id)
    await noteAct(tx, actor, 'webhookRemoved', placeOf(row.url), clock())
  })
}
