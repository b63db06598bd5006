/** What the grid of a request shows, worked out from its rows. Pure. */
import { requestLimits } from '@sampan/contract/limits'
import type { ReceivedFile, RequestSlot, RequestSupplier } from '@sampan/contract/routes/request-grid'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { type SlotState, type SupplierFilter, supplierFilters } from '@sampan/contract/states'

type Documents = RequestDetail['documents']
type Supplier = Pick<RequestSupplier, 'email' | 'name'>

export const nameOf = ({ name, email }: Supplier): string => name || email || ''

/** `other`: of files that belong to no document. */
export type Column = { id: string; name: string | null; isRequired: boolean }
export const otherColumn = 'other'

/** One of each document, and one for other files where they are taken or have come. */
export function columnsOf({ documents, counts, request }: Pick<RequestDetail, 'documents' | 'counts' | 'request'>): Column[] {
  const hasOther = request.takesOtherFiles || documents.length === 0 || counts.hasOtherFiles
  const named = documents.map(({ _id, name, isRequired }) => ({ id: _id, name, isRequired }))
  return hasOther ? [...named, { id: otherColumn, name: null, isRequired: false }] : named
}

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

function isMissing(supplier: Pick<RequestSupplier, 'slots'>, documents: Documents): boolean {
  const { received, expected } = progressOf(supplier, documents)
  return received < expected
}

/** Can be mailed, and something is missing. */
export const isAwaited = (supplier: RequestSupplier, documents: Documents): boolean =>
  supplier.email !== null && supplier.isInvited && isMissing(supplier, documents)

/** Pressed again no mail would leave. */
export const isJustReminded = ({ remindedAt }: Pick<RequestSupplier, 'remindedAt'>, now: number): boolean =>
  remindedAt !== null && now - remindedAt < requestLimits.remindRestSeconds * 1000

/** So many seconds until they can be reminded again, in whole minutes; null: at once. */
export function remindWait({ remindedAt }: Pick<RequestSupplier, 'remindedAt'>, now: number): number | null {
  if (remindedAt === null || !isJustReminded({ remindedAt }, now)) return null
  return Math.ceil((remindedAt + requestLimits.remindRestSeconds * 1000 - now) / 60_000) * 60
}

/** They have said something since the requester last wrote; a decision about a file answers no question. Taking a file back says nothing. */
export function isUnanswered({ comments, messages }: Pick<RequestSupplier, 'comments' | 'messages'>): boolean {
  const said = comments.filter(({ by, isWithdrawal }) => by === 'supplier' && !isWithdrawal)
  const answers = comments.filter(({ by }) => by === 'requester')
  const latest = (times: readonly number[]) => times.reduce((one, other) => Math.max(one, other), 0)
  return latest([...said, ...messages].map(({ at }) => at)) > latest(answers.map(({ at }) => at))
}

/** Those that are shown: of everybody, or where there is somebody of that kind. */
export const filtersOf = (counts: RequestDetail['counts'], chosen: SupplierFilter): SupplierFilter[] =>
  supplierFilters.filter((filter) => filter !== 'bounced' || filter === chosen || counts[filter] > 0)

/** Of the sending that a file came with, which is one supplier's: what goes when that is deleted. */
export const sentTogether = ({ slots }: Pick<RequestSupplier, 'slots'>, transferSlug: string): ReceivedFile[] =>
  slots.flatMap(({ files }) => files.filter((file) => file.transferSlug === transferSlug))
