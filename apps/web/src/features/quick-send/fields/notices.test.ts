import { expect, test } from 'vitest'
import { noticeLifeMs } from './notices.tsx'

test.each([
  ['insecureFileType', 8000],
  ['releaseFile', 8000],
  ['duplicates', 8500],
  ['overLimit', 15_500],
  ['unreadable', undefined],
  ['invalidPath', undefined],
] as const)('Q4 K6 the notice of %s closes after %s ms', (kind, ms) => {
  expect(noticeLifeMs[kind]).toBe(ms)
})
