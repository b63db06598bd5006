// @vitest-environment node
import type { ReceivedFile, RequestDetail, RequestSlot, RequestSupplier } from '@sampan/contract/routes/requests'
import { expect, test } from 'vitest'
import { columnsOf, foundOf, isAwaited, isToReview, otherColumn, progressOf, sentTogether, slotOf } from './grid-rules.ts'

const file = (fileId: string, more: Partial<ReceivedFile> = {}): ReceivedFile => ({
  fileId,
  transferSlug: 'abcdefg',
  path: `${fileId}.pdf`,
  size: 1,
  receivedAt: 1,
  decision: 'received',
  reason: '',
  isReplaced: false,
  warning: null,
  ...more,
})
const supplier = (name: string, slots: RequestSlot[], more: Partial<RequestSupplier> = {}): RequestSupplier => ({
  _id: name,
  email: `${name}@a.cn`,
  name,
  company: '',
  isInvited: true,
  linkUrl: null,
  mailState: 'sent',
  mailReason: null,
  openedAt: null,
  remindedAt: null,
  uploadingCount: 0,
  slots,
  comments: [],
  messages: [],
  ...more,
})
const documents = [
  { _id: 'invoice', name: 'Invoice', note: '', accept: [], isRequired: true },
  { _id: 'list', name: 'List', note: '', accept: [], isRequired: false },
]
const request = { takesOtherFiles: false } as RequestDetail['request']
const received: RequestSlot = { documentId: 'invoice', state: 'received', files: [file('a')] }
const rejected: RequestSlot = { documentId: 'invoice', state: 'rejected', files: [file('b', { decision: 'rejected' })] }
const waiting: RequestSlot = { documentId: 'invoice', state: 'waiting', files: [] }

test('R3 a column for each document, and one for other files where there can be any', () => {
  const ids = (detail: Parameters<typeof columnsOf>[0]) => columnsOf(detail).map(({ id }) => id)
  expect(ids({ request, documents, suppliers: [] })).toEqual(['invoice', 'list'])
  expect(ids({ request, documents: [], suppliers: [] })).toEqual([otherColumn])
  const came = supplier('li', [{ documentId: null, state: 'received', files: [file('c')] }])
  expect(ids({ request, documents, suppliers: [came] })).toEqual(['invoice', 'list', otherColumn])
  expect(slotOf(came, otherColumn).files).toHaveLength(1)
  expect(slotOf(came, 'invoice')).toMatchObject({ state: 'waiting', files: [] })
})

test('R3 what is required counts; what was sent back is missing again', () => {
  expect(progressOf(supplier('li', [received]), documents)).toEqual({ received: 1, expected: 1 })
  expect(progressOf(supplier('li', [rejected]), documents)).toEqual({ received: 0, expected: 1 })
  const free = supplier('li', [{ documentId: null, state: 'received', files: [file('c')] }])
  expect(progressOf(free, [])).toEqual({ received: 1, expected: 1 })
})

test('R3 reminded is who can be mailed and is missing something', () => {
  expect(isAwaited(supplier('li', [waiting]), documents)).toBe(true)
  expect(isAwaited(supplier('li', [received]), documents)).toBe(false)
  expect(isAwaited(supplier('li', [waiting], { email: null }), documents)).toBe(false)
  expect(isAwaited(supplier('li', [waiting], { isInvited: false }), documents)).toBe(false)
})

test('R3 people are found by what they are called, and by what is to be done', () => {
  const suppliers = [supplier('li', [received], { company: 'Berg AB' }), supplier('raj', [rejected]), supplier('bo', [waiting])]
  const names = (...args: ['all' | 'toReview' | 'missing', string]) =>
    foundOf({ suppliers, documents }, ...args).map(({ name }) => name)
  expect(names('all', ' BERG')).toEqual(['li'])
  expect(names('toReview', '')).toEqual(['li'])
  expect(names('missing', '')).toEqual(['raj', 'bo'])
  expect(isToReview(supplier('li', [{ ...received, files: [file('a', { isReplaced: true })] }]))).toBe(false)
})

test('R3 what was sent together goes together', () => {
  const suppliers = [
    supplier('li', [received, { documentId: null, state: 'received', files: [file('c', { transferSlug: 'other' })] }]),
  ]
  expect(sentTogether({ suppliers }, 'abcdefg').map(({ fileId }) => fileId)).toEqual(['a'])
})
