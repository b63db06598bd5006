import { expect, test } from 'vitest'
import { leastPlace } from './place-level.ts'

test('B4 an account keeps no more of places than its operator', () => {
  expect(leastPlace('city', 'country')).toBe('country')
  expect(leastPlace('off', 'city')).toBe('off')
  expect(leastPlace('city', 'city')).toBe('city')
})
