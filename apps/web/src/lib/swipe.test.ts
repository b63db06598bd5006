import { expect, test } from 'vitest'
import { swipeOf } from './swipe.ts'

const at = (clientX: number, clientY: number) => ({ clientX, clientY })

test.each([
  ['to the left', at(200, 100), at(100, 120), 1],
  ['to the right', at(100, 100), at(200, 80), -1],
  ['hardly', at(100, 100), at(70, 100), null],
  ['down', at(100, 100), at(180, 400), null],
])('D4 a finger that went %s', (_, from, to, by) => {
  expect(swipeOf(from, to)).toBe(by)
})
