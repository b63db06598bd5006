/** Statistics of time: how the work grows with the number of files. */
import { expect, test } from 'vitest'
import { takeInStored, workOffQueue } from './test-many-blobs.ts'

/** How often the work of one size fits into that of a size ten times as large: about 10, and 100 where it is quadratic. */
function growth(work: (count: number) => void, count: number): number {
  const secondsOf = (size: number) => {
    const begin = process.cpuUsage()
    work(size)
    const { user, system } = process.cpuUsage(begin)
    return user + system
  }
  secondsOf(count)
  return secondsOf(10 * count) / Math.max(secondsOf(count), 100)
}

test('U9 the queue of 10,000 blobs is worked off, put back, dropped and looked up without going over it each time', () => {
  expect(growth(workOffQueue, 1000)).toBeLessThan(40)
})

test('U5 U9 10,000 stored pieces of one blob are taken in without comparing each with each', () => {
  expect(growth(takeInStored, 1000)).toBeLessThan(40)
})
