/** Webhooks at the door (O9): who may have them and how many, what is asked for before, what they are signed with. */
import { randomBytes } from 'node:crypto'
import { webhookEvents } from '@sampan/contract/rules/webhook-events'
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { send } from '../../../test/support/dashboard.ts'
import type { Call } from '../../../test/support/hook-receiver.ts'
import { join, teamOwner } from '../../../test/support/team.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { owners, sessions, users, webhooks } from '../../db/tables.ts'
import { webhooksForCopy } from './index.ts'
import { listen } from './test-webhooks.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ WEBHOOKS_PRIVATE: 'on' })
})
afterAll(() => server.close())

const files = [{ path: 'minutes.pdf', bytes: randomBytes(300) }]

/** Throws unless signed with the secret, at the time that the call names: the library goes by the machine's clock, which tests leave alone. */
function verify(secret: string, { headers, text }: Call): unknown {
  vi.useFakeTimers({ now: Number(headers['webhook-timestamp']) * 1000, toFake: ['Date'] })
  try {
    return new Webhook(secret).verify(text, headers as Record<string, string>)
  } finally {
    vi.useRealTimers()
  }
}

test('O9 a call is signed as Standard Webhooks have it: their own library takes it, and refuses another secret or body', async () => {
  const { account, receiver, secret } = await listen(await Account.create(server), { events: ['transfer.sent'] })
  expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/)
  await send(account, files)
  const [call] = await receiver.got(1)
  expect(verify(secret, call!)).toMatchObject({ type: 'transfer.sent' })
  expect(call!.headers['content-type']).toBe('application/json')
  const other = `whsec_${randomBytes(32).toString('base64')}`
  expect(() => verify(other, call!)).toThrow()
  expect(() => verify(secret, { ...call!, text: call!.text.replace('sent', 'lost') })).toThrow()
  receiver.close()
})

test('O9 H3 R27 of 50 that race there are as many as the limit says; the same call again is the same webhook and the same secret', async () => {
  const account = await Account.create(server)
  const add = (key: string) =>
    account.call(
      'POST',
      '/api/webhooks',
      { url: 'https://hooks.example.com/in', events: ['transfer.sent'] },
      { 'Idempotency-Key': key },
    )
  const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => add(`add ${i % 25}`)))
  const made = replies.filter(({ status }) => status === 201)
  expect(new Set(made.map(({ json }) => json.secret)).size).toBe(webhookLimits.endpoints)
  expect(replies.filter(({ status }) => status !== 201).every(({ json }) => json.error.code === 'tooManyWebhooks')).toBe(true)
  expect((await account.call('GET', '/api/webhooks')).json.webhooks).toHaveLength(webhookLimits.endpoints)
  const text = JSON.stringify((await account.call('GET', '/api/webhooks')).json)
  expect(text).not.toContain('whsec_')
})

test('O9 M1 an owner and admins see webhooks of a team; a member and another team do not', async () => {
  const owner = await teamOwner(server)
  const [admin, member] = [await join(server, owner, 'admin'), await join(server, owner, 'member')]
  const foreign = await join(server, await teamOwner(server), 'admin')
  const { receiver, at, id } = await listen(owner)
  const [delivery] = [(await admin.call('POST', at('/test'))).json]
  await receiver.got(1)
  const calls = [
    ['GET', at()],
    ['PATCH', at(), { description: 'x' }],
    ['PUT', at('/url'), { url: 'https://hooks.example.com/' }],
    ['POST', at('/secret')],
    ['POST', at('/test')],
    ['POST', at(`/deliveries/${delivery._id}/again`)],
    ['DELETE', at()],
  ] as const
  for (const [method, path, body] of [['GET', '/api/webhooks'] as const, ...calls])
    expect([method, path, (await member.call(method, path, body)).json.error.code]).toEqual([method, path, 'notYours'])
  for (const [method, path, body] of calls) {
    const { status, json } = await foreign.call(method, path, body)
    expect([method, path, method === 'DELETE' ? status : json.error.code]).toEqual([
      method,
      path,
      method === 'DELETE' ? 200 : 'webhookUnknown',
    ])
  }
  expect((await foreign.call('GET', '/api/webhooks')).json.webhooks).toEqual([])
  expect((await admin.call('GET', '/api/webhooks')).json.webhooks.map(({ _id }: any) => _id)).toEqual([id])
  // What a member sends belongs to the team, whose webhooks are told of it.
  const theirs = await member.takeTicket()
  expect(theirs.status).toBe(200)
  const acts = (await owner.call('GET', '/api/team/log')).json.entries.map(({ act }: any) => act)
  expect(acts).toContain('webhookAdded')
  receiver.close()
})

test('A12 O9 what decides where calls go and what they are signed with asks for a fresh proof, and no token may', async () => {
  const account = await Account.create(server)
  const { receiver, at } = await listen(account)
  const { secret } = (await account.call('POST', '/api/tokens', { name: 'nightly' })).json
  const byToken = await account.call('GET', '/api/webhooks', undefined, { authorization: `Bearer ${secret}` })
  expect(byToken.json.error.code).toBe('sessionNeeded')
  await server.services.db
    .update(sessions)
    .set({ provenAt: new Date(0) })
    .where(eq(sessions.userId, account.userId))
  const guarded = [
    ['POST', '/api/webhooks', { url: receiver.url, events: webhookEvents }],
    ['PUT', at('/url'), { url: receiver.url }],
    ['POST', at('/secret'), undefined],
  ] as const
  for (const [method, path, body] of guarded)
    expect([path, (await account.call(method, path, body)).json.error.code]).toEqual([path, 'proofNeeded'])
  expect((await account.call('PATCH', at(), { description: 'of the office' })).status).toBe(200)
  receiver.close()
})

test('A5 O9 webhooks are in the copy of an account’s data without their secrets, which are sealed in the database', async () => {
  const { account, receiver, secret, at } = await listen(await Account.create(server))
  await account.call('POST', at('/test'))
  await receiver.got(1)
  const { db } = server.services
  const isTheirs = eq(webhooks.ownerId, account.ownerId)
  expect(JSON.stringify(await db.select().from(webhooks).where(isTheirs))).not.toContain(secret.slice(6))
  const copy = await webhooksForCopy(db, account.ownerId, 10)
  expect(copy).toMatchObject({ webhooks: [{ url: receiver.url }], sent: [{ type: 'ping' }] })
  expect(JSON.stringify(copy)).not.toContain('ecret')
  await db.delete(users).where(eq(users.id, account.userId))
  await db.delete(owners).where(eq(owners.id, account.ownerId))
  expect(await db.$count(webhooks, isTheirs)).toBe(0)
  receiver.close()
})
