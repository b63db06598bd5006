/** Which parts are recorded together, and when. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { groupParts } from './group-parts.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Parts by the letter of their upload and a number; `groups` are those that were recorded so far. */
function recorder() {
  const groups: string[][] = []
  const add = groupParts(async (parts: { uploadId: string; name: string }[]) => {
    groups.push(parts.map(({ name }) => name))
    return parts.map(({ name }) => name)
  })
  const record = (name: string) => add({ uploadId: name.charAt(0), name })
  return { groups, record }
}

test('R05 a part that comes alone is recorded at once, and what comes within milliseconds of it is the next group', async () => {
  const { groups, record } = recorder()
  const first = record('a1')
  await vi.advanceTimersByTimeAsync(0)
  expect(groups).toEqual([['a1']])
  expect(await first).toBe('a1')
  void record('a2')
  await vi.advanceTimersByTimeAsync(2)
  void record('b1')
  expect(groups).toEqual([['a1']])
  await vi.advanceTimersByTimeAsync(3)
  expect(groups).toEqual([['a1'], ['a2', 'b1']])
  await vi.advanceTimersByTimeAsync(5)
  void record('a3')
  await vi.advanceTimersByTimeAsync(0)
  expect(groups).toEqual([['a1'], ['a2', 'b1'], ['a3']])
})

test('R05 parts that end in the same turn of the loop are one group, of 200 at most', async () => {
  const { groups, record } = recorder()
  for (let nth = 0; nth < 230; nth++) void record(`${'abc'.charAt(nth % 3)}${nth}`)
  await vi.advanceTimersByTimeAsync(0)
  await vi.advanceTimersByTimeAsync(5)
  expect(groups.map(({ length }) => length)).toEqual([200, 30])
})
