// @vitest-environment node
import { expect, test } from 'vitest'
import { lookOf, sentenceOf, whoOf } from './activity-words.ts'

test('T1 jade for what arrived, lacquer for what went wrong; what is new to the page is still told', () => {
  expect(lookOf('downloaded')).toEqual({ said: 'downloaded', tone: 'jade' })
  expect(lookOf('mailBounced').tone).toBe('lacquer')
  expect(lookOf('filesAdded')).toEqual({ said: 'other', tone: 'plain' })
})

test.each([
  [{ name: 'Li Wei', email: 'li@example.cn', actor: 'recipient' }, 'Li Wei'],
  [{ name: '', email: 'li@example.cn', actor: 'recipient' }, 'li@example.cn'],
  [{ name: null, email: null, actor: 'visitor' }, 'someone'],
  [{ name: null, email: null, actor: 'recipient' }, 'aRecipient'],
  [{ name: null, email: null, actor: 'system' }, 'anUnknown'],
] as const)('T1 %j is called %s', (activity, expected) => {
  const { name, unknown } = whoOf(activity)
  expect(name ?? unknown).toBe(expected)
})

test('T1 what was downloaded of a transfer with one file is that file', () => {
  expect([sentenceOf('downloaded', 1), sentenceOf('downloaded', 2), sentenceOf('opened', 1)]).toEqual([
    'downloadedOne',
    'downloaded',
    'opened',
  ])
})
