// @vitest-environment node
import type { RequestView } from '@sampan/contract/routes/request-page'
import { expect, test } from 'vitest'
import { nothingPicked } from './picking.ts'
import { isComplete, stillNeeded } from './still-needed.ts'

const slot = (_id: string, more: object = {}) => ({ _id, name: _id, isRequired: true, isOpen: true, state: 'waiting', ...more })
const documents = [
  slot('Invoice'),
  slot('Certificate of origin', { state: 'rejected' }),
  slot('Packing list', { state: 'received' }),
  slot('Photograph', { isRequired: false }),
  slot('Of a closed request', { isOpen: false }),
] as unknown as RequestView['documents']

test('R2 what is still needed is required, open, and neither there nor chosen, now or in an earlier visit', () => {
  expect(stillNeeded({ documents }, nothingPicked)).toEqual(['Invoice', 'Certificate of origin'])
  const awaited = [{ place: 'Invoice', file: { path: 'a', size: 1 }, storedBytes: 0 }]
  expect(stillNeeded({ documents }, { placed: [], awaited })).toEqual(['Certificate of origin'])
})

test('R2 that nothing is missing is said where documents are required and all of them are there', () => {
  const there = { documents: [slot('Packing list', { state: 'received' })] as unknown as RequestView['documents'] }
  const wished = { documents: [slot('Photograph', { isRequired: false })] as unknown as RequestView['documents'] }
  const complete = (view: Pick<RequestView, 'documents'>) => isComplete(view, stillNeeded(view, nothingPicked))
  expect([complete(there), complete({ documents }), complete(wished)]).toEqual([true, false, false])
})
