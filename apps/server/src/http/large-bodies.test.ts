import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { largeBodies, listLots, smallBody } from '@sampan/contract/limits'
import { plans } from '@sampan/contract/plans'
import { routes } from '@sampan/contract/routes/index'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../test/support/account.ts'
import { withTicket } from '../../test/support/open-upload.ts'
import { answerOf } from '../../test/support/raw-put.ts'
import { startTestServer, type TestServer } from '../../test/support/test-server.ts'
import { createJsonMeter } from './json-meter.ts'
import { createPlaces } from './large-bodies.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

type Begun = { socket: Socket; answer: Promise<string> }

/** The head of a call, and a first byte of its body. */
async function begin(method: string, path: string, headers: Record<string, string | number>): Promise<Begun> {
  const { hostname, port, host } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const answer = answerOf(socket)
  await once(socket, 'connect')
  const lines = Object.entries({ host, 'content-type': 'application/json', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{`)
  return { socket, answer }
}
async function refusal(method: string, path: string, headers: Record<string, string | number>): Promise<number> {
  const { socket, answer } = await begin(method, path, headers)
  const status = Number((await answer).split(' ')[1])
  socket.destroy()
  return status
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const withBody = routes.filter(({ method, rawBody }) => method !== 'GET' && rawBody !== 'application/octet-stream')
const filledIn = (path: string) => path.replaceAll(/:\w+/g, '0b0c5a4e-2f6a-4c1e-9a53-1d2c3b4a5968')

test('R49 no call takes more than a small body from somebody without an account, and none waits for it to come', async () => {
  const { ticket } = await withTicket(server)
  const tooLong = { 'content-length': smallBody.bytes + 1 }
  const answers = await Promise.all(
    withBody.map(async ({ who, method, path }) => {
      const headers: Record<string, string> = who === 'ticket' ? bearer(ticket) : who === 'sameOrigin' ? { 'x-sampan': '1' } : {}
      return [who, await refusal(method, filledIn(path), { ...tooLong, ...headers })]
    }),
  )
  const expected = withBody.map(({ who }) => [who, who === 'user' ? 401 : who === 'operator' ? 404 : 413])
  expect(answers).toEqual(expected)
})

test.each([
  ['no ticket', '/api/uploads', {}, 401],
  ['a ticket that is none of ours', '/api/uploads', bearer('x.y.z'), 401],
  ['no session', '/api/contacts/import', {}, 401],
  ['a session that is none of ours', '/api/contacts/import', bearer('x.y.z'), 401],
  ['a session that is none of ours, where a guest may call', '/quicksend2', bearer('x.y.z'), 401],
  ['a page of somebody else', '/quicksend2', { 'sec-fetch-site': 'cross-site' }, 404],
])('R49 who asks is known before a body is read: %s', async (_, path, headers, status) => {
  for (const length of [1000, 16_000_000])
    expect(await refusal('POST', path, { ...headers, 'content-length': length })).toBe(status)
})

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
const post = async (path: string, body: string, headers: Record<string, string> = {}, isChunked = false) => {
  const bytes = new TextEncoder().encode(body)
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 50_000) controller.enqueue(bytes.subarray(at, at + 50_000))
      controller.close()
    },
  })
  const how = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  const reply = await fetch(
    server.url + path,
    isChunked ? ({ ...how, body: stream, duplex: 'half' } as RequestInit) : { ...how, body },
  )
  return [reply.status, ((await reply.json()) as { error?: { code: string } }).error?.code]
}

test('R49 what would be many or deep values is refused before it is parsed, however it is sent', async () => {
  const { accessToken } = await Account.create(server)
  const values = (count: number) => `{"contacts":[${Array(count).fill('{}').join(',')}]}`
  expect(await post('/quicksend2', values(12_000))).toEqual([413, 'bodyTooLarge'])
  expect(await post('/quicksend2', values(12_000), {}, true)).toEqual([413, 'bodyTooLarge'])
  expect(await post('/quicksend2', nested(60))).toEqual([413, 'bodyTooLarge'])
  expect(await post('/quicksend2', `{"slug":"${'x'.repeat(smallBody.bytes)}"}`, {}, true)).toEqual([413, 'bodyTooLarge'])
  expect(await post('/api/contacts/import', values(100_000), bearer(accessToken))).toEqual([413, 'bodyTooLarge'])
  expect(await post('/quicksend2', values(100))).toEqual([400, 'invalidInput'])
})

test('R49 few large bodies are read at once, some wait, the others come again, and everybody else is served meanwhile', async () => {
  const account = await Account.create(server, { role: 'business' })
  const list = JSON.stringify({ files: [{ path: 'a.bin', size: 10 }], connection: 'x'.repeat(smallBody.bytes) })
  const count = largeBodies.places.account + largeBodies.waiting.account
  const headers = { ...bearer(account.browser.ticket), 'content-length': list.length }
  const all = await Promise.all(Array.from({ length: count + 1 }, () => begin('POST', '/api/uploads', headers)))
  // Nothing but their heads has come: the only answer there is goes to the one too many.
  const first = await Promise.race(all.map(async (each) => ({ ...each, said: await each.answer })))
  expect(first.said).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 5\r\n/)
  first.socket.destroy()
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect((await account.declare([{ path: 'small.bin', size: 10 }])).status).toBe(201)
  const others = all.filter(({ socket }) => socket !== first.socket)
  for (const { socket } of others) socket.write(list.slice(1))
  const answers = await Promise.all(others.map(({ answer }) => answer))
  for (const { socket } of others) socket.destroy()
  expect(answers.map((answer) => answer.split(' ')[1])).toEqual(others.map(() => '201'))
})

test('R49 a place is free again when whoever had it is gone', async () => {
  const account = await Account.create(server)
  const headers = { ...bearer(account.browser.ticket), 'content-length': smallBody.bytes * 2 }
  const count = largeBodies.places.account + largeBodies.waiting.account
  const all = await Promise.all(Array.from({ length: count + 1 }, () => begin('POST', '/api/uploads', headers)))
  await Promise.race(all.map(({ answer }) => answer))
  for (const { socket } of all) socket.destroy()
  const body = JSON.stringify({ files: [{ path: 'a.bin', size: 10 }], connection: 'x'.repeat(smallBody.bytes) })
  // Those that are gone may still hold their places for a moment: it waits for one, or is told to come again.
  const ask = async (): Promise<number> => {
    const [status] = (await post('/api/uploads', body, bearer(account.browser.ticket))) as [number]
    return status === 503 ? ask() : status
  }
  expect(await ask()).toBe(201)
})

test('R49 no account and no network takes every place or all the room to wait', async () => {
  const most = { places: { all: 3, network: 2, account: 1 }, waiting: { all: 2, network: 1, account: 1 }, retrySeconds: 5 }
  const take = createPlaces(most as unknown as typeof largeBodies)
  const enter = (network: string, account: string) => {
    const gone: (() => void)[] = []
    const response = { destroyed: false, once: (_: string, listener: () => void) => gone.push(listener) }
    const state = { is: 'waits', leave: () => gone.forEach((each) => void each()) }
    take({ network, account, response: response as never }).then(
      () => (state.is = 'in'),
      () => (state.is = 'refused'),
    )
    return state
  }
  const all = [
    ['n', 'a'],
    ['n', 'a'],
    ['n', 'a'],
    ['n', 'b'],
    ['n', 'c'],
    ['m', 'd'],
    ['m', 'e'],
    ['m', 'f'],
    ['l', 'g'],
  ] as const
  const states = all.map(([network, account]) => enter(network, account))
  const now = async () => {
    await Promise.resolve()
    return states.map(({ is }) => is)
  }
  expect(await now()).toEqual(['in', 'waits', 'refused', 'in', 'refused', 'in', 'waits', 'refused', 'refused'])
  states[3]!.leave()
  // Its network has a share left, but the account that waits in front does not.
  expect(await now()).toEqual(['in', 'waits', 'refused', 'in', 'refused', 'in', 'in', 'refused', 'refused'])
  states[0]!.leave()
  expect((await now())[1]).toBe('in')
})

const longPath = (index: number) => `${'d'.repeat(250)}/`.repeat(16).slice(0, 4080) + String(index).padStart(6, '0')

test('R49 U1 the longest lists that plans have are taken: of a guest in one small call, of an account at once', async () => {
  const guest = await withTicket(server)
  const files = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ path: longPath(index), size: 1, lastModified: 1.7e12 }))
  expect((await guest.withTicket('POST', '/api/uploads', { files: files(plans.anon.files) })).status).toBe(201)
  const account = await Account.create(server, { role: 'business' })
  expect((await account.declare(files(plans.business.files))).status).toBe(201)
})

test('R49 T6 ten thousand contacts are brought in, known and deleted again in one call each', async () => {
  const account = await Account.create(server, { role: 'business' })
  const contacts = Array.from({ length: 10_000 }, (_, index) => {
    return { email: `person${index}@example.com`, name: '王小明', company: '北京公司', note: '备注'.repeat(30) }
  })
  const importKey = crypto.randomUUID()
  expect((await account.call('POST', '/api/contacts/import', { importKey, contacts })).json).toMatchObject({ added: 10_000 })
  const emails = contacts.map(({ email }) => email)
  expect((await account.call('POST', '/api/contacts/known', { emails })).json.known).toHaveLength(10_000)
  const contactIds = contacts.map(() => crypto.randomUUID())
  expect((await account.call('POST', '/api/contacts/delete', { contactIds })).json).toEqual({ deleted: 0 })
})

test('R49 what counts is what JSON would become, not what is written in its texts, wherever the bytes are cut', () => {
  const text = '{"a":"[[[{{{,,,\\"[[\\\\","b":[1,2,{"c":[]}]}'
  const bytes = Buffer.from(text)
  for (let at = 0; at <= bytes.length; at++) {
    const takes = (values: number, depth: number) => {
      const meter = createJsonMeter({ values, depth })
      return meter(bytes.subarray(0, at)) && meter(bytes.subarray(at))
    }
    expect([takes(7, 4), takes(6, 4), takes(7, 3)], String(at)).toEqual([true, false, false])
  }
})

test('R49 what clients send in one lot fits what strangers and accounts may send', () => {
  expect(listLots.guestBytes + 1024).toBeLessThan(smallBody.bytes)
  expect(listLots.ids * 39 + 1024).toBeLessThan(smallBody.bytes)
})
