/** Uploads over lines that cut, reset, fall silent and damage: every byte arrives, and little is sent twice. */
import { finished } from 'node:stream/promises'
import { systemClock } from '@sampan/client/clock'
import { memoryCheckpoints } from '@sampan/client/upload/checkpoint'
import type { UploadSnapshot } from '@sampan/client/upload/upload'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { FaultSettings } from '../../../../scripts/fault-proxy/fault-proxy.mjs'
import { chanceOf } from '../faults/seeded.ts'
import type { TestServer } from '../support/test-server.ts'
import { expectSame, fastClock, fileOf, lineTo, MiB, type Sender, startServerWithSender, until } from './test-line.ts'

let server: TestServer
let sender: Sender
beforeAll(async () => {
  ;({ server, sender } = await startServerWithSender())
}, 120_000)
afterAll(() => server?.close())

let count = 0
const large = (size = 12 * MiB) => [fileOf(`large ${++count}.bin`, size)]
const line = (settings: FaultSettings = {}) => lineTo(server.url, sender, settings)
/** Six parts may be in hand on a long line, at the size that the line had grown to. */
const inFlight = (sent: { bytes: number }[]) => 6 * Math.max(...sent.map(({ bytes }) => bytes))
/** Headers, tickets, the plan. */
const slackBytes = 200_000

/** Tickets and plan take less: from here on the bytes of the line are those of parts. */
const partsBegin = 8000

test.each([1, MiB / 2, 3 * MiB - 1])(
  'R02 U2 parts cut at byte %i are sent again; nothing of the torn ones counts',
  async (atByte) => {
    const { proxy, start } = await line()
    const files = large()
    for (const kind of ['cut', 'reset'] as const) proxy.act({ kind, direction: 'up', atByte: partsBegin + atByte })
    const plan = await start(files).done
    expect(proxy.counters()).toMatchObject({ armed: 0, faults: { cut: 1, reset: 1 } })
    await expectSame(server.url, sender, plan, files)
  },
)

test.each([11, 12, 13])('R02 R51 twenty faults at random bytes of both directions, seed %i', async (seed) => {
  const chance = chanceOf(String(seed))
  const { proxy, sent, start } = await lineTo(server.url, sender, { seed })
  const files = [...large(16 * MiB), ...Array.from({ length: 40 }, (_, index) => fileOf(`${seed}/${index}.txt`, 1000 * index))]
  for (let fault = 0; fault < 20; fault++) {
    const direction = chance.happens(0.8) ? 'up' : 'down'
    const kind = chance.pick(direction === 'up' ? (['cut', 'reset', 'flip'] as const) : (['cut', 'reset'] as const))
    proxy.act({ kind, direction, atByte: chance.whole(2000, direction === 'up' ? 14 * MiB : 4000) })
  }
  const plan = await start(files, { clock: fastClock(20) }).done
  await expectSame(server.url, sender, plan, files)
  expect(sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(17 * MiB + 20 * inFlight(sent))
})

test('U6 R03 a byte that is flipped on the way is noticed by its checksum, and the part is sent again', async () => {
  const { proxy, sent, start } = await line()
  const files = large()
  proxy.act({ kind: 'flip', direction: 'up', atByte: partsBegin + 2 * MiB })
  const plan = await start(files).done
  expect(sent.filter(({ status }) => status === 422)).toHaveLength(1)
  await expectSame(server.url, sender, plan, files)
})

test('U2 connections that fall silent are given up after 90 s and their parts sent over new ones', async () => {
  const { proxy, start } = await line()
  for (const atByte of [MiB, 3 * MiB, 6 * MiB]) proxy.act({ kind: 'halfOpen', direction: 'up', atByte })
  const files = large()
  // A second and a half stands for the 90.
  const plan = await start(files, { clock: fastClock(60) }).done
  expect(proxy.counters().faults.halfOpen).toBe(3)
  await expectSame(server.url, sender, plan, files)
})

test('U5 answers that are held back cost nothing but time', async () => {
  const { proxy, sent, start } = await line({ bytesPerSecond: 20_000_000 })
  const files = large()
  const upload = start(files)
  await until(upload, ({ sentBytes }) => sentBytes > 0)
  proxy.set({ hold: { down: true } })
  await expect.poll(() => sent.filter(({ status }) => status === null).length, { timeout: 25_000 }).toBeGreaterThanOrEqual(4)
  const held = sent.length
  await expect.poll(() => upload.snapshot().sentBytes, { timeout: 25_000 }).toBeGreaterThanOrEqual(held * MiB)
  expect(sent).toHaveLength(held)
  proxy.set({ hold: false })
  const plan = await upload.done
  expect(sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(12 * MiB)
  await expectSame(server.url, sender, plan, files)
})

test('U5 without a network the upload waits, and goes on with what was not acknowledged', async () => {
  const { proxy, sent, start } = await line({ bytesPerSecond: 20_000_000 })
  const files = large(20 * MiB)
  const upload = start(files, { clock: fastClock(5) })
  const seen = new Set<string>()
  upload.subscribe(() => seen.add(`${upload.snapshot().phase} ${upload.snapshot().warning}`))
  await until(upload, ({ sentBytes }) => sentBytes > 8 * MiB)
  proxy.set({ refuses: true })
  proxy.act({ all: 'reset' })
  await until(upload, ({ phase }) => phase === 'waiting')
  expect(upload.snapshot()).toMatchObject({ warning: 'serverAway', error: null } satisfies Partial<UploadSnapshot>)
  const refusedAtFirst = proxy.counters().refused
  await expect.poll(() => proxy.counters().refused, { timeout: 25_000 }).toBeGreaterThan(refusedAtFirst + 2)
  proxy.set({ refuses: false })
  upload.reconnect()
  const plan = await upload.done
  expect(seen).toContain('waiting serverAway')
  expect(proxy.counters().read.up).toBeLessThanOrEqual(20 * MiB + inFlight(sent) + slackBytes)
  await expectSame(server.url, sender, plan, files)
})

test('U3 U5 a disk that is full is waited for, told as such, and the upload ends as soon as there is room', async () => {
  const { storage } = server.services
  const { writeAttempt } = storage
  onTestFinished(() => {
    storage.writeAttempt = writeAttempt
  })
  const { sent, start } = await line()
  const files = large()
  let refusals = 0
  storage.writeAttempt = async (key, offset, length, source, ...more) => {
    if (offset < 2 * MiB || refusals >= 20) return writeAttempt(key, offset, length, source, ...more)
    refusals++
    await finished(source.resume())
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  // The minute that the server asks for passes at once; the line's own time does not.
  const clock = { ...systemClock, sleep: fastClock(600).sleep }
  const upload = start(files, { clock })
  await until(upload, ({ warning }) => warning === 'serverFull')
  const plan = await upload.done
  expect(sent.filter(({ status }) => status === 507)).toHaveLength(20)
  expect(upload.snapshot().warning).toBeNull()
  await expectSame(server.url, sender, plan, files)
})

test('U6 what the server has lost after the last acknowledgement is sent again before it is announced', async () => {
  const { sent, start } = await line()
  const files = large()
  const upload = start(files)
  const plan = await upload.done
  const before = sent.length
  await server.services.db.execute(
    sql`delete from attempts where "offset" < ${2 * MiB} and blob_id in (select id from blobs where upload_id = ${plan.uploadId})`,
  )
  await upload.recheck()
  expect(sent.length).toBeGreaterThan(before)
  expect(sent.slice(before).reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(6 * MiB)
  await expectSame(server.url, sender, plan, files)
})

test('U5 after a reload the same files go on where they were', async () => {
  const { sent, start } = await line({ bytesPerSecond: 20_000_000 })
  const files = large(20 * MiB)
  const checkpoints = memoryCheckpoints()
  const first = start(files, { checkpoints })
  const acknowledged = () => sent.filter(({ status }) => status === 204).reduce((sum, { bytes }) => sum + bytes, 0)
  await until(first, () => acknowledged() > 2 * MiB)
  first.cancel()
  const second = start(files, { checkpoints })
  const plan = await second.done
  expect(plan.uploadId).toBe(first.plan()?.uploadId)
  expect(second.snapshot().resumedBytes).toBeGreaterThan(2 * MiB)
  expect(sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(20 * MiB + inFlight(sent))
  await expectSame(server.url, sender, plan, files)
})

test('U1 U8 1,500 small files over a line with 100 ms of delay leave in a few parts', async () => {
  const { sent, start } = await line({ delayMs: 50, bytesPerSecond: 12_500_000 })
  const files = Array.from({ length: 1500 }, (_, index) => fileOf(`many/${index}.txt`, 2000 + (index % 7)))
  const plan = await start(files).done
  expect(sent.length).toBeLessThanOrEqual(4)
  await expectSame(server.url, sender, plan, files.slice(0, 20))
})
