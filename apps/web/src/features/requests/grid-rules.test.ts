// @vitest-environment node
import type { ReceivedFile, RequestSlot, RequestSupplier } from '@sampan/contract/routes/request-grid'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { expect, test } from 'vitest'
import { columnsOf, filtersOf, isAwaited, isUnanswered, otherColumn, progressOf, sentTogether, slotOf } from './grid-rules.ts'

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
  const counts = { hasOtherFiles: false } as RequestDetail['counts']
  expect(ids({ request, documents, counts })).toEqual(['invoice', 'list'])
  expect(ids({ request, documents: [], counts })).toEqual([otherColumn])
  expect(ids({ request, documents, counts: { ...counts, hasOtherFiles: true } })).toEqual(['invoice', 'list', otherColumn])
  const came = supplier('li', [{ documentId: null, state: 'received', files: [file('c')] }])
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

test('R3 whose mail came back is a kind of its own where there is one', () => {
  const counts = { all: 3, toReview: 0, missing: 2, complete: 1, bounced: 0 } as RequestDetail['counts']
  expect(filtersOf(counts, 'all')).toEqual(['all', 'toReview', 'missing', 'complete'])
  expect(filtersOf(counts, 'bounced').at(-1)).toBe('bounced')
  expect(filtersOf({ ...counts, bounced: 1 }, 'all').at(-1)).toBe('bounced')
})

test('R3 somebody waits for an answer until the requester has written or decided since; taking a file back asks nothing', () => {
  const said = (at: number, by: 'supplier' | 'requester' = 'supplier', isWithdrawal = false) => ({
    ...{ _id: String(at), by, text: 'Which year?', at, isWithdrawal },
  })
  const decided = (at: number | null): RequestSlot => ({ ...received, files: [file('a', { decidedAt: at })] })
  const waits = (slots: RequestSlot[], more: Partial<RequestSupplier>) => isUnanswered(supplier('li', slots, more))
  const withFiles = { messages: [{ text: 'Is it this one?', at: 5 }] }
  expect(waits([decided(null)], withFiles)).toBe(true)
  expect(waits([decided(4)], withFiles)).toBe(true)
  expect(waits([decided(6)], withFiles), 'a decision is no answer').toBe(true)
  expect(waits([received], { ...withFiles, comments: [said(6, 'requester')] })).toBe(false)
  expect(waits([received], { comments: [said(3, 'requester'), said(4), said(6, 'supplier', true)] })).toBe(true)
  expect(waits([received], { comments: [said(6, 'supplier', true)] })).toBe(false)
  expect(waits([received], {})).toBe(false)
})

test('R3 what was sent together goes together', () => {
  const other: RequestSlot = { documentId: null, state: 'received', files: [file('c', { transferSlug: 'other' })] }
  expect(sentTogether(supplier('li', [received, other]), 'abcdefg').map(({ fileId }) => fileId)).toEqual(['a'])
})
