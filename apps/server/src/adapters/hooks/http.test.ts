/** Where calls of webhooks may lead (R33, O9), and what becomes of every way in which an answer can be wrong. */
import type { lookup as systemLookup } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { makeHookPost } from './http.ts'

const limits = { answerSeconds: 0.3, answerBytes: 64 * 1024, keptAnswerBytes: 1024 }
const letter = (url: string) => ({ url, headers: { 'webhook-id': 'x' }, body: '{"a":"船"}' })

const open: (Server | ReturnType<typeof createTcp>)[] = []
afterEach(() => {
  for (const each of open.splice(0)) {
    if ('closeAllConnections' in each) each.closeAllConnections()
    each.close()
  }
})

async function listen(answer: RequestListener) {
  const seen: { url: string; body: string }[] = []
  let connections = 0
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const piece of request) body += piece
    seen.push({ url: request.url!, body })
    answer(request, reply)
  })
  server.on('connection', () => connections++)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return { port: (server.address() as AddressInfo).port, seen, connections: () => connections }
}

/** A name server that answers differently each time; the last answer stays. */
const names = (...rounds: string[][]): typeof systemLookup =>
  ((_name: string, _options: object, callback: (error: null, addresses: object[]) => void) => {
    const addresses = rounds.length > 1 ? rounds.shift()! : rounds[0]!
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as never

const strict = (lookup?: typeof systemLookup) => makeHookPost(limits, { mayBePrivate: false, ...(lookup && { lookup }) })
const lax = makeHookPost(limits, { mayBePrivate: true })

test.each([
  ['127.0.0.1'],
  ['10.0.0.1'],
  ['172.16.0.1'],
  ['192.168.1.1'],
  ['169.254.169.254'],
  ['100.64.0.1'],
  ['0.0.0.0'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['::ffff:10.0.0.1'],
  ['fd00::1'],
  ['fe80::1'],
  ['93.184.215.14', '127.0.0.1'],
])('R33 O9 nothing is sent to a name that is %j, nor to it in figures', async (...addresses) => {
  const { port, connections } = await listen((_, reply) => reply.end('never'))
  const named = strict(names(addresses)).post(letter(`https://hooks.example:${port}/`))
  await expect(named).rejects.toMatchObject({ fault: 'private' })
  const last = addresses.at(-1)!
  const figures = `https://${last.includes(':') ? `[${last}]` : last}:${port}/`
  expect(strict().mayLeadTo(new URL(figures))).toBe(false)
  await expect(strict().post(letter(figures))).rejects.toMatchObject({ fault: 'private' })
  expect(connections()).toBe(0)
})

test('R33 O9 a name that was public when it was looked at leads nowhere else: it is asked once, and the connection goes to that answer', async () => {
  const { port, connections } = await listen((_, reply) => reply.end('never'))
  let asked = 0
  const rebinding = ((...given: Parameters<typeof systemLookup>) => {
    asked++
    return (names(asked === 1 ? ['192.0.2.1'] : ['127.0.0.1']) as (...args: unknown[]) => void)(...given)
  }) as never
  // The first answer is taken for public here, so that it is tried: nobody is there.
  const hooks = makeHookPost(limits, {
    mayBePrivate: false,
    lookup: rebinding,
    isAllowed: (address) => address === '192.0.2.1',
  })
  await expect(hooks.post(letter(`https://hooks.example:${port}/`))).rejects.toMatchObject({ name: 'NotPosted' })
  expect([asked, connections()]).toEqual([1, 0])
  // By a new call the name is looked at anew.
  await expect(hooks.post(letter(`https://hooks.example:${port}/`))).rejects.toMatchObject({ fault: 'private' })
  expect([asked, connections()]).toEqual([2, 0])
})

test('O9 without TLS only where the operator lets webhooks be private', () => {
  const url = new URL('http://hooks.example.com/')
  expect([strict().mayLeadTo(url), lax.mayLeadTo(url), lax.mayLeadTo(new URL('ftp://hooks.example.com/'))]).toEqual([
    false,
    true,
    false,
  ])
})

test('O9 what is sent arrives letter by letter, and the beginning of the answer is kept', async () => {
  const { port, seen } = await listen((_, reply) => reply.writeHead(201).end(`ok\0${'x'.repeat(5000)}`))
  const { status, start } = await lax.post(letter(`http://127.0.0.1:${port}/in?a=b`))
  expect([status, start.length, start.startsWith('okx')]).toEqual([201, limits.keptAnswerBytes - 1, true])
  expect(seen).toEqual([{ url: '/in?a=b', body: '{"a":"船"}' }])
})

const answers: [string, RequestListener, { status: number } | { fault: string }][] = [
  ['500', (_, reply) => reply.writeHead(500).end('oh'), { status: 500 }],
  ['410', (_, reply) => reply.writeHead(410).end(), { status: 410 }],
  ['a redirect, which is not followed', (_, reply) => reply.writeHead(302, { location: '/in' }).end(), { status: 302 }],
  ['nothing in time', () => {}, { fault: 'timeout' }],
  ['the connection cut', (request) => request.socket.resetAndDestroy(), { fault: 'connection' }],
  ['cut in the middle', (request, reply) => reply.write('a', () => request.socket.resetAndDestroy()), { fault: 'connection' }],
  ['a body that never ends', (_, reply) => void reply.writeHead(200).write('slow'), { fault: 'timeout' }],
  ['a huge body, which is not read to its end', (_, reply) => void reply.write(Buffer.alloc(1024 * 1024)), { status: 200 }],
]
test.each(answers)('O9 an answer of %s', async (_, answer, wanted) => {
  const { port, seen } = await listen(answer)
  const posted = await lax.post(letter(`http://127.0.0.1:${port}/`)).catch((error) => error)
  expect(posted).toMatchObject(wanted)
  expect(seen).toHaveLength(1)
})

test('O9 no TLS where it is asked for, a closed port, and a name that nobody knows', async () => {
  const { port } = await listen((_, reply) => reply.end())
  await expect(lax.post(letter(`https://127.0.0.1:${port}/`))).rejects.toMatchObject({ fault: 'tls' })
  const closed = createTcp()
  const gone = await new Promise<number>((resolve) => closed.listen(0, () => resolve((closed.address() as AddressInfo).port)))
  await new Promise((resolve) => closed.close(resolve))
  await expect(lax.post(letter(`http://127.0.0.1:${gone}/`))).rejects.toMatchObject({ fault: 'connection' })
  await expect(lax.post(letter('http://hooks.invalid/'))).rejects.toMatchObject({ fault: 'name' })
})
