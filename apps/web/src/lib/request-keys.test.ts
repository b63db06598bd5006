import { expect, test } from 'vitest'
import { makeRequestKeys } from './request-keys.ts'

test('H3 the same again has the key of before; what was changed, and changed back, a new one', () => {
  const keyOf = makeRequestKeys()
  const first = keyOf({ rating: 'Fine', message: 'it works' })
  expect(keyOf({ rating: 'Fine', message: 'it works' })).toBe(first)
  const changed = keyOf({ rating: 'Fine', message: 'it works now' })
  expect(changed).not.toBe(first)
  expect([first, changed]).not.toContain(keyOf({ rating: 'Fine', message: 'it works' }))
})
