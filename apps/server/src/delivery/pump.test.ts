/** A reader on the slowest line, as the pump sees it: its socket is ours, so that it takes exactly what a test says. */
import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Batch } from '../adapters/storage/storage.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { pump } from './pump.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const KiB = 1024
const batch: Batch = { pieces: Array.from({ length: 8 }, () => Buffer.alloc(128 * KiB)), release: vi.fn() }

/** Takes the first batch at once and of the second, given in one call, what it is told to. */
function startPumping() {
  const handle = { writeQueueSize: 0 }
  const raw = Object.assign(new EventEmitter(), {
    socket: { setTimeout: () => {}, _handle: handle },
    destroyed: false,
    writableFinished: false,
    writableNeedDrain: false,
    writableLength: 0,
    cork: () => {},
    uncork: () => {},
    write: (piece: Buffer) => {
      given += piece.length
      if (given <= KiB * KiB) return
      handle.writeQueueSize += piece.length
      raw.writableLength += piece.length
      raw.writableNeedDrain = true
    },
    end: () => {},
    destroy: () => {
      raw.destroyed = true
      raw.emit('close')
    },
  })
  let given = 0
  const meter = { sent: async () => {}, mayGoOn: async () => true, ended: async () => {} }
  const rest = { next: async () => ({ done: false as const, value: batch }) }
  const ended = pump(
    { count: () => {} } as unknown as Metrics,
    {} as FastifyRequest,
    { raw } as unknown as FastifyReply,
    { first: { done: false, value: batch }, rest },
    0,
    meter,
  )
  return { raw, handle, ended, given: () => given }
}

/** Ten seconds, and all that follows from them. */
const look = async () => {
  vi.advanceTimersByTime(10_000)
  await new Promise((resolve) => setImmediate(resolve))
}

test('bytes are released when the system has taken them, and never after an error', async () => {
  for (const error of [null, new Error('closed')]) {
    const release = vi.fn()
    const taken: ((error: Error | null) => void)[] = []
    const raw = Object.assign(new EventEmitter(), {
      socket: null,
      destroyed: false,
      writableFinished: true,
      writableNeedDrain: false,
      writableLength: 0,
      cork: () => {},
      uncork: () => {},
      write: (_: Buffer, done: (error: Error | null) => void) => taken.push(done),
      end: () => setImmediate(() => raw.emit('finish')),
    })
    const meter = { sent: async () => {}, mayGoOn: async () => true, ended: async () => {} }
    await pump(
      { count: () => {} } as unknown as Metrics,
      {} as FastifyRequest,
      { raw } as unknown as FastifyReply,
      {
        first: { done: false, value: { ...batch, release } },
        rest: { next: async () => ({ done: true, value: undefined }) },
      },
      0,
      meter,
    )
    expect(release).not.toHaveBeenCalled()
    for (const done of taken) done(error)
    expect(release).toHaveBeenCalledTimes(error ? 0 : 1)
  }
})

test('R48 of a batch that was given in one call, a piece in four minutes is enough, and less is not', async () => {
  const { raw, handle, ended, given } = startPumping()
  await vi.waitUntil(() => given() === 2 * KiB * KiB)
  for (let i = 0; i < 23; i++) await look()
  for (let piece = 0; piece < 6; piece++) {
    handle.writeQueueSize -= 128 * KiB
    for (let i = 0; i < 23; i++) await look()
    expect(raw.destroyed, `piece ${piece}`).toBe(false)
  }
  for (let i = 0; i < 24; i++) {
    handle.writeQueueSize -= KiB
    await look()
  }
  expect(raw.destroyed).toBe(true)
  await ended
})
