// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'
import { NoAnswer } from './in-time.ts'
import { within } from './timeout.ts'

afterEach(() => void vi.useRealTimers())

const never = (signals: AbortSignal[]) => (signal: AbortSignal) => {
  signals.push(signal)
  return new Promise<never>(() => {})
}

test('T2 an answer or a refusal in time is passed on', async () => {
  expect(await within(async () => 1)).toBe(1)
  await expect(within(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('T2 a call without an answer is given up and stopped', async () => {
  vi.useFakeTimers()
  const signals: AbortSignal[] = []
  const call = within(never(signals), undefined, 12_000)
  const refused = expect(call).rejects.toBeInstanceOf(NoAnswer)
  await vi.advanceTimersByTimeAsync(11_999)
  expect(signals[0]?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await refused
  expect(signals[0]?.aborted).toBe(true)
})

test('T2 whoever asked may stop it', async () => {
  const outer = new AbortController()
  const signals: AbortSignal[] = []
  const call = within(never(signals), outer.signal)
  outer.abort(new Error('another question'))
  await expect(call).rejects.toThrow('another question')
  expect(signals[0]?.aborted).toBe(true)
})
