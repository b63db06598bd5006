import { expect, test } from 'vitest'
import { lastGrowthAt, type Sample, secondsLeft, withSample } from './arrival-rate.ts'

const looks = (...seen: [seconds: number, bytes: number][]): Sample[] =>
  seen.reduce<Sample[]>((samples, [seconds, bytes]) => withSample(samples, { at: seconds * 1000, bytes }), [])
const left = (samples: Sample[], bytes: number, atSeconds: number) => secondsLeft(samples, bytes, atSeconds * 1000)

test('D8 the time left is told by what came in the last while; one look, or a look in vain, tells nothing', () => {
  expect(left(looks([0, 0]), 1000, 0)).toBeNull()
  expect(left(looks([0, 50], [2, 50]), 1000, 2)).toBeNull()
  expect(left(looks([0, 0], [1, 100]), 1000, 1)).toBeNull()
  expect(left(looks([0, 0], [2, 200]), 1000, 2)).toBe(10)
  expect(left(looks([0, 0], [2, 200]), 0, 2)).toBe(0)
})

test('D8 what came before the last minute counts no more: a line that has grown slower is told as it is now', () => {
  const seen: [number, number][] = Array.from({ length: 61 }, (_, i) => [i * 2, i <= 30 ? i * 2000 : 60_000 + (i - 30) * 20])
  expect(left(looks(...seen), 600, 120)).toBe(60)
})

test('D8 silence makes the time left unknown, and it is known when the last byte was seen', () => {
  const seen = looks([0, 0], [2, 200], [4, 400], [10, 400], [26, 400])
  expect(lastGrowthAt(seen)).toBe(4000)
  expect(left(looks([0, 0], [2, 200], [4, 400], [20, 400]), 1000, 20)).not.toBeNull()
  expect(left(seen, 1000, 26)).toBeNull()
})

test('D8 lost parts begin the measure anew; looks close together are one', () => {
  expect(left(looks([0, 0], [2, 200], [4, 100]), 1000, 4)).toBeNull()
  const crowd = looks(...Array.from({ length: 500 }, (_, i): [number, number] => [i / 100, i]))
  expect(crowd.length).toBeLessThan(12)
  expect(left(crowd, 1000, 4.99)).toBe(10)
})
