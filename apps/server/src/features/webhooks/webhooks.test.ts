/** Webhooks at the door (O9): what happens is told once, signed, to whoever is meant, and to nobody else. */
import { randomBytes, randomUUID } from 'node:crypto'
import { webhookLimits } from '@sampan/contract/limits'
import { webhookBody, webhookEvents } from '@sampan/contract/rules/webhook-events'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { send, sentBy } from '../../../test/support/dashboard.ts'
import { type Call, type HookReceiver, startReceiver } from '../../../test/support/hook-receiver.ts'
import { get } from '../../../test/support/reader.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { join, teamOwner } from '../../../test/support/team.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { webhookDeliveries } from '../../db/tables.ts'
import { notifyExpired } from '../notifications/jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    WEBHOOKS_PRIVATE: 'on',
    RATE_LIMITS: 'mailboxMails=1000/60',
    PLAN_LIMITS: 'free.requestsPerMonth=100',
  })
})
afterAll(() => server.close())

const all = [...webhookEvents]
const files = [{ path: 'minutes.pdf', bytes: randomBytes(300) }]

type Listening = { account: Account; receiver: HookReceiver; id: string; secret: string; at: (path?: string) => string }

async function listen(account: Account, events: readonly string[] = all): Promise<Listening> {
  const receiver = await startReceiver()
  const { status, json } = await account.call('POST', '/api/webhooks', { url: receiver.url, events })
  expect([status, json]).toMatchObject([201, { webhook: { state: 'active' } }])
  const { _id } = json.webhook
  return { account, receiver, id: _id, secret: json.secret, at: (path = '') => `/api/webhooks/${_id}${path}` }
}
const deliveries = async ({ account, at }: Pick<Listening, 'account' | 'at'>) =>
  (await account.call('GET', at())).json.deliveries as any[]

const typesOf = (calls: readonly Call[]) => calls.map(({ json }) => json.type)

/** Once everything that is told has been. */
async function settled({ receiver, ...listening }: Listening): Promise<Call[]> {
  await server.runJobs('webhooks:deliver')
  await waitFor(async () => (await deliveries(listening)).every(({ state }) => state !== 'waiting'))
  return receiver.calls
}

/** Throws unless signed with the secret, now. */
const verify = (secret: string, { headers, text }: Call) => new Webhook(secret).verify(text, headers as Record<string, string>)

test('O9 sent, opened, downloaded and expired are told once each, also when they are repeated or race, in a shape that the contract has', async () => {
  const sender = await Account.create(server)
  const listening = await listen(sender)
  await notifyExpired(server.services)
  const { slug, to, user, fileId, dl } = await sentBy(server, files, { sender, more: { title: 'Minutes of May' } })
  const page = `${server.url}/api/transfers/${slug}?user=${user}`
  await Promise.all(Array.from({ length: 50 }, () => fetch(page)))
  const file = `${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${dl}`
  await get(file)
  await waitFor(async () => (await deliveries(listening)).some(({ type }) => type === 'transfer.downloaded'))
  server.moveClock(8 * 86_400)
  await Promise.all([notifyExpired(server.services), notifyExpired(server.services)])
  await notifyExpired(server.services)
  const calls = await settled(listening)
  expect(typesOf(calls).sort()).toEqual(['transfer.downloaded', 'transfer.expired', 'transfer.opened', 'transfer.sent'])
  for (const { json } of calls) {
    expect(webhookBody.parse(json)).toEqual(json)
    expect(json.data.transfer).toMatchObject({ slug, title: 'Minutes of May', fileCount: 1, totalBytes: 300 })
    expect(json.data.transfer.link).toBe(`${server.services.config.publicUrl}/w/${slug}`)
    for (const secret of [user, dl]) expect(JSON.stringify(json)).not.toContain(secret)
  }
  const byType = Object.fromEntries(calls.map(({ json }) => [json.type, json.data]))
  expect(byType['transfer.sent']).toMatchObject({ senderEmail: sender.email, recipientCount: 1 })
  expect(byType['transfer.opened'].recipient.email).toBe(to)
  expect(byType['transfer.downloaded']).toMatchObject({
    recipient: { email: to },
    downloaded: { fileCount: 1, totalBytes: 300 },
    downloadCount: 1,
  })
  listening.receiver.close()
})

test('O9 R3 submitted, accepted and completed are told once each, also when 50 calls accept at once', async () => {
  const asker = await Account.create(server)
  const listening = await listen(asker)
  const documents = [
    { name: 'a.pdf', isRequired: true },
    { name: 'b.pdf', isRequired: true },
  ]
  const ask = { title: 'Order 66', documents, sendAs: 'email', emailTo: [{ email: 'li-of-hooks@example.com' }] }
  const { json: made } = await asker.call('POST', '/api/requests', ask)
  const supplier = new Supplier(server, made.suppliers[0].linkUrl)
  const documentOf = Object.fromEntries(made.documents.map(({ name, _id }: any) => [name, _id]))
  for (const { path } of [{ path: 'a.pdf' }, { path: 'b.pdf' }, { path: 'b.pdf' }]) {
    const { status } = await supplier.sendFiles([{ path, bytes: randomBytes(100) }], documentOf)
    expect(status).toBeLessThan(300)
  }
  const { slug } = made.request
  const { json: detail } = await asker.call('GET', `/api/requests/${slug}`)
  const fileIds = detail.suppliers[0].slots.map(({ files: [first] }: any) => first.fileId)
  const accept = () => asker.call('POST', `/api/requests/${slug}/decisions`, { fileIds, decision: 'accepted', reason: '' })
  const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await accept()).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  const calls = (await settled(listening)).filter(({ json }) => json.type.startsWith('request.'))
  expect(typesOf(calls).sort()).toEqual([
    'request.accepted',
    'request.completed',
    ...Array.from({ length: 3 }, () => 'request.submitted'),
  ])
  for (const { json } of calls) {
    expect(webhookBody.parse(json)).toEqual(json)
    expect(json.data).toMatchObject({ request: { slug, title: 'Order 66' }, supplier: { email: 'li-of-hooks@example.com' } })
    expect(JSON.stringify(json)).not.toContain(supplier.token)
  }
  expect(calls.find(({ json }) => json.type === 'request.accepted')!.json.data.fileCount).toBe(2)
  listening.receiver.close()
})

test('O9 a call is signed as Standard Webhooks have it: their own library takes it, and refuses another secret or body', async () => {
  const { account, receiver, secret } = await listen(await Account.create(server), ['transfer.sent'])
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

test('O9 after a new secret both sign for a day, then the new one alone; the same call again makes no other', async () => {
  const { account, receiver, secret, at } = await listen(await Account.create(server), ['transfer.sent'])
  const renew = () => account.call('POST', at('/secret'), undefined, { 'Idempotency-Key': 'renew once' })
  const [first, again] = [await renew(), await renew()]
  const renewed = first.json.secret
  expect([first.status, again.json.secret]).toEqual([200, renewed])
  expect(renewed).not.toBe(secret)
  await account.call('POST', at('/test'))
  const [both] = await receiver.got(1)
  for (const each of [secret, renewed]) expect(verify(each, both!)).toMatchObject({ type: 'ping' })
  server.moveClock(webhookLimits.formerSecretSeconds)
  await account.call('POST', at('/test'))
  const last = (await receiver.got(2))[1]!
  // The library goes by the machine's clock, which the test's has left behind.
  expect(String(last.headers['webhook-signature']).split(' ')).toHaveLength(1)
  receiver.close()
})

test('O9 only what was chosen is told, nothing while it is paused, and nothing of another account', async () => {
  const [account, other] = [await Account.create(server), await Account.create(server)]
  const listening = await listen(account, ['transfer.opened'])
  const { receiver, at } = listening
  await send(account, files)
  await send(other, files)
  await account.call('PATCH', at(), { events: ['transfer.sent'], isPaused: true })
  await send(account, files)
  expect((await account.call('PATCH', at(), { isPaused: false })).json).toMatchObject({
    state: 'active',
    events: ['transfer.sent'],
  })
  const slug = await send(account, files)
  const calls = await settled(listening)
  expect(calls.map(({ json }) => [json.type, json.data.transfer.slug])).toEqual([['transfer.sent', slug]])
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
  await server.services.db.execute(
    `update sessions set proven_at = now() - interval '1 year' where user_id = '${account.userId}'`,
  )
  const guarded = [
    ['POST', '/api/webhooks', { url: receiver.url, events: all }],
    ['PUT', at('/url'), { url: receiver.url }],
    ['POST', at('/secret'), undefined],
  ] as const
  for (const [method, path, body] of guarded)
    expect([path, (await account.call(method, path, body)).json.error.code]).toEqual([path, 'proofNeeded'])
  expect((await account.call('PATCH', at(), { description: 'of the office' })).status).toBe(200)
  receiver.close()
})

test('A5 O9 webhooks are in the copy of an account’s data without their secrets, which are sealed in the database', async () => {
  const { account, receiver, secret } = await listen(await Account.create(server))
  await account.call('POST', `/api/webhooks/${(await account.call('GET', '/api/webhooks')).json.webhooks[0]._id}/test`)
  await receiver.got(1)
  const { db } = server.services
  const { rows } = await db.execute(`select * from webhooks where owner_id = '${account.ownerId}'`)
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  const { webhooksForCopy } = await import('./index.ts')
  const copy = await webhooksForCopy(db, account.ownerId, 10)
  expect(copy).toMatchObject({ webhooks: [{ url: receiver.url }], sent: [{ type: 'ping' }] })
  expect(JSON.stringify(copy)).not.toContain('ecret')
  await db.execute(`delete from users where id = '${account.userId}'`)
  await db.execute(`delete from owners where id = '${account.ownerId}'`)
  expect((await db.execute(`select 1 from webhooks where owner_id = '${account.ownerId}'`)).rows).toEqual([])
  receiver.close()
})

test('O9 the log has a page at a time, and forgets what is older than a month', async () => {
  const listening = await listen(await Account.create(server), ['transfer.sent'])
  const { account, at, id, receiver } = listening
  const { db, clock } = server.services
  const row = (i: number) => ({
    id: randomUUID(),
    webhookId: id,
    type: 'ping' as const,
    body: '{}',
    state: 'delivered' as const,
    triesLeft: 0,
    at: new Date(clock().getTime() - i * 1000),
  })
  await db.insert(webhookDeliveries).values(Array.from({ length: webhookLimits.page + 5 }, (_, i) => row(i)))
  const first = (await account.call('GET', at())).json
  const rest = (await account.call('GET', at(`?before=${first.deliveries.at(-1)._id}`))).json
  expect([first.deliveries.length, first.hasMore, rest.deliveries.length, rest.hasMore]).toEqual([
    webhookLimits.page,
    true,
    5,
    false,
  ])
  server.moveClock(webhookLimits.logDays * 86_400 + 60)
  await server.runJobs('webhooks:forget')
  expect(await deliveries(listening)).toEqual([])
  receiver.close()
})
