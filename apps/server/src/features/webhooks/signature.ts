/** What a call of a webhook is signed with, as Standard Webhooks have it: whoever gets it knows that it is ours, and when it left. */
import { createHmac, randomBytes } from 'node:crypto'
import { openText, sealText } from '../../sealed-text.ts'
import type { WebhookRow } from './queries.ts'

const prefix = 'whsec_'
const secretBytes = 32

const placeOf = (secret: Buffer, webhookId: string) => ({ secret, purpose: 'sampan webhook', boundTo: webhookId })

export const makeSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

export const sealSecret = (key: Buffer, webhookId: string, secret: string): string => sealText(placeOf(key, webhookId), secret)
export const openSecret = (key: Buffer, webhookId: string, sealed: string): string => openText(placeOf(key, webhookId), sealed)

const sign = (secret: string, signed: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(signed)
    .digest('base64')}`

type Letter = { id: string; body: string }

/** One signature for each secret that is good now: whoever has put in the new one, and whoever has not yet, both find theirs. */
export function signedHeaders(key: Buffer, webhook: WebhookRow, { id, body }: Letter, now: Date): Record<string, string> {
  const { formerSealedSecret, formerSecretUntil } = webhook
  const isFormerGood = formerSealedSecret !== null && formerSecretUntil !== null && formerSecretUntil > now
  const seconds = Math.floor(now.getTime() / 1000)
  const signatures = [webhook.sealedSecret, ...(isFormerGood ? [formerSealedSecret] : [])].map((sealed) =>
    sign(openSecret(key, webhook.id, sealed), `${id}.${seconds}.${body}`),
  )
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}
