/** What the grid of a request shows, worked out from its rows. Pure. */
import type { ReceivedFile, RequestDetail, RequestSlot, RequestSupplier } from '@sampan/contract/routes/requests'
import type { SlotState } from '@sampan/contract/states'

type Documents = RequestDetail['documents']
type Supplier = Pick<RequestSupplier, 'email' | 'name'>

export const nameOf = ({ name, email }: Supplier): string => name || email || ''

/** `other`: of files that belong to no document. */
export type Column = { id: string; name: string | null; isRequired: boolean }
export const otherColumn = 'other'

/** One of each document, and one for other files where they are taken or have come. */
export function columnsOf({
  documents,
  suppliers,
  request,
}: Pick<RequestDetail, 'documents' | 'suppliers' | 'request'>): Column[] {
  const hasOther = request.takesOtherFiles || documents.length === 0 || suppliers.some(({ slots }) => slots.some(isOther))
  const named = documents.map(({ _id, name, isRequired }) => ({ id: _id, name, isRequired }))
  return hasOther ? [...named, { id: otherColumn, name: null, isRequired: false }] : named
}

const isOther = ({ documentId }: RequestSlot): boolean => documentId === null

export function slotOf({ slots }: Pick<RequestSupplier, 'slots'>, column: string): RequestSlot {
  const documentId = column === otherColumn ? null : column
  return slots.find((slot) => slot.documentId === documentId) ?? { documentId, state: 'waiting', files: [] }
}

export const isThere = (state: SlotState): boolean => state === 'received' || state === 'accepted'

/** Files that count: later ones have taken the place of the others. */
export const currentFiles = ({ files }: Pick<RequestSlot, 'files'>): ReceivedFile[] =>
  files.filter(({ isReplaced }) => !isReplaced)

/** As the server counts: what is required; where nothing is, that anything came. */
export function progressOf(
  supplier: Pick<RequestSupplier, 'slots'>,
  documents: Documents,
): { received: number; expected: number } {
  const required = documents.filter(({ isRequired }) => isRequired)
  if (required.length === 0)
    return {
      received: supplier.slots.some(({ files }) => files.some(({ decision }) => decision !== 'rejected')) ? 1 : 0,
      expected: 1,
    }
  return { received: required.filter(({ _id }) => isThere(slotOf(supplier, _id).state)).length, expected: required.length }
}

export function isMissing(supplier: Pick<RequestSupplier, 'slots'>, documents: Documents): boolean {
  const { received, expected } = progressOf(supplier, documents)
  return received < expected
}

/** Has sent what nobody has looked at yet. */
export const isToReview = ({ slots }: Pick<RequestSupplier, 'slots'>): boolean =>
  slots.some((slot) => currentFiles(slot).some(({ decision }) => decision === 'received'))

/** Can be mailed, and something is missing. */
export const isAwaited = (supplier: RequestSupplier, documents: Documents): boolean =>
  supplier.email !== null && supplier.isInvited && isMissing(supplier, documents)

export const gridFilters = ['all', 'toReview', 'missing'] as const
export type GridFilter = (typeof gridFilters)[number]

export function foundOf(
  detail: Pick<RequestDetail, 'suppliers' | 'documents'>,
  filter: GridFilter,
  search: string,
): RequestSupplier[] {
  const wanted = search.trim().toLocaleLowerCase()
  return detail.suppliers.filter(
    (supplier) =>
      (filter === 'all' || (filter === 'toReview' ? isToReview(supplier) : isMissing(supplier, detail.documents))) &&
      [supplier.name, supplier.email ?? '', supplier.company].some((text) => text.toLocaleLowerCase().includes(wanted)),
  )
}

/** Of the sending that a file came with: what goes when that is deleted. */
export const sentTogether = ({ suppliers }: Pick<RequestDetail, 'suppliers'>, transferSlug: string): ReceivedFile[] =>
  suppliers.flatMap(({ slots }) => slots.flatMap(({ files }) => files.filter((file) => file.transferSlug === transferSlug)))
