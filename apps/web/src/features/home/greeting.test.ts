// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { greetingAt, greetingOf, todayText } from './greeting.ts'

describe('greeting', () => {
  test.each([
    [4, 'goodEvening'],
    [5, 'goodMorning'],
    [11, 'goodMorning'],
    [12, 'goodAfternoon'],
    [17, 'goodAfternoon'],
    [18, 'goodEvening'],
  ])('T1 at %i o’clock: %s', (hour, key) => {
    expect(greetingAt(hour)).toBe(key)
  })

  test('T1 by the first name, or by none', () => {
    const morning = new Date(2026, 2, 20, 9)
    expect(greetingOf('Anna Northmill', morning)).toEqual({ key: 'goodMorningName', name: 'Anna' })
    expect(greetingOf('  ', morning)).toEqual({ key: 'goodMorning', name: '' })
    expect(todayText(morning, 'en')).toBe('Friday, March 20')
    expect(todayText(morning, 'zh')).toBe('3月20日星期五')
  })
})
