// @vitest-environment node
import type { UploadSnapshot } from '@sampan/client/upload/upload'
import { expect, test } from 'vitest'
import { nextShown, nothingShown } from './progress.ts'

const snapshot = (more: Partial<UploadSnapshot>): UploadSnapshot => ({
  phase: 'sending',
  sentBytes: 0,
  totalBytes: 1000,
  bytesPerSecond: null,
  secondsLeft: null,
  warning: null,
  error: null,
  lockedFile: null,
  ...more,
})

test('Q13 numbers never jump backwards', () => {
  const before = nextShown(nothingShown, snapshot({ sentBytes: 620 }))
  expect(before).toMatchObject({ percent: 62, sentBytes: 620 })
  expect(nextShown(before, snapshot({ sentBytes: 300 }))).toMatchObject({ percent: 62, sentBytes: 620 })
})

test('Q13 a hundred percent is shown only when everything has arrived', () => {
  expect(nextShown(nothingShown, snapshot({ sentBytes: 1000 })).percent).toBe(99)
  expect(nextShown(nothingShown, snapshot({ sentBytes: 1000, phase: 'complete' })).percent).toBe(100)
  expect(nextShown(nothingShown, snapshot({ totalBytes: 0, phase: 'complete' })).percent).toBe(100)
})

test('Q13 the time left is steady: it never grows by a little', () => {
  const before = nextShown(nothingShown, snapshot({ secondsLeft: 100 }))
  expect(nextShown(before, snapshot({ secondsLeft: 104 })).secondsLeft).toBe(100)
  expect(nextShown(before, snapshot({ secondsLeft: 300 })).secondsLeft).toBe(300)
})
