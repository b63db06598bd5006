import { expect, test } from 'vitest'
import { formatDateTimeInZone } from './format.ts'

const at = new Date('2026-12-01T23:59:00Z')

test.each([
  ['en', 'Asia/Kolkata', 'December 2, 2026 at 5:29 AM GMT+5:30'],
  ['en', 'UTC', 'December 1, 2026 at 11:59 PM UTC'],
  ['zh', 'Asia/Shanghai', '2026年12月2日 07:59（北京时间）'],
  ['zh', 'Asia/Kolkata', '2026年12月2日 05:29（GMT+5:30）'],
] as const)('I1 in %s a time in %s is told with its zone', (language, timeZone, wanted) => {
  expect(formatDateTimeInZone(at, language, timeZone)).toBe(wanted)
})
