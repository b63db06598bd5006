// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { firstName, truncate } from '../../lib/names.ts'
import { greetingAt, greetingOf, todayText } from './greeting.ts'
import { allPeople, bouncedOf, downloadsOf, peopleOf, placeOf, shortName } from './row-texts.ts'
import { agoText, dayText, untilText } from './times.ts'
import { undoMs } from './undo-time.ts'
import { paramsOf, viewOf } from './use-view.ts'

const minute = 60_000
const day = 1440 * minute
const now = new Date(2026, 2, 20, 12).getTime()

describe('times', () => {
  test.each([
    [0, null],
    [59_000, null],
    [2 * minute, '2 min ago'],
    [61 * minute, '1 hr ago'],
    [day, '1 day ago'],
    [6 * day, '6 days ago'],
    [8 * day, 'Mar 12'],
    [-5 * minute, null],
  ])('T1 %i ms later a download was %s', (span, text) => {
    expect(agoText(now - span, now, 'en')).toBe(text)
  })

  test('T1 in Chinese', () => {
    expect([agoText(now - 2 * minute, now, 'zh'), agoText(now - 8 * day, now, 'zh')]).toEqual(['2分钟前', '3月12日'])
  })

  test('T1 X4 until the end of a link, and never less than a minute', () => {
    expect([2 * day, 5 * 60 * minute, 10_000].map((span) => untilText(now + span, now, 'en'))).toEqual([
      'in 2 days',
      'in 5 hours',
      'in 1 minute',
    ])
    expect(untilText(now + 2 * day, now, 'zh')).toBe('2天后')
  })

  test('T2 the day of sending names its year only where it is another one', () => {
    expect(dayText(new Date(2025, 9, 17).getTime(), now, 'en')).toBe('Oct 17, 2025')
    expect(dayText(now, now, 'en')).toBe('Mar 20')
  })
})

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

test('T8 names are cut after so many characters as people see', () => {
  expect(truncate('Alexandra', 6)).toBe('Alexan…')
  expect(truncate('Robert', 6)).toBe('Robert')
  expect(truncate('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2)).toBe('👩‍👩‍👧👩‍👩‍👧…')
  expect([firstName('  Anna Maria '), firstName('李伟'), firstName('')]).toEqual(['Anna', '李伟', ''])
})

test('T2 a long file name is cut in its middle, so that its ending stays', () => {
  expect(shortName('plan.pdf')).toBe('plan.pdf')
  expect(shortName(`${'a'.repeat(200)}-final.pdf`)).toBe('aaaaaaaaaaaaaaaaaaaaa…-final.pdf')
  expect(Array.from(shortName('报'.repeat(60)))).toHaveLength(32)
})

test.each([
  [10_000, 10_000],
  [6000, 6000],
  [300_000, 10_000],
  [-300_000, 5000],
])('T2 Undo is offered until the server’s moment: %i ms ahead by the clock here, for %i ms', (ahead, ms) => {
  expect(undoMs(now + ahead, now)).toBe(ms)
})

describe('a row', () => {
  const to = (email: string, downloadedAt: number | null = null, state: 'sent' | 'bounced' = 'sent') => ({
    email,
    state,
    openedAt: null,
    downloadedAt,
  })

  test('T2 the first recipient and how many more, or nobody', () => {
    expect(peopleOf({ emailTo: [] })).toBeNull()
    expect(peopleOf({ emailTo: [to('a@b.cn'), to('c@d.cn')] })).toEqual({ first: 'a@b.cn', others: 1, total: 2 })
  })

  test('T2 of named recipients how many have it, of a link how often', () => {
    expect(downloadsOf({ emailTo: [to('a@b.cn', 1), to('c@d.cn')], total_downloads: 9 })).toEqual({ done: 1, all: 2 })
    expect(downloadsOf({ emailTo: [], total_downloads: 9 })).toEqual({ count: 9 })
  })

  test('T10 mails that came back are counted', () => {
    expect(bouncedOf({ emailTo: [to('a@b.cn', null, 'bounced'), to('c@d.cn')] })).toBe(1)
  })

  test('T2 300 recipients make no tooltip of 300 lines', () => {
    const emailTo = Array.from({ length: 300 }, (_, i) => to(`${i}@b.cn`))
    expect(allPeople({ emailTo }).split('\n')).toHaveLength(13)
  })

  test.each([
    ['Shenzhen', 'China', 'Shenzhen, China'],
    ['', 'China', 'China'],
    ['Shenzhen', '', 'Shenzhen'],
    ['', '', ''],
  ])('D5 T1 the place of %j, %j is %j', (city_name, country_name, place) => {
    expect(placeOf({ city_name, country_name }, (city, country) => `${city}, ${country}`)).toBe(place)
  })
})

test('T2 filter and search stand in the address, what is usual does not', () => {
  const view = { filter: 'expired', search: 'a&b 报价' } as const
  expect(viewOf(new URLSearchParams(paramsOf(view).toString()))).toEqual(view)
  expect(paramsOf({ filter: 'all', search: '' }).toString()).toBe('')
  expect(viewOf(new URLSearchParams('filter=nonsense&search=%20'))).toEqual({ filter: 'all', search: '' })
})
