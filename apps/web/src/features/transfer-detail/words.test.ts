// @vitest-environment node
import type { DetailRecipient } from '@sampan/contract/routes/transfer-detail'
import { expect, test } from 'vitest'
import { addressesIn } from './addresses.ts'
import { daysOf, dayWord } from './days.ts'
import {
  beforeOf,
  countOf,
  fieldsOf,
  fileOf,
  formerNameOf,
  newExpiryOf,
  passwordNoteOf,
  saidOf,
  sentenceOf,
  whoOf,
} from './event-words.ts'
import { countriesOf, valuesOf } from './places.ts'
import { byNeed, found, isAwaited, standingOf, wasJustReminded } from './standing.ts'
import { sampleEvent } from './timeline.samples.ts'

const person = (more: Partial<DetailRecipient> = {}): DetailRecipient => ({
  recipientId: more.email ?? 'id',
  email: 'li.wei@huatai.cn',
  name: null,
  company: null,
  state: 'sent',
  reason: null,
  mailedAt: 1000,
  openedAt: null,
  startedAt: null,
  takenFiles: 0,
  takenVersion: null,
  downloadedAt: null,
  downloads: 0,
  remindedAt: null,
  ...more,
})

test('T10 a person stands where they came furthest', () => {
  expect(standingOf(person({ state: 'queued', mailedAt: null }), false)).toEqual({ kind: 'queued', at: null })
  expect(standingOf(person({ state: 'queued' }), true).kind).toBe('waits')
  expect(standingOf(person(), false)).toEqual({ kind: 'sent', at: 1000 })
  expect(standingOf(person({ state: 'deferred' }), false)).toEqual({ kind: 'deferred', at: null })
  expect(standingOf(person({ state: 'bounced', openedAt: 2000 }), false)).toEqual({ kind: 'opened', at: 2000 })
  expect(standingOf(person({ openedAt: 2000, startedAt: 3000 }), false)).toEqual({ kind: 'started', at: 3000 })
  expect(standingOf(person({ startedAt: 3000, takenFiles: 1 }), false)).toEqual({ kind: 'partly', at: 3000 })
  expect(standingOf(person({ startedAt: 3000, downloadedAt: 4000 }), true)).toEqual({ kind: 'downloaded', at: 4000 })
})

test('T10 reminded is who has the mail and not the files, once a day', () => {
  const awaited = (more: Partial<DetailRecipient>) => isAwaited(standingOf(person(more), false))
  expect(awaited({})).toBe(true)
  expect(awaited({ startedAt: 1 })).toBe(true)
  expect(awaited({ startedAt: 1, takenFiles: 2 })).toBe(true)
  for (const state of ['queued', 'deferred', 'bounced'] as const) expect(awaited({ state })).toBe(false)
  expect(awaited({ downloadedAt: 1 })).toBe(false)
  expect(wasJustReminded(person(), 0)).toBe(false)
  expect(wasJustReminded(person({ remindedAt: 0 }), 86_400_000 - 1)).toBe(true)
  expect(wasJustReminded(person({ remindedAt: 0 }), 86_400_000)).toBe(false)
})

test('T2 mails that did not arrive come first, and people are found by name, company and address', () => {
  const people = [
    person({ email: 'a@a.cn', name: 'Anna Northmill', company: 'Pearl River' }),
    person({ email: 'b@b.cn', state: 'deferred' }),
    person({ email: 'c@c.cn' }),
    person({ email: 'd@d.cn', state: 'bounced' }),
  ]
  const emails = (some: DetailRecipient[]) => some.map(({ email }) => email)
  expect(emails(byNeed(people))).toEqual(['d@d.cn', 'b@b.cn', 'a@a.cn', 'c@c.cn'])
  expect(emails(found(people, 'PEARL anna'))).toEqual(['a@a.cn'])
  expect(emails(found(people, 'pearl c@c'))).toEqual([])
  expect(found(people, '  ')).toHaveLength(4)
})

test('T9 typed people are told apart: new, known already, no address', () => {
  expect(addressesIn('Li <li@a.cn>; X@B.in\nli@a.cn, nobody', ['x@b.in'])).toEqual({
    fresh: ['li@a.cn'],
    known: 1,
    wrong: ['nobody'],
  })
  expect(addressesIn('', [])).toEqual({ fresh: [], known: 0, wrong: [] })
})

test('T2 places by country, most first, unknown ones last and on no map', () => {
  const place = (countryCode: string | null, city: string, downloads: number) => ({
    countryCode,
    country: countryCode ?? '',
    city,
    downloads,
  })
  const places = [place(null, '', 9), place('DE', 'Berlin', 1), place('CN', 'Shenzhen', 2), place('DE', 'Hamburg', 3)]
  const countries = countriesOf(places)
  expect(countries.map(({ code, downloads }) => [code, downloads])).toEqual([
    ['DE', 4],
    ['CN', 2],
    [null, 9],
  ])
  expect(countries[0]!.cities.map(({ city }) => city)).toEqual(['Hamburg', 'Berlin'])
  expect([...valuesOf(countries)]).toEqual([
    ['DE', 4],
    ['CN', 2],
  ])
})

test('T2 what happened is grouped by days, and told once though two pages hold it', () => {
  const noon = (day: number) => new Date(2026, 0, day, 12).getTime()
  const [third, second] = [noon(3), noon(2)]
  const events = [
    sampleEvent({ id: 'c', at: third }),
    sampleEvent({ id: 'b', at: third - 1 }),
    sampleEvent({ id: 'b', at: third - 1 }),
  ]
  const days = daysOf([
    ...events,
    sampleEvent({ id: 'b', kind: 'downloaded', at: third - 2 }),
    sampleEvent({ id: 'a', at: second }),
  ])
  expect(days.map(({ events }) => events.length)).toEqual([3, 1])
  expect([dayWord(third, third), dayWord(second, third), dayWord(noon(1), third)]).toEqual(['today', 'yesterday', null])
})

test('T2 what a line of the timeline says is read from what the server wrote down', () => {
  expect(whoOf(sampleEvent({ name: 'Li Wei', email: 'li@a.cn' }))).toBe('Li Wei')
  expect(whoOf(sampleEvent({ kind: 'timeRequested', detail: { email: 'late@a.cn' } }))).toBe('late@a.cn')
  expect(whoOf(sampleEvent({ actor: 'visitor' }))).toBeNull()
  expect([fileOf(sampleEvent({ detail: { path: 'a/b.pdf' } })), countOf(sampleEvent({ detail: { count: 2 } }))]).toEqual([
    'b.pdf',
    2,
  ])
  expect(fieldsOf(sampleEvent({ detail: { fields: 'title,expiry,other' } }))).toEqual(['title', 'expiry', 'other'])
  expect(fieldsOf(sampleEvent())).toEqual([])
  expect(passwordNoteOf(sampleEvent({ detail: { password: 'removed' } }))).toBe('notePassword_removed')
  expect(passwordNoteOf(sampleEvent())).toBeNull()
  expect(saidOf(sampleEvent({ detail: { reason: '550 no such user' } }))).toBe('550 no such user')
  expect(beforeOf(sampleEvent({ detail: { before: 'old@a.cn' } }))).toBe('old@a.cn')
  expect(newExpiryOf(sampleEvent({ detail: { expiresAt: 5 } }))).toBe(5)
})

test.each([
  [{ path: 'a/new.png', formerPath: 'a/old.png', count: 1 }, 'old.png'],
  [{ path: 'b/same.png', formerPath: 'a/same.png', count: 1 }, null],
  [{ path: 'new.png', formerPath: 'old.png', count: 2 }, null],
  [{ path: 'new.png', count: 1 }, null],
])('T9 a file replaced by one of another name is told by both names: %j', (detail, former) => {
  const replaced = sampleEvent({ kind: 'fileReplaced', actor: 'sender', detail })
  expect([formerNameOf(replaced), sentenceOf(replaced)]).toEqual([former, former ? 'evFileReplacedBy' : 'evFileReplaced'])
})

test.each([
  [{ email: 'Ann, Ben' }, 'evShared', 'Ann, Ben'],
  [{ isWholeTeam: 1 }, 'evSharedAll', null],
  [{ email: '' }, 'evUnshared', null],
])('M2 a share is told by whom it is with, all, or nobody any more: %j', (detail, sentence, who) => {
  const shared = sampleEvent({ kind: 'shared', actor: 'sender', detail })
  expect([sentenceOf(shared), whoOf(shared)]).toEqual([sentence, who])
})
