import type { lookup as systemLookup } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fetchPublic as fetchAs, type Guard, isPublicAddress } from './fetch-public.ts'

const fetchPublic = (address: string, guard?: Guard) => fetchAs(address, 'image/*', guard)

let server: Server | undefined
afterEach(() => void server?.closeAllConnections())
afterEach(() => void server?.close())

/** A listener on loopback that counts who comes. */
async function listen(answer: RequestListener) {
  const seen: string[] = []
  const listening = createServer((request, reply) => {
    seen.push(request.url ?? '')
    answer(request, reply)
  })
  let connections = 0
  listening.on('connection', () => connections++)
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, resolve))
  return { port: (listening.address() as AddressInfo).port, seen, connections: () => connections }
}

const names = (...rounds: string[][]): typeof systemLookup =>
  ((_name: string, _options: any, callback: any) => {
    const addresses = rounds.length > 1 ? rounds.shift()! : rounds[0]!
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as any

const privateHosts =
  '127.0.0.1 127.1 0177.0.0.1 2130706433 0x7f000001 0x7f.0.0.1 0 0.0.0.0 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1 255.255.255.255 [::] [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [fe80::1] [fc00::1] [fd00::1] [ff02::1] [64:ff9b::7f00:1] [2002:7f00:1::] [2001:db8::1] 198.18.0.1 192.0.2.1 203.0.113.1'.split(
    ' ',
  )

test.each(privateHosts)('R33 nothing goes to %s', async (host) => {
  const { port, connections } = await listen((_, reply) => reply.end('never'))
  await expect(fetchPublic(`http://${host}:${port}/`)).rejects.toThrow()
  expect(connections()).toBe(0)
})

test.each([['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['10.1.2.3'], ['93.184.215.14', '127.0.0.1']])(
  'R33 nothing goes to a name that is %j',
  async (...addresses) => {
    const { port, connections } = await listen((_, reply) => reply.end('never'))
    await expect(fetchPublic(`http://logos.example:${port}/`, { lookup: names(addresses) })).rejects.toThrow('logos.example')
    expect(connections()).toBe(0)
  },
)

test('R33 a name that answers anew answers to the same guard, and so does a redirect', async () => {
  const { port, seen } = await listen((request, reply) =>
    request.url === '/' ? reply.writeHead(302, { location: '/next' }).end() : reply.end('never'),
  )
  let asked = 0
  const isAllowed = () => asked++ === 0
  await expect(fetchPublic(`http://logos.example:${port}/`, { lookup: names(['127.0.0.1']), isAllowed })).rejects.toThrow()
  expect(seen).toEqual(['/'])
  await expect(fetchPublic('file:///etc/passwd')).rejects.toThrow('file:')
  const away = await listen((_, reply) => reply.writeHead(302, { location: 'gopher://logos.example/' }).end())
  await expect(fetchPublic(`http://127.0.0.1:${away.port}/`, { isAllowed: () => true })).rejects.toThrow('gopher:')
})

test('A6 R33 bytes of a picture, nothing for 404, and an end to what is too large or goes round', async () => {
  const { port } = await listen((request, reply) => {
    if (request.url === '/there') return reply.end('picture')
    if (request.url === '/moved') return reply.writeHead(301, { location: '/there' }).end()
    if (request.url === '/large') return reply.end(Buffer.alloc(1024 * 1024 + 1))
    if (request.url === '/round') return reply.writeHead(301, { location: '/round' }).end()
    return reply.writeHead(request.url === '/broken' ? 500 : 404).end()
  })
  const ask = (path: string) => fetchPublic(`http://127.0.0.1:${port}${path}`, { isAllowed: () => true })
  expect(String(await ask('/there'))).toBe('picture')
  expect(String(await ask('/moved'))).toBe('picture')
  expect(await ask('/none')).toBeNull()
  for (const path of ['/large', '/round', '/broken']) await expect(ask(path), path).rejects.toThrow()
})

test.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('R33 %s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)
