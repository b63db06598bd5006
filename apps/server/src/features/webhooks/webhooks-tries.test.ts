/** What becomes of calls that fail (O9): when they are tried again, when nothing more is, and what a person does by hand. */
import { webhookLimits } from '@sampan/contract/webhook-limits'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { inTransaction } from '../../db/connect.ts'
import { addJob } from '../../jobs/queue.ts'
import { tellWebhooks } from './index.ts'
import { deliverJob } from './job-names.ts'
import { deliveriesOf, type Listening, listen, rowOf, tryNow } from './test-webhooks.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ WEBHOOKS_PRIVATE: 'on' })
})
afterAll(() => server.close())

type Begun = Listening & { requestId: string }

const opened: Listening[] = []
afterEach(() => {
  for (const { receiver } of opened.splice(0)) receiver.close()
})

async function begin(status: number): Promise<Begun> {
  const account = await Account.create(server)
  const { json } = await account.call('POST', '/api/requests', { title: 'Order 66', emailField: 'optional' })
  const listening = { ...(await listen(account)), requestId: json.request._id }
  opened.push(listening)
  listening.receiver.answer((_, reply) => reply.writeHead(status, { location: '/elsewhere' }).end(`said ${status}`))
  return listening
}

/** Something happens to what the account has. */
const happen = ({ account, requestId }: Begun) =>
  inTransaction(server.services.db, (tx) =>
    tellWebhooks(tx, server.services, {
      ownerId: account.ownerId,
      type: 'request.completed',
      at: server.services.clock(),
      data: () => ({
        request: { id: requestId, slug: 'abc', link: 'https://example.com/r/abc', title: 'Order 66' },
        supplier: { id: account.userId, email: null, name: 'Li' },
      }),
    }),
  )

const only = async (listening: Listening) => {
  const [row, ...more] = await deliveriesOf(server, listening)
  expect(more).toEqual([])
  return row!
}
/** By its tries: a job may still be noting what came. */
const afterTry = (listening: Listening, tries: number) =>
  waitFor(async () => {
    const row = await only(listening)
    return row.tries === tries && row.durationMs !== null && (row.state !== 'waiting' || row.nextTryAt !== null) && row
  })

test('O9 a call that fails is tried again with growing pauses for a day under the same id, and has then failed for good', async () => {
  const listening = await begin(500)
  await happen(listening)
  await listening.receiver.got(1)
  const waits = webhookLimits.retrySeconds
  for (const [i, seconds] of waits.entries()) {
    await tryNow(server)
    // Before its time nothing comes.
    server.moveClock(seconds - 60)
    await tryNow(server)
    expect(listening.receiver.calls).toHaveLength(i + 1)
    server.moveClock(60)
    await tryNow(server)
    await listening.receiver.got(i + 2)
  }
  const row = await waitFor(async () => {
    const last = await only(listening)
    return last.state === 'failed' && last
  })
  expect(row).toMatchObject({ tries: waits.length + 1, status: 500, fault: 'status', answer: 'said 500', nextTryAt: null })
  expect(waits.reduce((sum, seconds) => sum + seconds, 0)).toBe(86_400)
  server.moveClock(86_400)
  await tryNow(server)
  const { calls } = listening.receiver
  expect(calls).toHaveLength(waits.length + 1)
  expect(new Set(calls.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([row.id]))
  expect(new Set(calls.map(({ text }) => text)).size).toBe(1)
  // Each try says when it was made, so that nobody can send an old one again.
  expect(new Set(calls.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(calls.length)
})

test('O9 a redirect is not followed, and what answers at last is delivered and forgives what was before', async () => {
  const listening = await begin(302)
  await happen(listening)
  expect(await afterTry(listening, 1)).toMatchObject({ state: 'waiting', status: 302, fault: 'redirect' })
  expect(listening.receiver.calls).toHaveLength(1)
  await waitFor(async () => (await rowOf(server, listening)).failingSince)
  listening.receiver.answer((_, reply) => reply.writeHead(204).end())
  server.moveClock(60)
  await tryNow(server)
  expect(await only(listening)).toMatchObject({ state: 'delivered', tries: 2, status: 204, fault: null })
  expect((await rowOf(server, listening)).failingSince).toBeNull()
})

test('O9 a job that runs again, as after a crash, makes no try that is not due', async () => {
  const listening = await begin(500)
  await happen(listening)
  const { id } = await afterTry(listening, 1)
  for (let i = 0; i < 10; i++) await addJob(server.services.db, deliverJob, { deliveryId: id })
  await server.runJobs('webhooks:deliver')
  expect([listening.receiver.calls.length, (await only(listening)).tries]).toEqual([1, 1])
})

test('O9 410 pauses at once: what waits is not sent, its owner is told by mail, and it goes on when it is let', async () => {
  const listening = await begin(500)
  const { account, at, receiver } = listening
  await happen(listening)
  await afterTry(listening, 1)
  receiver.answer((_, reply) => reply.writeHead(410).end())
  await happen(listening)
  await waitFor(async () => (await rowOf(server, listening)).state === 'gone')
  const rows = await deliveriesOf(server, listening)
  expect(rows.map(({ state, fault }) => [state, fault])).toEqual([
    ['failed', 'paused'],
    ['failed', 'status'],
  ])
  const { notifications } = (await account.call('POST', '/notifications', {})).json
  expect(notifications).toMatchObject([{ kind: 'webhookPaused', webhookId: listening.id, slug: '', read: false }])
  const mail = await server.mailTo(account.email, /410 Gone/)
  expect(mail.text!.replaceAll('\u200B', '')).toContain(`127.0.0.1:${receiver.port}`)
  await happen(listening)
  server.moveClock(60)
  await tryNow(server)
  expect(receiver.calls).toHaveLength(2)
  const { status } = await account.call('PATCH', at(), { isPaused: false })
  expect(status).toBe(200)
  receiver.answer((_, reply) => reply.end())
  await happen(listening)
  await receiver.got(3)
})

test('O9 what has failed for three days is paused and told once, never sooner', async () => {
  const listening = await begin(503)
  for (let day = 0; day < webhookLimits.pausedAfterDays; day++) {
    await happen(listening)
    await waitFor(async () => (await deliveriesOf(server, listening)).at(-1)!.durationMs !== null)
    expect((await rowOf(server, listening)).state).toBe('active')
    server.moveClock(86_400)
  }
  await happen(listening)
  await waitFor(async () => (await rowOf(server, listening)).state === 'failing')
  await server.mailTo(listening.account.email, /For 3 days/)
  await tryNow(server)
  expect(await server.mailsTo(listening.account.email)).toHaveLength(1)
  expect((await deliveriesOf(server, listening)).filter(({ state }) => state === 'waiting')).toEqual([])
})

test('O9 H3 what failed is sent again by hand under the same id, once for the same call, also while it is paused', async () => {
  const listening = await begin(410)
  const { account, at, receiver } = listening
  await happen(listening)
  const { id } = await waitFor(async () => {
    const row = await only(listening)
    return row.state === 'failed' && row
  })
  receiver.answer((_, reply) => reply.end('now it works'))
  const again = () => account.call('POST', at(`/deliveries/${id}/again`), undefined, { 'Idempotency-Key': 'again' })
  expect((await again()).status).toBe(200)
  expect(await afterTry(listening, 2)).toMatchObject({ state: 'delivered', answer: 'now it works' })
  expect((await again()).json).toMatchObject({ state: 'delivered', tries: 2 })
  await tryNow(server)
  expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
})

test('O9 H3 a test is sent once for the same call, tried once, and tells what came of it', async () => {
  const listening = await begin(404)
  const { account, at, receiver, id } = listening
  const ping = () => account.call('POST', at('/test'), undefined, { 'Idempotency-Key': 'ping' })
  const replies = await Promise.all(Array.from({ length: 20 }, ping))
  expect(new Set(replies.map(({ json }) => json._id)).size).toBe(1)
  const [call] = await receiver.got(1)
  expect(call!.json).toMatchObject({ type: 'ping', data: { webhookId: id } })
  expect(await waitFor(async () => (await only(listening)).state === 'failed' && only(listening))).toMatchObject({
    tries: 1,
    status: 404,
  })
})

test('R33 O9 without WEBHOOKS_PRIVATE an address of one’s own network is refused, and a name that leads there is not called', async () => {
  const strict = await startTestServer()
  const account = await Account.create(strict)
  const add = (url: string) => account.call('POST', '/api/webhooks', { url, events: ['transfer.sent'] })
  const refused = [
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
  ]
  for (const url of refused) expect([url, (await add(url)).json.error.code]).toEqual([url, 'webhookNotPublic'])
  for (const url of ['hooks', 'ftp://hooks.example.com/', 'https://li:secret@hooks.example.com/'])
    expect([url, (await add(url)).json.error.fields]).toEqual([url, { url: 'invalid' }])
  const elsewhere = await listen(account, { url: 'https://localhost:1/' })
  opened.push(elsewhere)
  const { status } = await account.call('POST', elsewhere.at('/test'))
  expect(status).toBe(200)
  const failed = await waitFor(async () => (await deliveriesOf(strict, elsewhere)).find(({ state }) => state === 'failed'))
  expect(failed).toMatchObject({ fault: 'private', status: null })
  await strict.close()
})
