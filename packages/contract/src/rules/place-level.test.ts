import { expect, test } from 'vitest'
import { minPlace } from './place-level.ts'

test('B4 an account keeps no more of places than its operator', () => {
  expect(minPlace('city', 'country')).toBe('country')
  expect(minPlace('off', 'city')).toBe('off')
  expect(minPlace('city', 'city')).toBe('city')
})
