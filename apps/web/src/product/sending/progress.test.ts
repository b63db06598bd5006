// @vitest-environment node
import type { UploadSnapshot } from '@sampan/client/upload/upload'
import { expect, test } from 'vitest'
import { nextShown, nothingShown, type Progress } from './progress.ts'

const snapshot = (more: Partial<UploadSnapshot>): UploadSnapshot => ({
  phase: 'sending',
  sentBytes: 0,
  signsOfLife: 0,
  totalBytes: 1000,
  resumedBytes: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  warning: null,
  error: null,
  lockedFile: null,
  held: null,
  ...more,
})
/** One moment after the other, a second apart. */
const after = (moments: Partial<UploadSnapshot>[]): Progress =>
  moments.reduce((before, moment, index) => nextShown(before, snapshot(moment), 1000 * (index + 1)), nothingShown)

test('Q13 numbers never jump backwards', () => {
  expect(after([{ sentBytes: 620 }])).toMatchObject({ percent: 62, sentBytes: 620 })
  expect(after([{ sentBytes: 620 }, { sentBytes: 300 }])).toMatchObject({ percent: 62, sentBytes: 620 })
})

test('Q13 once the line is lost they say what has arrived', () => {
  expect(after([{ sentBytes: 990 }, { sentBytes: 700, phase: 'waiting' }])).toMatchObject({ percent: 70, sentBytes: 700 })
})

test('Q13 a hundred percent is shown only when everything has arrived', () => {
  expect(after([{ sentBytes: 1000 }]).percent).toBe(99)
  expect(after([{ sentBytes: 1000, phase: 'complete' }]).percent).toBe(100)
  expect(after([{ totalBytes: 0, phase: 'complete' }]).percent).toBe(100)
})

test('Q13 files that are added meanwhile take no percent away', () => {
  expect(after([{ sentBytes: 620 }, { sentBytes: 640, totalBytes: 4000 }])).toMatchObject({ percent: 62, totalBytes: 4000 })
})

test('Q13 small changes of speed are not shown, larger ones and a standstill are', () => {
  expect(after([{ bytesPerSecond: 100 }, { bytesPerSecond: 104 }]).bytesPerSecond).toBe(100)
  expect(after([{ bytesPerSecond: 100 }, { bytesPerSecond: 120 }]).bytesPerSecond).toBe(120)
  expect(after([{ bytesPerSecond: 1 }, { bytesPerSecond: 0 }]).bytesPerSecond).toBe(0)
})

const still = (count: number, phase: UploadSnapshot['phase']) => Array.from({ length: count }, () => ({ phase, sentBytes: 10 }))

test('Q13 after four seconds without a byte their number is told, also while the server is away', () => {
  expect(after(still(4, 'sending')).silentSeconds).toBeNull()
  expect(after(still(5, 'sending')).silentSeconds).toBe(4)
  expect(after([...still(3, 'sending'), ...still(9, 'waiting')]).silentSeconds).toBe(11)
  expect(after([...still(9, 'sending'), { sentBytes: 11 }]).silentSeconds).toBeNull()
})

test('Q13 a pause is not silence, and is not counted when it ends', () => {
  expect(after(still(20, 'paused')).silentSeconds).toBeNull()
  expect(after([...still(20, 'paused'), ...still(2, 'sending')]).silentSeconds).toBeNull()
})

test('Q21 a file that is taken out takes its bytes along, and that is no silence', () => {
  const moments = [...still(9, 'sending'), { sentBytes: 4, totalBytes: 10 }, { sentBytes: 5, totalBytes: 10 }]
  expect(after(moments.slice(0, -2)).silentSeconds).toBe(8)
  for (const count of [moments.length - 1, moments.length]) expect(after(moments.slice(0, count)).silentSeconds).toBeNull()
})

test('Q13 bytes that have to go again are no silence, though the number of those that are there stands still', () => {
  const again = Array.from({ length: 9 }, (_, second) => ({ sentBytes: 10, signsOfLife: 10 + second }))
  expect(after(again).silentSeconds).toBeNull()
})

test('Q13 the time left comes from what is measured while something is sent', () => {
  const moments = [100, 99, 98].map((secondsLeft) => ({ secondsLeft }))
  expect(after(moments).secondsLeft).toBe(120)
  expect(after([...moments, { phase: 'paused', secondsLeft: null }]).secondsLeft).toBeNull()
})
