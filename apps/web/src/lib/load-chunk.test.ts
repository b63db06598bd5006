import { expect, test, vi } from 'vitest'
import { lateChunk } from './load-chunk.ts'

function setUp(failures: number, unanswered = 0) {
  const waits: number[] = []
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new TypeError('Failed to fetch dynamically imported module')
    return 'here'
  })
  const askServer = vi.fn(async () => {
    if (askServer.mock.calls.length <= unanswered) throw new TypeError('Failed to fetch')
  })
  const renewStyles = vi.fn(async () => {})
  const chunk = lateChunk(load, { wait: async (ms) => void waits.push(ms), askServer, renewStyles })
  return { chunk, load, waits, renewStyles }
}

test('W6 a chunk that does not come is asked for five times, with growing waits', async () => {
  const { chunk, load, waits, renewStyles } = setUp(4)
  await expect(chunk.load()).resolves.toBe('here')
  expect(load).toHaveBeenCalledTimes(5)
  expect(waits).toEqual([...waits].sort((one, other) => one - other))
  expect(new Set(waits).size).toBe(4)
  expect(renewStyles).toHaveBeenCalledOnce()
  expect(chunk.peek()).toBe('here')
})

test('W6 after five failures it says so, and a later try begins anew', async () => {
  const { chunk, load } = setUp(5)
  await expect(chunk.load()).rejects.toThrow('Loading chunk failed after 5 retries')
  expect(chunk.peek()).toBeNull()
  await expect(chunk.load()).resolves.toBe('here')
  expect(load).toHaveBeenCalledTimes(6)
})

test('W6 whoever asks at the same time, or later, shares one load', async () => {
  const { chunk, load, renewStyles } = setUp(0)
  await Promise.all([chunk.load(), chunk.load()])
  await chunk.load()
  expect(load).toHaveBeenCalledOnce()
  expect(renewStyles).not.toHaveBeenCalled()
})

test('W6 while the server does not answer no script is asked for: the browser would never ask for it again', async () => {
  const { chunk, load } = setUp(0, 6)
  await expect(chunk.load()).rejects.toThrow('Loading chunk failed after 5 retries')
  expect(load).not.toHaveBeenCalled()
  await expect(chunk.load()).resolves.toBe('here')
  expect(load).toHaveBeenCalledOnce()
})
