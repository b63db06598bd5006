import { Problem } from '@sampan/contract/errors'
import { describe, expect, test } from 'vitest'
import type { SentPart } from '../testing/upload-server.ts'
import { someBytes, sourceFile, until, uploadTest } from '../testing/uploads.ts'
import type { PartSender } from './send-part.ts'
import { sendPartByFetch } from './send-part-fetch.ts'

const MiB = 1024 * 1024

test('U6 U9 large, small and empty files arrive whole, small ones share parts', async () => {
  const { server, start } = await uploadTest()
  const small = Array.from({ length: 60 }, (_, index) => sourceFile(`many/${index}.txt`, someBytes(1000 + index, index)))
  const large = sourceFile('large.bin', someBytes(9 * MiB + 123, 7))
  const files = [
    ...small.slice(0, 30),
    large,
    ...small.slice(30),
    sourceFile('empty.txt', someBytes(0)),
    sourceFile('folder/', someBytes(0)),
  ]
  const upload = start(files, { sender: 'li@example.cn', connection: '3g' })
  const plan = await upload.done
  expect(plan.slug).toBe('abcdefg')
  expect(server.created).toMatchObject([{ sender: 'li@example.cn', connection: '3g' }])
  for (const file of files) {
    expect(server.has(file.path, new Uint8Array(await file.blob.arrayBuffer())), file.path).toBe(true)
    expect(upload.fileSentBytes(file.path)).toBe(file.size)
  }
  expect(server.sent.filter(({ blob }) => blob === 0)).toHaveLength(1)
  expect(upload.snapshot()).toMatchObject({ phase: 'complete', sentBytes: 9 * MiB + 123 + 60 * 1000 + 1770, error: null })
})

test('U6 every part carries its CRC-32; one that was damaged on the way is sent again', async () => {
  const { server, start } = await uploadTest({ onPart: (_, count) => (count === 2 ? 'damage' : null) })
  const bytes = someBytes(9 * MiB)
  await start([sourceFile('a', bytes)]).done
  const sentTwice = server.sent.filter(({ from }) => from === server.sent[1]?.from)
  expect(sentTwice.length).toBeGreaterThan(1)
  expect(server.sent.every(({ headers }) => /^[0-9a-f]{8}$/.test(String(headers['x-part-crc32'])))).toBe(true)
  expect(server.has('a', bytes)).toBe(true)
})

test('U7 parts carry the ticket alone, never the two key fields', async () => {
  const { server, start } = await uploadTest()
  await start([sourceFile('a', someBytes(100))]).done
  expect(server.sent[0]?.ticket).toBe('ticket1')
  expect(JSON.stringify(server.seen)).not.toMatch(/key-id|key-secret/)
})

test('Q13 warming up, then sending; the count never goes backwards, though parts fail', async () => {
  const { start, clock } = await uploadTest({ onPart: (_, count) => (count % 3 === 0 ? 'unavailable' : null) })
  const sendPart: PartSender = (request) =>
    sendPartByFetch({
      ...request,
      onProgress: (loaded) => {
        clock.advance(101)
        request.onProgress(loaded)
      },
    })
  const upload = start([sourceFile('a', someBytes(9 * MiB))], { sendPart })
  const seen = [upload.snapshot()]
  upload.subscribe(() => seen.push(upload.snapshot()))
  await upload.done
  expect(seen[0]?.phase).toBe('warming')
  expect(seen.map(({ phase }) => phase)).toContain('sending')
  expect(seen.map(({ sentBytes }) => sentBytes)).toEqual(seen.map(({ sentBytes }) => sentBytes).toSorted((a, b) => a - b))
  expect(new Set(seen.map(({ sentBytes }) => sentBytes)).size).toBeGreaterThan(4)
  expect(seen.some(({ secondsLeft, bytesPerSecond }) => secondsLeft !== null && bytesPerSecond !== null)).toBe(true)
})

test('a snapshot stays the same object until something changes, and changes at most five times a second', async () => {
  const { start } = await uploadTest()
  const upload = start([sourceFile('a', someBytes(20 * MiB))])
  expect(upload.snapshot()).toBe(upload.snapshot())
  let calls = 0
  upload.subscribe(() => calls++)
  await upload.done
  // Time stands still in this test, so only the end may be told.
  expect(calls).toBe(1)
})

describe('Q13 pause and cancel', () => {
  const stallAfter = (count: number) => (_: SentPart, sent: number) => (sent > count ? ('stall' as const) : null)

  test('pausing keeps what was acknowledged, resuming sends only the rest', async () => {
    const { server, start, clock } = await uploadTest({ onPart: stallAfter(2) })
    const bytes = someBytes(9 * MiB)
    const upload = start([sourceFile('a', bytes)])
    // Four at once: a sixth leaves only when the answers to two have come back.
    await expect.poll(() => server.sent.length).toBeGreaterThan(5)
    upload.pause()
    clock.advance(200_000)
    expect(upload.snapshot()).toMatchObject({ phase: 'paused', bytesPerSecond: null, error: null })
    const kept = server.sent.slice(0, 2)
    const before = server.sent.length
    server.behaviour.onPart = () => null
    upload.resume()
    await upload.done
    const again = server.sent.slice(before).filter(({ from, to }) => kept.some((part) => part.from < to && part.to > from))
    expect(again).toEqual([])
    expect(server.has('a', bytes)).toBe(true)
    // All of it left and was answered, and what was in flight left twice.
    expect(upload.snapshot().signsOfLife).toBeGreaterThan(2 * bytes.length + MiB)
  })

  test('pausing before the plan is known holds everything back until it is resumed', async () => {
    const { server, start } = await uploadTest()
    const upload = start([sourceFile('a', someBytes(10))])
    upload.pause()
    await expect.poll(() => upload.plan()).not.toBeNull()
    expect(server.sent).toHaveLength(0)
    upload.resume()
    await upload.done
  })

  test('cancelling ends the parts, tells the server nothing and rejects', async () => {
    const { server, start } = await uploadTest({ onPart: stallAfter(0) })
    const upload = start([sourceFile('a', someBytes(9 * MiB))])
    await expect.poll(() => server.sent.length).toBe(4)
    upload.cancel()
    await expect(upload.done).rejects.toMatchObject({ name: 'AbortError' })
    expect(upload.snapshot()).toMatchObject({ phase: 'cancelled', error: null })
    upload.resume()
    expect(server.seen.some(({ method }) => method === 'DELETE')).toBe(false)
    expect(server.sent).toHaveLength(4)
  })
})

test('U5 an upload that the server knows goes on with what it has not received', async () => {
  const { server, start, api, clock } = await uploadTest({ onPart: (_, sent) => (sent > 3 ? 'stall' : null) })
  const bytes = someBytes(9 * MiB)
  const first = start([sourceFile('a', bytes)])
  await expect.poll(() => server.sent.length).toBeGreaterThan(5)
  first.cancel()
  server.behaviour.onPart = () => null
  const before = server.sent.length
  const { uploadId } = first.plan()!
  await start([sourceFile('a', bytes)], { uploadId, api, clock }).done
  const sentAgain = server.sent.slice(before).reduce((sum, { from, to }) => sum + to - from, 0)
  expect(sentAgain).toBe(9 * MiB - server.sent.slice(0, 3).reduce((sum, { from, to }) => sum + to - from, 0))
  expect(server.has('a', bytes)).toBe(true)
})

test('an upload of nothing but empty folders is complete at once', async () => {
  const { server, start } = await uploadTest()
  await start([sourceFile('folder/', someBytes(0))]).done
  expect(server.sent).toHaveLength(0)
})

test('U8 what the server refuses to plan is told with its Problem', async () => {
  const { start } = await uploadTest()
  const upload = start([{ path: '', size: 1, blob: new Blob(['x']) }])
  const { error } = await until(upload, ({ phase }) => phase === 'failed')
  expect(error).toMatchObject({ code: 'invalidInput', fields: { 'files.0.path': 'required' } })
})

test('Q21 U8 a sender who becomes known while the plan is asked for is told to the server, and what was refused is asked again', async () => {
  const { api, server, start } = await uploadTest()
  let refusals = 0
  const strict: typeof api = {
    ...api,
    call: async (route, ...args) => {
      const { body } = (args[0] ?? {}) as { body?: { files?: unknown; sender?: string } }
      if (!body?.files || body.sender) return api.call(route, ...args)
      refusals++
      throw new Problem('tooMuchUnverified')
    },
  }
  const early = start([sourceFile('a', someBytes(100))], { api: strict, isOpen: true })
  early.seal({ sender: 'li@example.cn' })
  await early.done
  await start([sourceFile('b', someBytes(100))], { api: strict, sender: 'li@example.cn' }).done
  expect(server.created).toMatchObject([{ sender: 'li@example.cn' }, { sender: 'li@example.cn' }])
  expect(refusals).toBe(1)
})

test('Q21 M1 nothing may be sent under the account for now: it is held with the reason, and not asked again and again', async () => {
  const { api, start } = await uploadTest()
  let asked = 0
  const paused: typeof api = {
    ...api,
    call: async (route, ...args) => {
      if (!(args[0] as { body?: { files?: unknown } } | undefined)?.body?.files) return api.call(route, ...args)
      asked++
      // Asked again, it ends: a simulated clock would go on for ever.
      throw new Problem(asked > 1 ? 'signedOut' : 'seatPaused')
    },
  }
  const upload = start([sourceFile('a', someBytes(100))], { api: paused, isOpen: true })
  const { held } = await until(upload, ({ held, phase }) => held !== null || phase === 'failed')
  expect([held?.code, asked]).toEqual(['seatPaused', 1])
  upload.cancel()
})
