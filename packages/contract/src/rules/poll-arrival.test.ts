import { expect, test } from 'vitest'
import { pollAfterMs } from './poll-arrival.ts'

test('D8 the page asks often while bytes come, seldom in silence or without answers', () => {
  expect([0, 60, 600, 10_000].map((silent) => pollAfterMs(silent, 0))).toEqual([2000, 5000, 15_000, 60_000])
  expect([1, 2, 10].map((failures) => pollAfterMs(0, failures))).toEqual([4000, 8000, 60_000])
})
