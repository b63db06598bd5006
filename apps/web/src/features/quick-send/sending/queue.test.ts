import { expect, test } from 'vitest'
import { nextQueue, type Queue, type QueueEvent } from './queue.ts'

/** "1 runs, 2 waits". */
const told = (queue: Queue): string => queue.map(({ id, state }) => `${id} ${state}`).join(', ')
const read = (text: string): Queue =>
  text === ''
    ? []
    : text.split(', ').map((place) => {
        const [id, state] = place.split(' ')
        return { id: Number(id), state } as Queue[number]
      })

test.each<[string, QueueEvent['type'], number, string]>([
  ['', 'sent', 1, '1 runs'],
  ['1 runs', 'sent', 2, '1 runs, 2 waits'],
  ['1 runs, 2 waits', 'sent', 2, '1 runs, 2 waits'],
  ['1 runs, 2 waits', 'sent', 3, '1 runs, 2 waits, 3 waits'],
  ['1 runs, 2 waits, 3 waits', 'over', 1, '2 runs, 3 waits'],
  ['1 runs, 2 waits, 3 waits', 'over', 2, '1 runs, 3 waits'],
  ['1 runs', 'over', 1, ''],
  ['1 runs', 'over', 9, '1 runs'],
  // What has failed keeps nobody waiting, and is behind them when it is tried again.
  ['1 runs', 'stopped', 1, '1 stopped'],
  ['1 runs, 2 waits, 3 waits', 'stopped', 1, '2 runs, 3 waits, 1 stopped'],
  ['2 runs, 3 waits, 1 stopped', 'over', 2, '3 runs, 1 stopped'],
  ['3 runs, 1 stopped', 'over', 3, '1 stopped'],
  ['1 stopped', 'sent', 2, '2 runs, 1 stopped'],
  ['1 stopped', 'again', 1, '1 runs'],
  ['2 runs, 1 stopped, 3 waits', 'again', 1, '2 runs, 3 waits, 1 waits'],
  ['1 runs, 2 waits', 'again', 1, '1 runs, 2 waits'],
  ['1 runs, 2 waits, 3 waits', 'next', 3, '1 runs, 3 waits, 2 waits'],
  ['1 runs, 4 stopped, 2 waits, 3 waits', 'next', 3, '1 runs, 3 waits, 4 stopped, 2 waits'],
  ['1 runs, 2 waits', 'next', 1, '1 runs, 2 waits'],
  ['1 stopped', 'next', 1, '1 stopped'],
])('Q25 one runs at a time: [%s], then %s %d: [%s]', (before, type, id, after) => {
  expect(told(nextQueue(read(before), { type, id }))).toBe(after)
})
