import { expect, test } from 'vitest'
import { memoizeWithTtl } from './memoize-with-ttl.ts'

test('R27 an answer is asked for anew after its life, and when the clock was put back before it was learned', async () => {
  let [nowMs, asked] = [1_000_000, 0]
  const ask = memoizeWithTtl(
    async () => ++asked,
    30_000,
    () => new Date(nowMs),
  )
  expect([await ask('a'), await ask('a')]).toEqual([1, 1])
  nowMs += 29_999
  expect(await ask('a')).toBe(1)
  nowMs += 1
  expect(await ask('a')).toBe(2)
  nowMs -= 3_600_000
  expect(await ask('a')).toBe(3)
})
