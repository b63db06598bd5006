/** What webhooks tell (O9): each thing that happens once, in the shape of the contract, and signed. */
import { randomBytes, randomUUID } from 'node:crypto'
import { webhookBody } from '@sampan/contract/rules/webhook-events'
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { send, sentBy } from '../../../test/support/dashboard.ts'
import type { Call } from '../../../test/support/hook-receiver.ts'
import { get } from '../../../test/support/reader.ts'
import { Supplier } from '../../../test/support/supplier.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { webhookDeliveries } from '../../db/tables.ts'
import { notifyExpired } from '../notifications/jobs.ts'
import { deliveriesOf, isSignedWith, listen, settled, tryNow } from './test-webhooks.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ WEBHOOKS_PRIVATE: 'on', PLAN_LIMITS: 'free.requestsPerMonth=100' })
})
afterAll(() => server.close())

const files = [{ path: 'minutes.pdf', bytes: randomBytes(300) }]
const typesOf = (calls: readonly Call[]) => calls.map(({ json }) => json.type)

test('O9 sent, opened, downloaded and expired are told once each, also when they are repeated or race, in a shape that the contract has', async () => {
  const sender = await Account.create(server)
  const listening = await listen(sender)
  await notifyExpired(server.services)
  const { slug, to, user, fileId, dl } = await sentBy(server, files, { sender, more: { title: 'Minutes of May' } })
  const page = `${server.url}/api/transfers/${slug}?user=${user}`
  await Promise.all(Array.from({ length: 50 }, () => fetch(page)))
  const file = `${server.url}/api/transfers/${slug}/files/${fileId}?user=${user}&dl=${dl}`
  await get(file)
  await waitFor(async () => (await deliveriesOf(server, listening)).some(({ type }) => type === 'transfer.downloaded'))
  server.moveClock(7 * 86_400 + 60)
  await Promise.all([notifyExpired(server.services), notifyExpired(server.services)])
  await notifyExpired(server.services)
  const calls = await settled(server, listening)
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
  const calls = (await settled(server, listening)).filter(({ json }) => json.type.startsWith('request.'))
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

test('O9 R3 of two submissions that race and together bring everything, one completes the request', async () => {
  const asker = await Account.create(server)
  const listening = await listen(asker, { events: ['request.completed'] })
  const documents = ['a.pdf', 'b.pdf'].map((name) => ({ name, isRequired: true }))
  for (let round = 0; round < 5; round++) {
    const emailTo = [{ email: `li-in-round${round}@example.com` }]
    const { json: made } = await asker.call('POST', '/api/requests', { title: 'Order 67', documents, sendAs: 'email', emailTo })
    const documentOf = Object.fromEntries(made.documents.map(({ name, _id }: any) => [name, _id]))
    const supplier = new Supplier(server, made.suppliers[0].linkUrl)
    const plans = [await supplier.upload([{ path: 'a.pdf', bytes: randomBytes(100) }])]
    plans.push(await supplier.upload([{ path: 'b.pdf', bytes: randomBytes(100) }]))
    const replies = await Promise.all(plans.map((plan) => supplier.submit(plan, documentOf)))
    for (const { status } of replies) expect(status).toBeLessThan(300)
  }
  expect(typesOf(await settled(server, listening))).toEqual(Array.from({ length: 5 }, () => 'request.completed'))
  listening.receiver.close()
})

test('O9 after a new secret both sign for a day, then the new one alone; the same call again makes no other', async () => {
  const listening = await listen(await Account.create(server), { events: ['transfer.sent'] })
  const { account, receiver, secret, at } = listening
  const renew = () => account.call('POST', at('/secret'), undefined, { 'Idempotency-Key': 'renew once' })
  const [first, again] = [await renew(), await renew()]
  const renewed = first.json.secret
  expect([first.status, again.json.secret]).toEqual([200, renewed])
  expect(renewed).not.toBe(secret)
  await account.call('POST', at('/test'))
  const [both] = await receiver.got(1)
  for (const each of [secret, renewed]) expect(isSignedWith(each, both!)).toBe(true)
  expect((await account.call('GET', at())).json.webhook.formerSecretUntil).toBeGreaterThan(server.services.clock().getTime())
  server.moveClock(webhookLimits.formerSecretSeconds)
  await settled(server, listening)
  const { rows } = await server.services.db.execute<{ id: string }>(
    `update webhook_deliveries set state = 'waiting', tries_left = 1, next_try_at = at where webhook_id = '${listening.id}' returning id`,
  )
  expect(rows).toHaveLength(1)
  await tryNow(server)
  const last = (await receiver.got(2))[1]!
  expect([secret, renewed].map((each) => isSignedWith(each, last))).toEqual([false, true])
  receiver.close()
})

test('O9 only what was chosen is told, nothing while it is paused, and nothing of another account', async () => {
  const [account, other] = [await Account.create(server), await Account.create(server)]
  const listening = await listen(account, { events: ['transfer.opened'] })
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
  const calls = await settled(server, listening)
  expect(calls.map(({ json }) => [json.type, json.data.transfer.slug])).toEqual([['transfer.sent', slug]])
  receiver.close()
})

test('O9 the log has a page at a time, and forgets what is older than a month', async () => {
  const listening = await listen(await Account.create(server), { events: ['transfer.sent'] })
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
  expect(await deliveriesOf(server, listening)).toEqual([])
  receiver.close()
})
