/** The settings that say how the space of the disk is shared, and whether they belong together. */
import type { Setting } from './setting-parsers.ts'

type MakeSetting = <T>(name: string, help: string, example: string, parse: (text: string | undefined) => T) => Setting<T>
type Parse<T> = (text: string | undefined) => T

const overbooking =
  (refuse: (why: string) => never): Parse<number> =>
  (text) => {
    if (text === undefined) return 2
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    return value === 0 || (value >= 1 && value <= 100) ? value : refuse('must be 0, or a number from 1 to 100')
  }

export const diskSettings = (
  setting: MakeSetting,
  refuse: (why: string) => never,
  bytes: { whole: (fallback: number) => Parse<number>; wholeOrNull: Parse<number | null> },
) => ({
  lowWaterBytes: setting(
    'LOW_WATER_BYTES',
    'No upload begins while the disk has less free than this; parts of those under way are taken down to 64 MB of it.',
    '1000000000',
    bytes.whole(1_000_000_000),
  ),
  freeLowWaterBytes: setting(
    'FREE_LOW_WATER_BYTES',
    'The same for accounts without a paid plan. Default: three times LOW_WATER_BYTES.',
    '3000000000',
    bytes.wholeOrNull,
  ),
  guestLowWaterBytes: setting(
    'GUEST_LOW_WATER_BYTES',
    'The same for visitors without an account. Default: five times LOW_WATER_BYTES.',
    '5000000000',
    bytes.wholeOrNull,
  ),
  diskOverbooking: setting(
    'DISK_OVERBOOKING',
    'How many times the free space above these marks all unfinished uploads together may still be about to fill; 0 counts none. Default: 2.',
    '1.5',
    overbooking(refuse),
  ),
})

/** Whose uploads are refused first, while others may still begin. */
export type Standing = 'guest' | 'free' | 'paid'
type Given = { lowWaterBytes: number; freeLowWaterBytes: number | null; guestLowWaterBytes: number | null }

/** Below so much free disk no upload of theirs begins. */
export function diskMarks({ lowWaterBytes, freeLowWaterBytes, guestLowWaterBytes }: Given): Record<Standing, number> {
  const free = freeLowWaterBytes ?? 3 * lowWaterBytes
  return { paid: lowWaterBytes, free, guest: guestLowWaterBytes ?? Math.max(free, 5 * lowWaterBytes) }
}

export function diskMarksWrong(given: Given): string[] {
  const { paid, free, guest } = diskMarks(given)
  const wrong: string[] = []
  if (free < paid) wrong.push('FREE_LOW_WATER_BYTES must not be less than LOW_WATER_BYTES')
  if (guest < free) wrong.push('GUEST_LOW_WATER_BYTES must not be less than FREE_LOW_WATER_BYTES')
  return wrong
}
