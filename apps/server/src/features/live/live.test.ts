import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { sentBy } from '../../../test/support/dashboard.ts'
import { join, teamOwner } from '../../../test/support/team.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { makeApp } from '../../app.ts'
import { inTransaction } from '../../db/connect.ts'
import { liveChannel, notifyLive } from '../../db/live.ts'
import { sessions } from '../../db/tables.ts'
import { makeMetrics } from '../../metrics/metrics.ts'
import { beatMs } from './streams.ts'
import { openStream, type TestStream } from './test-stream.ts'

let server: TestServer
let other: FastifyInstance
let otherUrl: string
/** What the other process does every so often with its streams. */
let beat: (now: number) => void
beforeAll(async () => {
  server = await startTestServer()
  const intervals = vi.spyOn(globalThis, 'setInterval')
  other = await makeApp({ ...server.services, metrics: makeMetrics(false) })
  beat = intervals.mock.calls.find(([, ms]) => ms === beatMs)![0] as unknown as typeof beat
  intervals.mockRestore()
  await other.listen({ port: 0, host: '127.0.0.1' })
  otherUrl = `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await other?.close()
  await server?.close()
})

const open: TestStream[] = []
afterEach(() => {
  for (const stream of open.splice(0)) stream.stop()
})
const streamOf = async ({ accessToken }: Account, url = server.url, headers: Record<string, string> = {}) => {
  const stream = await openStream(url, accessToken, headers)
  open.push(stream)
  return stream
}
const download = async ({ slug, user, dl }: Awaited<ReturnType<typeof sentBy>>) =>
  (await fetch(`${otherUrl}/api/transfers/${slug}/zip?${new URLSearchParams({ user, dl })}`)).arrayBuffer()
const files = [{ path: 'a.bin', bytes: randomBytes(10) }]

test('T5 a download at one process is heard at each, by its owner alone', async () => {
  const reader = await sentBy(server, files)
  const [here, there] = [await streamOf(reader.sender), await streamOf(reader.sender, otherUrl)]
  const stranger = await streamOf(await Account.create(server))
  for (const stream of [here, there, stranger]) await stream.next('all')
  expect([here.status, here.headers.get('content-type'), here.headers.get('cache-control')]).toEqual([
    200,
    'text/event-stream',
    'no-store',
  ])
  expect([here.headers.get('x-accel-buffering'), here.headers.get('x-content-type-options')]).toEqual(['no', 'nosniff'])
  await download(reader)
  for (const stream of [here, there]) {
    await stream.next('transfer', reader.slug)
    await waitFor(async () => stream.events.some(({ what }) => what === 'notifications'))
  }
  // Everything that was told before this has arrived: the stranger heard nothing of it.
  await notifyLive(server.services.db, { ownerId: (await Account.create(server)).ownerId, what: 'notifications' })
  await notifyLive(server.services.db, { ownerId: reader.sender.ownerId, what: 'transfer', slug: 'Last' })
  await here.next('transfer', 'Last')
  expect(stranger.events).toEqual([{ what: 'all' }])
})

test('R3 news of a file request are told as such', async () => {
  const account = await Account.create(server)
  const stream = await streamOf(account)
  await stream.next('all')
  await notifyLive(server.services.db, { ownerId: account.ownerId, what: 'request', slug: 'Asked' })
  await stream.next('request', 'Asked')
})

test('R25 nothing is told of what was rolled back', async () => {
  const account = await Account.create(server)
  const stream = await streamOf(account)
  await stream.next('all')
  const { ownerId } = account
  await inTransaction(server.services.db, async (tx) => {
    await notifyLive(tx, { ownerId, what: 'transfer', slug: 'Never' })
    tx.rollback()
  }).catch(() => {})
  await notifyLive(server.services.db, { ownerId, what: 'transfer', slug: 'Last' })
  await stream.next('transfer', 'Last')
  expect(stream.events.filter((event) => 'slug' in event)).toEqual([{ what: 'transfer', slug: 'Last' }])
})

test('T5 many news at once arrive as few lines, and more than a page can want as one', async () => {
  const account = await Account.create(server)
  const stream = await streamOf(account)
  await stream.next('all')
  const { ownerId } = account
  await inTransaction(server.services.db, async (tx) => {
    for (let i = 0; i < 300; i++) await notifyLive(tx, { ownerId, what: 'transfer', slug: `Slug${i}` })
  })
  await stream.next('all')
  expect(stream.events.length).toBeLessThan(60)
})

test('T5 when the connection that listens breaks, it is made again and everything is asked anew', async () => {
  const account = await Account.create(server)
  const stream = await streamOf(account)
  await stream.next('all')
  await server.services.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query = ${`listen ${liveChannel}`} and datname = current_database()`,
  )
  await stream.next('all')
  await notifyLive(server.services.db, { ownerId: account.ownerId, what: 'notifications' })
  await stream.next('notifications')
})

const ending = [
  [
    'its session is ended',
    (account: Account) =>
      server.services.db
        .update(sessions)
        .set({ endedAt: server.services.clock() })
        .where(eq(sessions.id, decodeJwt(account.accessToken).sid as string)),
  ],
  ['its account is suspended', (account: Account) => account.setOwner({ status: 'revoke' })],
] as const

test.each(ending)('R27 a stream ends within a minute when %s, and no new one begins', async (_, end) => {
  const [account, somebody] = [await Account.create(server), await Account.create(server)]
  const [stream, stays] = [await streamOf(account, otherUrl), await streamOf(somebody, otherUrl)]
  await stream.next('all')
  await end(account)
  // Long afterwards.
  beat(Number.MAX_SAFE_INTEGER)
  await waitFor(async () => stream.isOver())
  expect(stays.isOver()).toBe(false)
  expect([401, 403]).toContain((await streamOf(account)).status)
})

test('M1 M2 R27 a member hears that something of the team changed, without what it is called, until they are out of it', async () => {
  const owner = await teamOwner(server)
  const member = await join(server, owner)
  const [own, stream] = [await streamOf(member.account, otherUrl), await streamOf(member.account, otherUrl, member.headers)]
  await stream.next('all')
  await notifyLive(server.services.db, { ownerId: owner.ownerId, what: 'transfer', slug: 'Secret' })
  expect(await stream.next('transfer')).toEqual({ what: 'transfer' })
  await owner.call('DELETE', `/api/team/members/${member.account.userId}`)
  await stream.next('team')
  beat(Number.MAX_SAFE_INTEGER)
  await waitFor(async () => stream.isOver())
  expect(own.isOver()).toBe(false)
})

test('R27 a visitor, a forged token and a ticket open no stream', async () => {
  const account = await Account.create(server)
  for (const token of ['', 'x.y.z', account.browser.ticket]) expect((await openStream(server.url, token ?? '')).status).toBe(401)
})

test('R50 one session has so many streams at once, also when they race, and gets a place back', async () => {
  const account = await Account.create(server)
  const streams = await Promise.all(Array.from({ length: 10 }, () => streamOf(account)))
  const refused = streams.filter(({ status }) => status === 429)
  expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(['30', '30', '30', '30'])
  streams.find(({ status }) => status === 200)!.stop()
  await waitFor(async () => (await streamOf(account)).status === 200)
  expect((await streamOf(await Account.create(server))).status).toBe(200)
})

test('R50 one account has so many streams at once over all its sessions, and gets a place back', async () => {
  const account = await Account.create(server)
  const programs = await Promise.all(Array.from({ length: 8 }, () => account.call('POST', '/api/tokens', { name: 'program' })))
  const openWith = async (token: string) => {
    const stream = await openStream(server.url, token)
    open.push(stream)
    return stream
  }
  const tokens = programs.flatMap(({ json }) => Array.from({ length: 5 }, () => json.secret as string))
  const streams = await Promise.all(tokens.map(openWith))
  const refused = streams.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    Array.from({ length: 10 }, () => [429, '30']),
  )
  expect((await streamOf(account)).status).toBe(429)
  streams.find(({ status }) => status === 200)!.stop()
  await waitFor(async () => (await streamOf(account)).status === 200)
  expect((await streamOf(await Account.create(server))).status).toBe(200)
})

test('R55 streams do not hold up a process that stops', async () => {
  const third = await makeApp({ ...server.services, metrics: makeMetrics(false) })
  await third.listen({ port: 0, host: '127.0.0.1' })
  const stream = await streamOf(await Account.create(server), `http://127.0.0.1:${(third.server.address() as AddressInfo).port}`)
  await stream.next('all')
  await third.close()
  await waitFor(async () => stream.isOver())
})
