// @vitest-environment node
import { formatPlace } from '@sampan/texts/format'
import { describe, expect, test } from 'vitest'
import { firstName, truncate } from '../../lib/names.ts'
import { agoText, dayText, untilText } from '../../lib/times.ts'
import { undoMs } from '../../product/transfers/undo-time.ts'
import { allPeople, downloadsOf, lastTookPart, peopleOf, shortName } from './row-texts.ts'
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
    expect(untilText(now + 4.9 * day, now, 'en')).toBe('in 4 days')
  })

  test('T2 the day of sending names its year only where it is another one', () => {
    expect(dayText(new Date(2025, 9, 17).getTime(), now, 'en')).toBe('Oct 17, 2025')
    expect(dayText(now, now, 'en')).toBe('Mar 20')
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
  const to = (email: string) => ({ email, state: 'sent' as const, openedAt: null, downloadedAt: null })
  const people = (all: number, downloaded = 0) => ({ all, pending: 0, bounced: 0, refused: 0, opened: 0, downloaded })
  /** The first few of them, as the list tells them. */
  const firstOf = (count: number) => Array.from({ length: count }, (_, i) => to(`${i}@b.cn`))

  test.each([
    [0, 0, null],
    [1, 1, { first: '0@b.cn', others: 0, total: 1 }],
    [2, 2, { first: '0@b.cn', others: 1, total: 2 }],
    [20, 300, { first: '0@b.cn', others: 299, total: 300 }],
  ])('T2 of %i named ones, the first of %i: who stands first and how many more there are', (named, all, expected) => {
    expect(peopleOf({ emailTo: firstOf(named), people: people(all) })).toEqual(expected)
  })

  test.each([
    [people(2, 1), { done: 1, all: 2 }],
    [people(300, 120), { done: 120, all: 300 }],
    [people(0), { count: 9 }],
  ])('T2 of %j how many have it, of a link how often it was downloaded', (all, expected) => {
    expect(downloadsOf({ people: all, total_downloads: 9 })).toEqual(expected)
  })

  test.each([
    [20, 300, 13],
    [12, 300, 13],
    [12, 12, 12],
    [2, 2, 2],
  ])('T2 %i named ones of %i make a tooltip of %i lines', (named, all, lines) => {
    expect(allPeople({ emailTo: firstOf(named), people: people(all) }).split('\n')).toHaveLength(lines)
  })

  test.each([
    ['Shenzhen', 'CN', 'Shenzhen, China', '中国 Shenzhen'],
    ['', 'CN', 'China', '中国'],
    ['Shenzhen', null, 'Shenzhen', 'Shenzhen'],
    ['', null, '', ''],
    ['Mexico City', 'MX', 'Mexico City, Mexico', '墨西哥 Mexico City'],
    ['Singapore', 'SG', 'Singapore', '新加坡'],
    ['Hong Kong', 'HK', 'Hong Kong SAR China', '中国香港特别行政区'],
  ])('D5 T1 I1 the place of %j, %j is %j, or %j', (city, countryCode, english, chinese) => {
    expect([formatPlace(city, countryCode, 'en'), formatPlace(city, countryCode, 'zh')]).toEqual([english, chinese])
  })
})

test('T2 filter and search stand in the address, what is usual does not', () => {
  const view = { filter: 'expired', search: 'a&b 报价', sort: 'size', by: 'li' } as const
  expect(viewOf(new URLSearchParams(paramsOf(view).toString()))).toEqual(view)
  expect(paramsOf({ filter: 'all', search: '', sort: 'newest', by: '' }).toString()).toBe('')
  expect(viewOf(new URLSearchParams('filter=nonsense&search=%20&sort=x'))).toEqual({
    filter: 'all',
    search: '',
    sort: 'newest',
    by: '',
  })
})

test('T2 whoever downloaded last and lacks files has taken some of them', () => {
  const person = (email: string, downloadedAt: number | null) => ({ email, state: 'sent' as const, openedAt: now, downloadedAt })
  const last = (receiverEmail: string) => [{ receiverEmail }] as never
  const people = { all: 3, pending: 0, bounced: 0, refused: 0, opened: 2, downloaded: 0 }
  const emailTo = [person('tom@example.com', null), person('li@example.com', now)]
  expect(lastTookPart({ people, emailTo, downloads: last('tom@example.com') })).toBe(true)
  expect(lastTookPart({ people: { ...people, downloaded: 1 }, emailTo, downloads: last('tom@example.com') })).toBe(true)
  expect(lastTookPart({ people: { ...people, downloaded: 1 }, emailTo, downloads: last('li@example.com') })).toBe(false)
  expect(lastTookPart({ people: { ...people, all: 0 }, emailTo: [], downloads: last('') })).toBe(false)
  expect(lastTookPart({ people, emailTo, downloads: [] })).toBe(false)
})
