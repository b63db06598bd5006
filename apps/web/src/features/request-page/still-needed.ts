/** What is required and neither there nor chosen: said before Send, and again when the rest has arrived. Pure. */
import type { RequestView } from '@sampan/contract/routes/request-page'
import type { Picking } from './picking.ts'

const thereStates: readonly string[] = ['received', 'accepted', 'uploading']

export const stillNeeded = (
  { documents }: Pick<RequestView, 'documents'>,
  { placed, awaited }: Pick<Picking, 'placed' | 'awaited'>,
): string[] => {
  const chosen = new Set([...placed, ...awaited].map(({ place }) => place))
  return documents
    .filter(({ _id, isRequired, isOpen, state }) => isRequired && isOpen && !thereStates.includes(state) && !chosen.has(_id))
    .map(({ name }) => name)
}

/** Documents are required, and none of them is missing. */
export const isComplete = ({ documents }: Pick<RequestView, 'documents'>, missing: readonly string[]): boolean =>
  missing.length === 0 && documents.some(({ isRequired }) => isRequired)
