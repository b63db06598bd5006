// @vitest-environment node
import { expect, test } from 'vitest'
import { nextTimeLeft, noTimeLeft, roundedSeconds, type TimeLeft } from './progress-time.ts'

/** What is told when estimates come in one after the other, every `everyMs`. */
function displayed(estimates: (number | null)[], everyMs = 1000): (number | null)[] {
  let left: TimeLeft = noTimeLeft
  return estimates.map((measured, index) => {
    left = nextTimeLeft(left, measured, index * everyMs)
    return left.shownSeconds === null ? null : roundedSeconds(left.shownSeconds)
  })
}
const seconds = (count: number, at: (second: number) => number | null) => Array.from({ length: count }, (_, index) => at(index))

test('Q13 nothing is told before an estimate has been there for two seconds', () => {
  expect(displayed([null, 40, 39, 38, 37])).toEqual([null, null, null, 40, 40])
})

test('Q13 an estimate that trembles is told as a steady count, never upwards', () => {
  const shown = displayed(seconds(60, (second) => (100 - second) * (second % 2 ? 1.25 : 0.85)))
  for (let at = 3; at < shown.length; at++) expect(shown[at]!).toBeLessThanOrEqual(shown[at - 1]!)
  expect(shown.at(-1)).toBeGreaterThan(25)
  expect(shown.at(-1)).toBeLessThan(55)
})

test('Q13 a line that becomes slower for good is believed after five seconds, in one step', () => {
  const shown = displayed(seconds(20, (second) => (second < 5 ? 60 - second : 300 - second)))
  expect(shown.slice(2, 10)).toEqual([60, 60, 60, 60, 60, 60, 60, 60])
  expect(shown[10]).toBe(300)
  expect(shown.slice(10).every((value, index, all) => index === 0 || value! <= all[index - 1]!)).toBe(true)
})

test('Q13 a hitch of three seconds leaves no trace', () => {
  expect(
    displayed(seconds(12, (second) => (second >= 5 && second < 8 ? 900 : 40 - second))).every((value) => (value ?? 0) <= 40),
  ).toBe(true)
})

test('Q13 a faster line is followed down without a leap to nothing', () => {
  const shown = displayed(seconds(40, (second) => (second < 5 ? 120 : Math.max(1, 20 - (second - 5)))))
  for (let at = 3; at < shown.length; at++) expect(shown[at]!).toBeLessThanOrEqual(shown[at - 1]!)
  expect(shown.at(-1)).toBeLessThanOrEqual(5)
  expect(shown.at(-1)).toBeGreaterThanOrEqual(1)
})

test('Q13 after a pause it begins anew', () => {
  expect(displayed([40, 39, 38, null, 400, 400, 400])).toEqual([null, null, 40, null, null, null, 420])
})

test.each([
  [0, 0],
  [3.2, 4],
  [16, 20],
  [61, 120],
  [3601, 3900],
])('Q13 %s seconds are told as %s', (given, expected) => expect(roundedSeconds(given)).toBe(expected))
