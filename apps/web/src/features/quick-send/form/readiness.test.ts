// @vitest-environment node
import { plans } from '@sampan/contract/plans'
import { expect, test } from 'vitest'
import { dayOf } from '../../../product/plans/expiry-choice.ts'
import { newOptions } from './options.ts'
import { goodRecipients, isMarkedWrong, type Reason, whyNotReady } from './readiness.ts'

const good = {
  account: null,
  usage: null,
  sendAs: 'email' as 'email' | 'link',
  files: [{ path: 'a.pdf', size: 1 }],
  chips: { list: ['li@a.cn'], typed: '', skipped: 0 },
  sender: 'anna@b.uk',
  message: '',
  options: newOptions,
  plan: plans.anon,
}
type Draft = Parameters<typeof whyNotReady>[0]
const chips = (list: string[], typed = '') => ({ chips: { list, typed, skipped: 0 } })
const many = (count: number) => Array.from({ length: count }, (_, index) => index)
const free = { account: {}, plan: plans.free, sender: '' }
const pro = { ...free, plan: plans.pro }
const options = (changed: Partial<typeof newOptions>) => ({ options: { ...newOptions, ...changed } })
const used = (folderSize: number) => ({
  usage: { folderSize, storageBytes: 10, thisMonthsTransfers: 0, transfersPerMonth: 10 },
})

test.each<[Reason[], Partial<Draft>]>([
  [[], {}],
  [[], chips([], 'li@a.cn')],
  [[], chips([], 'Li Wei <li@a.cn>')],
  [['needFiles'], { files: [] }],
  [['endRecording'], { isRecording: true }],
  [['overLimit'], { files: [{ path: 'a', size: plans.anon.uploadBytes + 1 }] }],
  [[], { files: [{ path: 'a', size: plans.anon.uploadBytes }] }],
  [['tooManyFiles'], { files: many(51).map((index) => ({ path: String(index), size: 1 })) }],
  [['tooManyFiles'], { files: many(51).map((index) => ({ path: `${index}/`, size: 0 })) }],
  [['monthUsedUp'], { usedUp: ['anna@b.uk'] }],
  [[], { ...free, usedUp: [''] }],
  [['needRecipients'], chips([])],
  [['wrongRecipient'], chips(['li@a.cn', 'jo@'])],
  [['unfinishedRecipient'], chips(['li@a.cn'], 'jo')],
  [['wrongRecipient', 'unfinishedRecipient'], chips(['jo@'], 'jo')],
  [['tooManyPeople'], chips(many(7).map((index) => `p${index}@a.cn`))],
  [
    ['tooManyPeople'],
    chips(
      many(6).map((index) => `p${index}@a.cn`),
      'one@more.cn',
    ),
  ],
  [['needSender'], { sender: ' ' }],
  [['wrongSender'], { sender: 'anna@' }],
  [['longMessage'], { message: '好'.repeat(281) }],
  // All that is wrong at once; what is only missing waits.
  [['wrongRecipient', 'wrongSender', 'longMessage'], { files: [], ...chips(['jo@']), sender: 'x', message: 'a'.repeat(281) }],
])('Q5 %j: %j', (reasons, change) => {
  expect(whyNotReady({ ...good, ...change })).toEqual(reasons)
})

test.each<[Reason[], Partial<Draft>]>([
  [[], free],
  [['needRecipients'], { ...free, ...chips([]) }],
  [[], { ...free, ...chips(['jo@']), sendAs: 'link' }],
  [[], { ...free, ...used(9) }],
  [['overStorage'], { ...free, ...used(10) }],
  [[], { ...free, usage: { ...used(10).usage, ownBytes: 1 } }],
])('Q5 Q8 a signed-in sender %j: %j', (reasons, change) => {
  expect(whyNotReady({ ...good, ...change })).toEqual(reasons)
})

test.each<[Reason[], Partial<Draft>]>([
  [['shortPassword'], { ...pro, ...options({ password: '12345' }) }],
  [[], { ...pro, ...options({ password: '123456', downloadLimit: ' 1000000 ' }) }],
  [['wrongLimit'], { ...pro, ...options({ downloadLimit: '1000001' }) }],
  [['wrongLimit'], { ...pro, ...options({ downloadLimit: '0' }) }],
  [['wrongLimit'], { ...pro, ...options({ downloadLimit: '1.5' }) }],
  [['wrongLimit'], { ...pro, ...options({ downloadLimit: 'five' }) }],
  [['wrongDate'], { ...pro, ...options({ expiry: 'custom', untilDay: '' }) }],
  [['wrongDate'], { ...pro, ...options({ expiry: 'custom', untilDay: '2020-01-01' }) }],
  [[], { ...pro, ...options({ expiry: 'custom', untilDay: dayOf(new Date(Date.now() + 86_400_000)) }) }],
  // A guest's draft may still hold what only an account may set.
  [[], options({ password: '1', downloadLimit: 'x', expiry: 'custom' })],
])('Q11 %j: %j', (reasons, change) => {
  expect(whyNotReady({ ...good, ...change })).toEqual(reasons)
})

test('Q6 only whom a mail can reach counts as a recipient', () => {
  expect(goodRecipients(chips(['li@a.cn', 'jo@'], 'bo@b.in').chips)).toEqual(['li@a.cn', 'bo@b.in'])
})

test('Q5 a field is marked once Send was pressed too early, and no longer than it is wrong', () => {
  const marked = (more: Partial<Draft>, isMarked = true) =>
    (['recipients', 'sender', 'message'] as const).filter((field) => isMarkedWrong({ ...good, ...more, isMarked }, field))
  expect(marked({ ...chips(['jo@']), sender: 'anna' })).toEqual(['recipients', 'sender'])
  expect(marked({ ...chips(['jo@']), sender: 'anna' }, false)).toEqual([])
  expect(marked({ message: 'x'.repeat(281) })).toEqual(['message'])
  expect(marked({})).toEqual([])
})
