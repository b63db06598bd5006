import { afterEach, expect, test, vi } from 'vitest'
import { bringIntoSight } from './bring-into-sight.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['above', -229, -190, 1],
  ['below', 860, 900, 1],
  ['in sight', 48, 77, 0],
])('Q12 Q23 what comes next is brought to the eye if it is not there: %s', (_where, top, bottom, times) => {
  vi.stubGlobal('window', { innerHeight: 844 })
  const scrollIntoView = vi.fn()
  bringIntoSight({ getBoundingClientRect: () => ({ top, bottom }), scrollIntoView } as unknown as Element)
  expect(scrollIntoView).toHaveBeenCalledTimes(times)
})
