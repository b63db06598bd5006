import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startControl } from './fault-proxy/control.mjs'
import { startFaultProxy } from './fault-proxy/fault-proxy.mjs'
import { createLink } from './fault-proxy/link.mjs'
import { seededRandom } from './fault-proxy/random.mjs'

const endings = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** A server that hands each connection to `serve`, behind a proxy with these settings. */
async function lineTo(serve, settings = {}) {
  const sockets = new Set()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const proxy = await startFaultProxy({ target: `127.0.0.1:${server.address().port}`, ...settings })
  endings.push(async () => {
    await proxy.stop()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return proxy
}
const echo = (socket) => socket.pipe(socket)

/** A client that keeps what arrives; `ended` tells how it ended. */
function dial({ port }) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const chunks = []
  let length = 0
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    length += chunk.length
  })
  const ended = new Promise((resolve) => {
    socket.on('end', () => resolve('end'))
    socket.on('error', (error) => resolve(error.code))
    socket.on('close', () => resolve('close'))
  })
  endings.push(() => socket.destroy())
  return { socket, ended, bytes: () => Buffer.concat(chunks), length: () => length }
}
const until = (isSo) => expect.poll(isSo)
const someBytes = (length) => Buffer.from(Array.from({ length }, (_, at) => (at * 7) & 255))

test('bytes pass unchanged both ways, and an end is passed on behind them', async () => {
  const proxy = await lineTo(echo, { delayMs: 5, bytesPerSecond: 50_000_000, initialWindowBytes: 14_600 })
  const client = dial(proxy)
  const bytes = someBytes(1_000_000)
  client.socket.end(bytes)
  expect(await client.ended).toBe('end')
  expect(client.bytes().equals(bytes)).toBe(true)
  expect(proxy.counters()).toMatchObject({ connections: 1, read: { up: 1_000_000, down: 1_000_000 }, heldBytes: 0 })
  client.socket.destroy()
  await until(() => proxy.counters().open).toBe(0)
})

test('every byte is as late as was asked for, one way for each direction', async () => {
  const proxy = await lineTo(echo, { delayMs: { up: 60, down: 40 } })
  const client = dial(proxy)
  const begin = performance.now()
  client.socket.write('x')
  await until(client.length).toBe(1)
  expect(performance.now() - begin).toBeGreaterThanOrEqual(100)
})

test('the rate is shared by all connections, who take turns', async () => {
  const link = createLink(() => 200_000)
  endings.push(link.stop)
  const left = []
  const pipeOf = (name, pieces) => ({
    sendPiece(depart) {
      left.push([name, depart(1000)])
      return --pieces > 0
    },
  })
  const begin = performance.now()
  link.ask(pipeOf('a', 7))
  link.ask(pipeOf('b', 7))
  await until(() => left.length).toBe(14)
  expect(left.map(([name]) => name).join('')).toMatch(/^a{4,6}(ba){1,3}b+$/)
  for (const [index, [, at]] of left.entries()) expect(at - begin).toBeGreaterThanOrEqual(index * 5 + 4.9)
})

test('the line takes no more than its rate: 2 connections, 400,000 bytes, 1,000,000 a second', async () => {
  const proxy = await lineTo((socket) => socket.resume(), { bytesPerSecond: 1_000_000 })
  const begin = performance.now()
  for (const client of [dial(proxy), dial(proxy)]) client.socket.write(Buffer.alloc(200_000))
  await until(() => proxy.counters().written.up).toBe(400_000)
  expect(performance.now() - begin).toBeGreaterThanOrEqual(350)
})

test('U9 what is held is bounded when the receiver reads nothing, and the sender is held back', async () => {
  const proxy = await lineTo((socket) => socket.pause(), { pipeBytes: 256 * 1024, delayMs: 1 })
  const client = dial(proxy)
  client.socket.write(Buffer.alloc(50_000_000))
  let before = -1
  await until(() => {
    const { read, heldBytes } = proxy.counters()
    const isStill = read.up === before && heldBytes > 200 * 1024
    before = read.up
    return isStill
  }).toBe(true)
  expect(proxy.counters().heldBytes).toBeLessThan(512 * 1024)
  expect(proxy.counters().read.up).toBeLessThan(50_000_000)
})

test('a window that begins small doubles with every round trip', async () => {
  const proxy = await lineTo((socket) => socket.resume(), { delayMs: 50, initialWindowBytes: 16_384 })
  const begin = performance.now()
  dial(proxy).socket.write(Buffer.alloc(16_384 * 15))
  await until(() => proxy.counters().written.up).toBe(16_384 * 15)
  // 1 + 2 + 4 + 8 windows: three round trips and one way.
  expect(performance.now() - begin).toBeGreaterThanOrEqual(350)
})

test.each(['cut', 'reset'])('R02 %s after exactly so many bytes of each connection', async (cutAs) => {
  let got = 0
  const proxy = await lineTo((socket) => socket.on('data', (chunk) => (got += chunk.length)), {
    cutAfterBytes: { up: 70_001 },
    cutAs,
  })
  const client = dial(proxy)
  client.socket.write(Buffer.alloc(200_000))
  expect(await client.ended).not.toBe(cutAs === 'cut' ? '' : 'end')
  await until(() => got).toBe(70_001)
  expect(proxy.counters()).toMatchObject({ faults: { [cutAs]: 1 }, open: 0 })
})

test('R02 a fault waits for its byte over all connections, and happens once', async () => {
  const proxy = await lineTo(echo)
  proxy.act({ kind: 'flip', direction: 'up', atByte: 1005 })
  const [first, second] = [dial(proxy), dial(proxy)]
  first.socket.write(Buffer.alloc(1000))
  await until(first.length).toBe(1000)
  second.socket.write(Buffer.alloc(1000))
  await until(second.length).toBe(1000)
  expect(first.bytes().equals(Buffer.alloc(1000))).toBe(true)
  expect([...second.bytes().entries()].filter(([, byte]) => byte !== 0)).toEqual([[5, 1]])
  expect(proxy.counters()).toMatchObject({ armed: 0, faults: { flip: 1 } })
})

test('a half-open connection swallows everything and tells nobody', async () => {
  const seen = []
  const proxy = await lineTo((socket) => {
    socket.on('data', (chunk) => seen.push(chunk.length))
    socket.on('close', () => seen.push('close'))
    socket.on('end', () => seen.push('end'))
  })
  const client = dial(proxy)
  client.socket.write('abc')
  await until(() => seen.length).toBe(1)
  proxy.act({ all: 'halfOpen' })
  client.socket.write('def')
  await until(() => proxy.counters().read.up).toBe(6)
  client.socket.destroy()
  const other = dial(proxy)
  other.socket.write('ghi')
  await until(() => seen.length).toBe(2)
  expect(seen).toEqual([3, 3])
})

test('held answers come once they are let go, whole', async () => {
  const proxy = await lineTo(echo, { hold: { down: true } })
  const client = dial(proxy)
  client.socket.write(someBytes(100_000))
  await until(() => proxy.counters().written.up).toBe(100_000)
  expect(client.length()).toBe(0)
  proxy.set({ hold: false })
  await until(client.length).toBe(100_000)
  expect(client.bytes().equals(someBytes(100_000))).toBe(true)
})

test('without a network new connections are refused and open ones can be cut', async () => {
  const proxy = await lineTo(echo)
  const open = dial(proxy)
  open.socket.write('x')
  await until(open.length).toBe(1)
  proxy.set({ refuses: true })
  expect(await dial(proxy).ended).toBe('ECONNRESET')
  proxy.act({ all: 'reset' })
  expect(await open.ended).toBe('ECONNRESET')
  proxy.set({ refuses: false })
  const again = dial(proxy)
  again.socket.write('x')
  await until(again.length).toBe(1)
})

test('a server that is not there resets the connection', async () => {
  const proxy = await lineTo(echo)
  proxy.aim('127.0.0.1:1')
  expect(await dial(proxy).ended).toBe('ECONNRESET')
})

test('losses delay what follows them and are the same with the same seed', async () => {
  expect(Array.from({ length: 5 }, seededRandom(7))).toEqual(Array.from({ length: 5 }, seededRandom(7)))
  const proxy = await lineTo(echo, { lossPerSegment: { up: 1, down: 0 }, stallMs: 80 })
  const client = dial(proxy)
  const begin = performance.now()
  client.socket.write(someBytes(50_000))
  await until(client.length).toBe(50_000)
  expect(performance.now() - begin).toBeGreaterThanOrEqual(80)
  expect(client.bytes().equals(someBytes(50_000))).toBe(true)
  expect(proxy.counters().stalls).toBeGreaterThan(0)
})

test('every second a share of the connections is cut', async () => {
  const proxy = await lineTo(echo, { cutsPerSecond: 1 })
  const client = dial(proxy)
  client.socket.write('x')
  await until(client.length).toBe(1)
  await client.ended
  expect(proxy.counters().faults.cut).toBe(1)
})

test('the control port tells the counters, changes settings, lets faults happen and refuses nonsense', async () => {
  const proxy = await lineTo(echo)
  const control = await startControl(proxy, 0)
  endings.push(control.stop)
  const call = async (method, value) => {
    const reply = await fetch(`http://127.0.0.1:${control.port}`, { method, body: value && JSON.stringify(value) })
    return { status: reply.status, ...(await reply.json()) }
  }
  expect(await call('PUT', { delayMs: { down: 7 }, bytesPerSecond: 9 })).toMatchObject({
    settings: { delayMs: { up: 0, down: 7 }, bytesPerSecond: { up: 9, down: 9 } },
  })
  expect((await call('POST', { kind: 'cut', direction: 'down', atByte: 3 })).counters.armed).toBe(1)
  expect(await call('GET')).toMatchObject({ status: 200, counters: { connections: 0 } })
  for (const nonsense of [{ delay: 1 }, { lossPerSegment: 2 }, { delayMs: -1 }, { hold: 'yes' }])
    expect(await call('PUT', nonsense)).toMatchObject({ status: 400, error: expect.any(String) })
  expect((await call('POST', { kind: 'explode' })).status).toBe(400)
  expect((await call('DELETE')).status).toBe(400)
})
