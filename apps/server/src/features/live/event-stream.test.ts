import { expect, onTestFinished, test, vi } from 'vitest'
import { makeEventStream } from './event-stream.ts'

test('R48 for a reader who reads nothing little is held, and it then hears that everything is new', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { readable, send, beat, end } = makeEventStream()
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 40; i++) send({ what: 'transfer', slug: `${round}x${i}`.padEnd(32, 'x') })
    await vi.advanceTimersByTimeAsync(300)
    beat()
  }
  for (let i = 0; i < 10_000; i++) send({ what: 'transfer', slug: String(i) })
  await vi.advanceTimersByTimeAsync(300)
  expect(readable.readableLength).toBeLessThan(16_384)
  const read: string[] = []
  readable.on('data', (chunk: Buffer) => void read.push(chunk.toString()))
  await vi.advanceTimersByTimeAsync(300)
  end()
  end()
  send({ what: 'notifications' })
  beat()
  expect(read.join('')).toMatch(/\n\ndata: {"what":"all"}\n\n$/)
})
