import { type ErrorCode, Problem } from '@sampan/contract/errors'
import { refreshGraceSeconds } from '@sampan/contract/limits'
import { refreshToken } from '@sampan/contract/routes/accounts'
import { readTransfer } from '@sampan/contract/routes/downloads'
import { healthz } from '@sampan/contract/routes/operation'
import { createUpload, discardUpload, putPart, stsAuth } from '@sampan/contract/routes/uploads'
import { checkVerifyEmail, sendVerifyEmail } from '@sampan/contract/routes/verification'
import { expect, test, vi } from 'vitest'
import { createApi } from './api.ts'
import { NetworkError } from './network-error.ts'
import { randomId } from './random-id.ts'
import { testClock } from './testing/test-clock.ts'

type Sent = { url: string; init: RequestInit; headers: Record<string, string> }
const json = (value: unknown, status = 200, headers = {}) => new Response(JSON.stringify(value), { status, headers })

/** Answers one after another; the last one again and again. */
function apiWith(...answers: (() => Response)[]) {
  const sent: Sent[] = []
  const clock = testClock()
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    sent.push({ url: String(url), init, headers: init.headers as Record<string, string> })
    return answers[Math.min(sent.length, answers.length) - 1]!()
  }
  const api = createApi({ fetch: fetch as typeof globalThis.fetch, clock, random: () => 1, language: () => 'zh' })
  return { api, sent, clock }
}
const { crypto: realCrypto } = globalThis
const offline = () => {
  throw new TypeError('fetch failed')
}
const refused =
  (code: ErrorCode | string, status: number, more = {}) =>
  () =>
    json({ error: { code, requestId: 'r1', ...more } }, status)
const alive = () => json({ status: 'ok' })

test('fills the path and the query, says the language and who calls', async () => {
  const { api, sent } = apiWith(refused('transferUnknown', 404))
  await api.call(readTransfer, { params: { slug: 'a b' }, query: { user: 'u', dl: undefined } }).catch(() => {})
  expect(sent[0]?.url).toBe('/api/transfers/a%20b?user=u')
  expect(sent[0]?.headers).toMatchObject({ 'Accept-Language': 'zh', 'X-Sampan': '1' })
  expect(sent[0]?.init.credentials).toBe('same-origin')
  const target = api.target(putPart, { params: { uploadId: 'u1', blobId: 'b1' }, query: { offset: 7 }, ticket: 't' })
  expect(target).toMatchObject({
    url: '/api/uploads/u1/blobs/b1?offset=7',
    headers: { Authorization: 'Bearer t', 'X-Sampan': '1' },
  })
})

test('A3 a call may outlive its page, whose browser then takes the answer', async () => {
  const { api, sent } = apiWith(alive)
  await api.call(healthz, { outlivesPage: true })
  await api.call(healthz)
  expect(sent.map(({ init }) => init.keepalive)).toEqual([true, undefined])
})

test('H1 a body that the contract refuses is not sent, its fields are named', async () => {
  const { api, sent } = apiWith(alive)
  const wrong = api.call(sendVerifyEmail, { body: { email: 'nobody' } })
  await expect(wrong).rejects.toMatchObject({ code: 'invalidInput', fields: { email: 'invalidEmail' } })
  const missing = api.call(checkVerifyEmail, { body: { email: 'a@b.cn' } as never })
  await expect(missing).rejects.toMatchObject({ fields: { verifyId: 'required' } })
  expect(sent).toHaveLength(0)
})

test('H2 an error reply becomes its Problem, with the id of the request', async () => {
  const more = { details: { limitBytes: 5 }, fields: { files: 'tooLong' }, retryAfterSeconds: 9 }
  const { api } = apiWith(refused('overTransferLimit', 413, more))
  const problem = await api.call(createUpload, { body: { files: [] }, ticket: 't' }).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(Problem)
  expect(problem).toMatchObject({
    code: 'overTransferLimit',
    details: { limitBytes: 5, requestId: 'r1' },
    fields: { files: 'tooLong' },
  })
  expect(problem).toMatchObject({ retryAfterSeconds: 9 })
})

test.each([
  [413, 'bodyTooLarge'],
  [429, 'rateLimited'],
  [502, 'unavailable'],
  [500, 'internal'],
  [418, 'internal'],
])('H2 an answer %i in words of a proxy becomes %s', async (status, code) => {
  const { api } = apiWith(() => new Response('<h1>nginx</h1>', { status, headers: { 'retry-after': '3' } }))
  await expect(api.call(healthz)).rejects.toMatchObject({ code, retryAfterSeconds: 3 })
})

test('H1 a reply that the contract does not know is an error, not a value', async () => {
  const { api } = apiWith(() => json({ status: 'perhaps' }))
  await expect(api.call(healthz)).rejects.toMatchObject({ code: 'internal' })
})

test('H3 an idempotent call is repeated 6 times, each wait twice the last, then the error is told', async () => {
  const { api, sent, clock } = apiWith(offline)
  await expect(api.call(healthz)).rejects.toThrow(NetworkError)
  expect(sent).toHaveLength(7)
  expect(clock.slept).toEqual([500, 1000, 2000, 4000, 8000, 15_000])
})

test('H3 waits are spread by chance over their upper half', async () => {
  const clock = testClock()
  const chances = [0, 0.5]
  const api = createApi({ fetch: offline, clock, random: () => chances.shift() ?? 1 })
  await api.call(healthz).catch(() => {})
  expect(clock.slept.slice(0, 3)).toEqual([250, 750, 2000])
})

test.each([502, 503, 504])('H3 %i is repeated until it passes', async (status) => {
  const { api, sent } = apiWith(() => new Response('', { status }), offline, alive)
  await expect(api.call(healthz)).resolves.toEqual({ status: 'ok' })
  expect(sent).toHaveLength(3)
})

test('H3 a server that says when to come back is waited for', async () => {
  const { api, clock } = apiWith(refused('unavailable', 503, { retryAfterSeconds: 5 }), alive)
  await api.call(healthz)
  expect(clock.slept).toEqual([5000])
})

test.each([400, 404, 429, 500])('H3 %i is not repeated', async (status) => {
  const { api, sent } = apiWith(() => new Response('', { status }))
  await api.call(discardUpload, { params: { uploadId: 'x' } }).catch(() => {})
  expect(sent).toHaveLength(1)
})

test('H3 all repeats of a call that creates carry one Idempotency-Key, another call another', async () => {
  const ticket = { AccessKeyId: '', AccessKeySecret: '', SecurityToken: 't', Expiration: '2026-01-01T00:00:00Z' }
  const { api, sent } = apiWith(
    offline,
    () => new Response('', { status: 503 }),
    () => json(ticket),
  )
  const body = { id: 'x', type: 'anonUpload' } as const
  await api.call(stsAuth, { body })
  await api.call(stsAuth, { body })
  const keys = sent.map(({ headers }) => headers['Idempotency-Key'])
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[3]).not.toBe(keys[0])
})

test('H3 a call that nobody wants any more is not repeated', async () => {
  const { api, sent } = apiWith(offline)
  const signal = AbortSignal.abort(new Error('left'))
  await expect(api.call(healthz, { signal })).rejects.toThrow('left')
  expect(sent).toHaveLength(1)
})

/** The first `dead` calls never get an answer. */
function swallowing(dead: number) {
  const clock = testClock()
  const sent: RequestInit[] = []
  const fetch = (_: unknown, init: RequestInit = {}) => {
    sent.push(init)
    if (sent.length > dead) return Promise.resolve(alive())
    return new Promise<Response>((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  }
  return { api: createApi({ fetch: fetch as typeof globalThis.fetch, clock }), clock, sent }
}

test('U2 a call that gets no answer for 90 s is given up and repeated', async () => {
  const { api, clock, sent } = swallowing(1)
  const answer = api.call(healthz)
  clock.advance(89_999)
  expect(sent).toHaveLength(1)
  clock.advance(1)
  await expect(answer).resolves.toEqual({ status: 'ok' })
})

test('U5 after the line has changed, a call without an answer is repeated within 10 s, over each connection of the old line', async () => {
  const { api, clock, sent } = swallowing(3)
  const answer = api.call(healthz)
  clock.advance(30_000)
  for (const tries of [1, 2, 3]) {
    await expect.poll(() => sent).toHaveLength(tries)
    if (tries === 1) api.reconnect()
    clock.advance(7999)
    expect(sent[tries - 1]?.signal?.aborted).toBe(false)
    // Asked again and again, it is not put off.
    if (tries === 1) api.reconnect()
    clock.advance(1)
  }
  await expect(answer).resolves.toEqual({ status: 'ok' })
})

test('U5 A3 what is asked again soon has its time still: a long body as the slowest line needs, a refresh within its grace', async () => {
  const { api, clock, sent } = swallowing(1)
  api.reconnect()
  const files = Array.from({ length: 1000 }, (_, i) => ({ path: `${'x'.repeat(200)}${i}`, size: 1 }))
  const answer = api.call(createUpload, { body: { files } }).catch(() => 'asked again')
  const { length } = String(sent[0]?.body)
  clock.advance(8000 + length / 16 - 1)
  expect(sent[0]?.signal?.aborted).toBe(false)
  clock.advance(1)
  await expect(answer).resolves.toBe('asked again')
  expect(length / 16).toBeGreaterThan(10_000)

  const refresh = swallowing(1)
  refresh.api.reconnect()
  const refreshed = refresh.api.call(refreshToken).catch(() => {})
  refresh.clock.advance(8000)
  await refreshed
  expect(refresh.sent).toHaveLength(2)
  expect(8000 + Math.max(...refresh.clock.slept)).toBeLessThan(refreshGraceSeconds * 1000)
})

test('U5 a minute after the line has changed an answer may take its time again', async () => {
  const { api, clock, sent } = swallowing(1)
  api.reconnect()
  clock.advance(60_000)
  const answer = api.call(healthz)
  clock.advance(89_999)
  expect(sent).toHaveLength(1)
  clock.advance(1)
  await expect(answer).resolves.toEqual({ status: 'ok' })
})

test('H3 keys exist on plain http too, where randomUUID does not', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => realCrypto.getRandomValues(bytes) })
  expect(randomId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  vi.unstubAllGlobals()
})
