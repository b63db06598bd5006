// @vitest-environment node
import { plans } from '@sampan/contract/plans'
import { expect, test } from 'vitest'
import { whyNotReady } from './readiness.ts'

const good = {
  files: [{ path: 'a.pdf', size: 1 }],
  chips: { list: ['li@a.cn'], typed: '', skipped: 0 },
  sender: 'anna@b.uk',
  message: '',
  plan: plans.anon,
}
const chips = (list: string[], typed = '') => ({ chips: { list, typed, skipped: 0 } })
const many = (count: number) => Array.from({ length: count }, (_, index) => index)

test.each([
  [null, {}],
  [null, chips([], 'li@a.cn')],
  ['needFiles', { files: [] }],
  ['overLimit', { files: [{ path: 'a', size: plans.anon.uploadBytes + 1 }] }],
  [null, { files: [{ path: 'a', size: plans.anon.uploadBytes }] }],
  ['tooManyFiles', { files: many(51).map((index) => ({ path: String(index), size: 1 })) }],
  ['tooManyFiles', { files: many(51).map((index) => ({ path: `${index}/`, size: 0 })) }],
  ['needRecipients', chips([])],
  ['wrongRecipient', chips(['li@a.cn', 'jo@'])],
  ['wrongRecipient', chips(['li@a.cn'], 'jo')],
  ['tooManyPeople', chips(many(7).map((index) => `p${index}@a.cn`))],
  [
    'tooManyPeople',
    chips(
      many(6).map((index) => `p${index}@a.cn`),
      'one@more.cn',
    ),
  ],
  ['needSender', { sender: ' ' }],
  ['wrongSender', { sender: 'anna@' }],
  ['longMessage', { message: '好'.repeat(281) }],
  [null, { message: '🛶'.repeat(280) }],
] as const)('Q5 says %s', (reason, change) => {
  expect(whyNotReady({ ...good, ...change })).toBe(reason)
})
