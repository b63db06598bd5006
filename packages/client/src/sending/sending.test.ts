import { describe, expect, test } from 'vitest'
import { effectOf, mayBePublished, newSending, nextSending, type Sending, type SendingEvent, stageOf } from './sending.ts'

type Event = SendingEvent<string>
const sealed: Event = { type: 'sealed' }
const whenWhole: Event = { type: 'sealed', asksWhenWhole: true }
const planned: Event = { type: 'planned' }
const arrived: Event = { type: 'arrived' }
const rechecked: Event = { type: 'rechecked' }
const asked: Event = { type: 'asked', sentAs: 'to Li' }
const link: Event = { type: 'answered', answer: 'link', isWhole: false }
const whole: Event = { type: 'answered', answer: 'link', isWhole: true }
const refused: Event = { type: 'refused', error: 'no' }
const incomplete: Event = { type: 'incomplete' }
const silent: Event = { type: 'unanswered', error: 'silence', goesOn: true }
const silentForGood: Event = { type: 'unanswered', error: 'silence' }
const broke: Event = { type: 'broke', error: 'gone' }
const cancelled: Event = { type: 'cancelled' }
const confirmed: Event = { type: 'cancelConfirmed' }
const tooLate: Event = { type: 'cancelTooLate' }

const after = (events: readonly Event[], first = newSending<string>()): Sending<string> =>
  events.reduce<Sending<string>>(nextSending, first)
const standing = (sending: Sending<string>) => [sending.phase, sending.server, effectOf(sending)]
const early = [sealed, planned, asked]

describe.each<[string, [string, Event[], unknown[]][]]>([
  [
    'Q21 R2 O7 open, sealed, published',
    [
      ['nothing is asked before Send', [], ['open', 'nothing', null]],
      ['Send waits for the plan alone', [sealed], ['sealed', 'nothing', 'plan']],
      ['then the server is asked', [sealed, planned], ['sealed', 'nothing', 'ask']],
      ['without an answer it may be published', early, ['sealed', 'asked', 'ask']],
      ['its link is out before its bytes', [...early, link], ['sealed', 'published', 'bytes']],
      ['what is whole by then is done', [...early, whole], ['done', 'published', null]],
    ],
  ],
  [
    'U6 done is said of what is durable alone',
    [
      ['the last byte asks once more', [...early, link, arrived], ['sealed', 'published', 'ask']],
      ['what the server has lost is sent again', [...early, link, arrived, asked, link], ['sealed', 'published', 'recheck']],
      ['and asked for again', [...early, link, arrived, asked, link, rechecked], ['sealed', 'published', 'ask']],
      ['until nothing is missing', [...early, link, arrived, asked, whole], ['done', 'published', null]],
    ],
  ],
  [
    'Q13 no answer, and failures',
    [
      ['the bytes go on without an answer', [...early, silent], ['sealed', 'asked', 'bytes']],
      ['which is asked for again behind them', [...early, silent, arrived], ['sealed', 'asked', 'ask']],
      ['where it fails in the end', [...early, silent, arrived, asked, silent], ['failed', 'asked', null]],
      ['or at once, for who does not wait', [...early, silentForGood], ['failed', 'asked', null]],
      ['R17 a refusal leaves nothing published', [...early, refused], ['failed', 'nothing', null]],
      ['but for what was before', [...early, link, arrived, asked, refused], ['failed', 'published', null]],
      ['an upload that breaks', [...early, link, broke], ['failed', 'published', null]],
      ['is gone on with', [...early, link, broke, sealed], ['sealed', 'published', 'plan']],
    ],
  ],
  [
    'Q13 cancelling',
    [
      ['before the server was asked', [sealed, cancelled], ['open', 'nothing', null]],
      ['while it is asked: its answer is awaited', [...early, cancelled], ['cancelling', 'asked', null]],
      ['published, the server cancels it', [...early, cancelled, link], ['cancelling', 'published', 'cancel']],
      ['whole as well', [...early, cancelled, whole], ['cancelling', 'published', 'cancel']],
      ['refused, there is nothing to cancel', [...early, cancelled, refused], ['open', 'nothing', null]],
      ['unanswered, the server cancels it', [...early, cancelled, silent], ['cancelling', 'asked', 'cancel']],
      [
        'what the server could not cancel by then, Send goes on with',
        [...early, link, cancelled, sealed],
        ['sealed', 'published', 'plan'],
      ],
      ['in time', [...early, link, cancelled, confirmed], ['open', 'nothing', null]],
      ['too late: it is sent', [...early, link, cancelled, tooLate], ['open', 'published', null]],
      [
        'and cancelling it again asks the server again',
        [...early, link, cancelled, tooLate, sealed, cancelled],
        ['cancelling', 'published', 'cancel'],
      ],
      ['a failed one', [...early, link, broke, cancelled], ['cancelling', 'published', 'cancel']],
      ['what is done stays', [...early, whole, cancelled], ['done', 'published', null]],
    ],
  ],
  [
    'T9 files of a sent transfer count once all are there',
    [
      ['nothing is asked before', [whenWhole], ['sealed', 'nothing', 'bytes']],
      ['then it is', [whenWhole, arrived], ['sealed', 'nothing', 'ask']],
      ['what is lacking is sent again', [whenWhole, arrived, asked, incomplete], ['sealed', 'nothing', 'recheck']],
      ['cancelled before, the server knows nothing of it', [whenWhole, cancelled], ['open', 'nothing', null]],
    ],
  ],
  [
    'Q13 what an earlier press began does not move a later one',
    [
      ['an answer while the plan is awaited', [...early, silentForGood, sealed, link], ['sealed', 'published', 'plan']],
      ['a plan that is known already', [...early, link, planned], ['sealed', 'published', 'bytes']],
      ['a last byte while it is asked', [...early, arrived], ['sealed', 'asked', 'ask']],
      ['what breaks after it was cancelled', [sealed, cancelled, broke], ['open', 'nothing', null]],
    ],
  ],
])('%s', (_, rows) => {
  test.each(rows)('%s', (__, events, expected) => {
    expect(standing(after(events))).toEqual(expected)
  })
})

test('U5 O7 what an earlier visit published is asked for again, and never counts as unpublished', () => {
  const earlier = newSending<string>(true)
  expect(standing(after([sealed], earlier))).toEqual(['sealed', 'published', 'plan'])
  expect(standing(after([...early, refused], earlier))).toEqual(['failed', 'published', null])
})

test.each<[string, Event[], boolean]>([
  ['not before the server is asked', [sealed, planned], false],
  ['once it is asked', early, true],
  ['nor after its refusal', [...early, refused], false],
  ['nor once it was cancelled without an answer', [...early, cancelled], false],
  ['while it is not known that the server cancelled it', [...early, link, cancelled], true],
  ['nor after that', [...early, link, cancelled, confirmed], false],
])('Q20 after a crash it is taken for sent: %s', (_, events, expected) => {
  expect(mayBePublished(after(events))).toBe(expected)
})

test.each<[string, Event[], string, string]>([
  ['the plan', [sealed], 'uploading', 'publishing'],
  ['the early link', early, 'uploading', 'publishing'],
  ['the bytes', [...early, link], 'uploading', 'uploading'],
  ['the last asking', [...early, link, arrived], 'publishing', 'publishing'],
  ['what was lost', [...early, link, arrived, asked, link], 'uploading', 'uploading'],
])('Q13 at %s it is told what is done, and what failed', (_, events, shown, failed) => {
  const sending = after(events)
  expect(stageOf(sending)).toBe(shown)
  expect(nextSending(sending, broke).failure).toEqual({ stage: failed, error: 'gone' })
})

test('Q13 it is known to whom it was sent until it is cancelled', () => {
  expect(after([...early, link])).toMatchObject({ sentAs: 'to Li', answer: 'link' })
  expect(after([...early, link, cancelled, confirmed])).toMatchObject({ sentAs: null, answer: null })
})
