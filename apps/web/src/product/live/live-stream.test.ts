import { expect, test } from 'vitest'
import { eventsIn, waitMs } from './live-stream.ts'

test('T5 events are read whole, over any cuts, and nothing else is believed', () => {
  const text =
    'retry: 5000\n\n:\n\ndata: {"what":"all"}\n\ndata: {"what":"transfer","slug":"Abcdefg"}\n\ndata: {"what":"evil"}\n\ndata: {'
  const { events, rest } = eventsIn(text)
  expect(events).toEqual([{ what: 'all' }, { what: 'transfer', slug: 'Abcdefg' }])
  expect(eventsIn(`${rest}"what":"notifications"}\n\n`)).toEqual({ events: [{ what: 'notifications' }], rest: '' })
  expect(eventsIn('data: nonsense\n\n').events).toEqual([])
})

test('T5 it comes back later after each failure, up to a minute, never all at once', () => {
  expect([0, 1, 3, 50].map((failures) => waitMs(failures, 1))).toEqual([1000, 2000, 8000, 60_000])
  expect(waitMs(3, 0)).toBe(4000)
})
