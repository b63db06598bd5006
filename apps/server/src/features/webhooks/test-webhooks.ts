/** What tests of webhooks begin with: one that leads to a program of the test's own. */
import { webhookEvents } from '@sampan/contract/rules/webhook-events'
import { asc, eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import type { Account } from '../../../test/support/account.ts'
import { type Call, type HookReceiver, startReceiver } from '../../../test/support/hook-receiver.ts'
import { type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { webhookDeliveries, webhooks } from '../../db/tables.ts'

export type Listening = { account: Account; receiver: HookReceiver; id: string; secret: string; at: (path?: string) => string }

/** `url`: elsewhere than to the test's program. */
export async function listen(
  account: Account,
  { events = webhookEvents, url }: { events?: readonly string[]; url?: string } = {},
): Promise<Listening> {
  const receiver = await startReceiver()
  const { status, json } = await account.call('POST', '/api/webhooks', { url: url ?? receiver.url, events })
  if (status !== 201) throw new Error(JSON.stringify(json))
  const { _id } = json.webhook
  return { account, receiver, id: _id, secret: json.secret, at: (path = '') => `/api/webhooks/${_id}${path}` }
}

/** As their rows are: a test that moves the clock has no session any more. The oldest first. */
export const deliveriesOf = ({ services: { db } }: TestServer, { id }: Pick<Listening, 'id'>) =>
  db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id)).orderBy(asc(webhookDeliveries.at))

export const rowOf = async ({ services: { db } }: TestServer, { id }: Pick<Listening, 'id'>) =>
  (await db.select().from(webhooks).where(eq(webhooks.id, id)))[0]!

/** What is due is tried; resolves once that is noted. */
export async function tryNow(server: TestServer): Promise<void> {
  await server.runJobs('webhooks:due')
  await server.runJobs('webhooks:deliver')
}

/** Every call, once nothing waits any more. */
export async function settled(server: TestServer, listening: Listening): Promise<Call[]> {
  await server.runJobs('webhooks:deliver')
  await waitFor(async () => (await deliveriesOf(server, listening)).every(({ state }) => state !== 'waiting'))
  return listening.receiver.calls
}

/** What an independent library takes for a signature of this call: of the time that it names, whatever time it is. */
export function isSignedWith(secret: string, { headers, text }: Call): boolean {
  const [id, seconds, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => String(headers[name]))
  const signature = new Webhook(secret).sign(id!, new Date(Number(seconds) * 1000), text)
  return signatures!.split(' ').includes(signature)
}
