/** What a running upload does when the server, the network or the computer goes away for a while (U5). */
import { parts } from '@sampan/contract/limits'
import { expect, test } from 'vitest'
import { someBytes, sourceFile, until, uploadTest } from '../testing/uploads.ts'
import type { UploadSnapshot } from './upload.ts'

const KiB = 1024
const MiB = 1024 * KiB
const isPart = (url: string) => url.includes('/blobs/')
const bytesOf = (sent: readonly { from: number; to: number }[]) => sent.reduce((sum, { from, to }) => sum + to - from, 0)

/** Away from the n-th part on, for so many requests. */
function absence(fromPart: number, requests: number) {
  let partsSeen = 0
  let left = requests
  return (url: string) => {
    if (isPart(url)) partsSeen++
    return partsSeen >= fromPart && left-- > 0
  }
}

test('U5 U2 a server that is away is waited for with growing pauses, far beyond 12 attempts, and the upload goes on by itself', async () => {
  const { server, start, clock } = await uploadTest({ isAway: absence(3, 40) })
  const bytes = someBytes(9 * MiB)
  const upload = start([sourceFile('a', bytes)])
  const seen: UploadSnapshot[] = []
  upload.subscribe(() => seen.push(upload.snapshot()))
  await upload.done
  expect(server.has('a', bytes)).toBe(true)
  expect(seen).toContainEqual(expect.objectContaining({ phase: 'waiting', warning: 'serverAway', error: null }))
  expect(upload.snapshot()).toMatchObject({ phase: 'complete', warning: null })
  expect(clock.slept.length).toBeGreaterThan(20)
  const [first = 0] = clock.slept
  expect(first).toBeLessThanOrEqual(1000)
  expect(Math.max(...clock.slept)).toBeGreaterThan(10_000)
  expect(Math.max(...clock.slept)).toBeLessThanOrEqual(30_000)
})

test('U5 after an absence only the parts that were in flight are sent again', async () => {
  const { server, start } = await uploadTest({ isAway: absence(6, 20) })
  const bytes = someBytes(20 * MiB)
  await start([sourceFile('a', bytes)]).done
  expect(server.has('a', bytes)).toBe(true)
  // What the server answered was stored once; what it never saw does not count.
  expect(bytesOf(server.sent)).toBe(20 * MiB)
})

test('U5 U6 what the server has lost meanwhile, though it had acknowledged it, is sent again', async () => {
  let isGone = false
  const { server, start } = await uploadTest()
  server.behaviour.isAway = absence(7, 12)
  server.behaviour.onTicket = () => {
    if (server.sent.length >= 4 && !isGone) {
      isGone = true
      server.lose(([from]) => from < 2 * MiB)
    }
    return null
  }
  const bytes = someBytes(20 * MiB)
  await start([sourceFile('a', bytes)]).done
  expect(isGone).toBe(true)
  expect(server.has('a', bytes)).toBe(true)
})

test('U5 a part whose answer was lost while the server went away is not sent again', async () => {
  const { server, start } = await uploadTest({ onPart: (_, count) => (count === 1 ? 'lost' : null) })
  let failures = 5
  server.behaviour.isAway = (url) => server.sent.length > 0 && !isPart(url) && failures-- > 0
  await start([sourceFile('a', someBytes(1000))]).done
  expect(server.sent).toHaveLength(1)
})

test('U2 U3 attempts count while the server answers: parts alone that never get through end after 12', async () => {
  const { server, start } = await uploadTest({ isAway: isPart })
  const upload = start([sourceFile('a', someBytes(1000))])
  await expect(upload.done).rejects.toMatchObject({ code: 'unavailable', details: { name: 'NetworkError', fileIndex: 0 } })
  expect(server.seen.filter(({ method }) => method === 'PUT')).toHaveLength(12)
})

test('U5 an upload that is unknown when the server is back ends with its reason', async () => {
  const { server, start } = await uploadTest({ isAway: absence(3, 12) })
  server.behaviour.onTicket = () => {
    if (server.sent.length > 0) server.expire()
    return null
  }
  await expect(start([sourceFile('a', someBytes(9 * MiB))]).done).rejects.toMatchObject({ code: 'uploadNotFound' })
})

test('U5 reconnecting ends the pause at once', async () => {
  const { server, start, clock } = await uploadTest({ isAway: (url) => isPart(url) || server.seen.length > 3 })
  clock.sleep = (_, signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const upload = start([sourceFile('a', someBytes(1000))])
  await until(upload, ({ phase }) => phase === 'waiting')
  const before = server.seen.length
  server.behaviour.isAway = () => false
  expect(server.seen.length).toBe(before)
  // The question may be under way just then.
  const nudge = setInterval(upload.reconnect, 5)
  await upload.done.finally(() => clearInterval(nudge))
})

test('U5 pausing while the server is away stops asking; resuming asks again', async () => {
  const { server, start, clock } = await uploadTest({ isAway: (url) => isPart(url) || server.seen.length > 3 })
  clock.sleep = (_, signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const upload = start([sourceFile('a', someBytes(1000))])
  await until(upload, ({ phase }) => phase === 'waiting')
  upload.pause()
  expect(upload.snapshot()).toMatchObject({ phase: 'paused', warning: null })
  server.behaviour.isAway = () => false
  upload.resume()
  await upload.done
})

test('U5 after sleeping, parts that do not move any more are given up and sent over the new line', async () => {
  const { server, start, clock } = await uploadTest({ onPart: (_, count) => (count <= 4 ? 'stall' : null) })
  const bytes = someBytes(9 * MiB)
  const upload = start([sourceFile('a', bytes)])
  await expect.poll(() => server.sent.length).toBe(4)
  await expect.poll(() => upload.fileSentBytes('a')).toBe(4 * MiB)
  clock.sleep = async (milliseconds) => {
    await Promise.resolve()
    clock.advance(milliseconds)
  }
  clock.fallAsleep(3_600_000)
  clock.advance(1000)
  await upload.done
  expect(clock.now()).toBeLessThan(parts.stalledMs)
  expect(server.has('a', bytes)).toBe(true)
})

test('U5 a part that moves is left alone when the line is said to be back', async () => {
  const { server, start, clock } = await uploadTest({ onPart: (_, count) => (count === 1 ? 'stall' : null) })
  const upload = start([sourceFile('a', someBytes(1000))])
  await expect.poll(() => upload.fileSentBytes('a')).toBe(1000)
  upload.reconnect()
  await new Promise(setImmediate)
  expect(server.sent).toHaveLength(1)
  clock.advance(parts.stalledMs)
  await upload.done
})

test('U3 a full server is waited for as long as it says, told as such, and counts as no attempt', async () => {
  const { server, start, clock } = await uploadTest({
    retryAfterSeconds: 40,
    onPart: (_, count) => (count <= 30 ? 'diskFull' : null),
  })
  const bytes = someBytes(1000)
  const upload = start([sourceFile('a', bytes)])
  expect((await until(upload, ({ warning }) => warning !== null)).warning).toBe('serverFull')
  await upload.done
  expect(upload.snapshot().warning).toBeNull()
  expect(new Set(clock.slept)).toEqual(new Set([40_000]))
  expect(server.has('a', bytes)).toBe(true)
})

test('U3 a server that asks to come back later is believed, and never counted against the part', async () => {
  const { server, start, clock } = await uploadTest({
    retryAfterSeconds: 5,
    onPart: (_, count) => (count <= 20 ? 'unavailable' : null),
  })
  await start([sourceFile('a', someBytes(1000))]).done
  expect(server.sent).toHaveLength(21)
  expect(new Set(clock.slept)).toEqual(new Set([5000]))
})

test('U6 an answer that is not the server’s own is no acknowledgement', async () => {
  const { start } = await uploadTest()
  let count = 0
  const upload = start([sourceFile('a', someBytes(100))], {
    sendPart: async () => ({ status: ++count < 3 ? 200 : 204, text: '<html>Welcome to our hotel</html>', header: () => null }),
  })
  await upload.done
  expect(count).toBe(3)
})
