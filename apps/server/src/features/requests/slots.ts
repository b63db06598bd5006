/** How far a supplier is with each document, worked out from what was sent (R3). Pure. */
import type { SlotState } from '@sampan/contract/states'
import type { SentFile } from './queries-submissions.ts'

type Sent = Pick<SentFile, 'documentId' | 'decision' | 'submissionId' | 'receivedAt'>

/** Of one document, the newest submission first. Files of the newest received one count, earlier ones were replaced. */
export function slotOf<F extends Sent>(files: readonly F[]): { state: SlotState; newest: F[]; earlier: F[] } {
  const received = files.filter(({ receivedAt }) => receivedAt !== null)
  const [latest] = received
  const newest = received.filter(({ submissionId }) => submissionId === latest?.submissionId)
  const earlier = received.filter(({ submissionId }) => submissionId !== latest?.submissionId)
  return { state: stateOf(files, newest), newest, earlier }
}

type Slot<F> = { documentId: string | null; state: SlotState; current: F[]; replaced: F[] }

/** One of each document, and one of the files that belong to none where there are any: there nothing takes the place of anything. */
export function slotsOf<F extends Sent>(documents: readonly { id: string }[], files: readonly F[]): Slot<F>[] {
  const slot = (documentId: string | null): Slot<F> => {
    const { state, newest, earlier } = slotOf(files.filter((file) => file.documentId === documentId))
    return documentId === null
      ? { documentId, state, current: [...newest, ...earlier], replaced: [] }
      : { documentId, state, current: newest, replaced: earlier }
  }
  const others = files.some(({ documentId }) => documentId === null) || documents.length === 0 ? [slot(null)] : []
  return [...documents.map(({ id }) => slot(id)), ...others]
}

function stateOf(files: readonly Sent[], newest: readonly Sent[]): SlotState {
  if (files.some(({ receivedAt }) => receivedAt === null)) return 'uploading'
  if (newest.length === 0) return 'waiting'
  if (newest.some(({ decision }) => decision === 'rejected')) return 'rejected'
  return newest.every(({ decision }) => decision === 'accepted') ? 'accepted' : 'received'
}

/** Of files that belong to no document each stands for itself: a later submission replaces none. */
export const otherFiles = <F extends Sent>(files: readonly F[]): F[] =>
  files.filter(({ documentId, receivedAt }) => documentId === null && receivedAt !== null)

export function bySupplier<F extends { supplierId: string }>(files: readonly F[]): Map<string, F[]> {
  const map = new Map<string, F[]>()
  for (const file of files) {
    const theirs = map.get(file.supplierId)
    if (theirs) theirs.push(file)
    else map.set(file.supplierId, [file])
  }
  return map
}

/** Each document that something was sent for, and what stands there. */
const slotsSent = <F extends Sent>(files: readonly F[]) =>
  [...new Set(files.map(({ documentId }) => documentId))].map((documentId) => ({
    documentId,
    slot: slotOf(files.filter((file) => file.documentId === documentId)),
  }))

/** For which documents a supplier is asked again; null among them: for files of none. */
export type SentBack = ReadonlySet<string | null>

/** Where the newest that was sent came back, and nothing is on its way in its place; other files are one such thing. */
export const documentsSentBack = (files: readonly Sent[]): SentBack =>
  new Set(slotsSent(files).flatMap(({ documentId, slot }) => (slot.state === 'rejected' ? [documentId] : [])))

/** Those that came back, and for which nothing newer was received; other files are one thing here too. */
export const filesSentBack = <F extends Sent>(files: readonly F[]): F[] =>
  slotsSent(files)
    .flatMap(({ slot }) => slot.newest)
    .filter(({ decision }) => decision === 'rejected')

type Document = { id: string; isRequired: boolean }

/** Whether nothing that is required is missing; without documents: whether anything came. */
export function isComplete(documents: readonly Document[], files: readonly Sent[]): boolean {
  if (documents.some(({ isRequired }) => isRequired)) return stillNeeded(documents, files).length === 0
  return files.some(({ receivedAt, decision }) => receivedAt !== null && decision !== 'rejected')
}

/** What a supplier is still asked for, optional documents too, and whether something came back for it. */
export const stillAsked = <D extends Document>(
  documents: readonly D[],
  files: readonly Sent[],
): (D & { isSentBack: boolean })[] =>
  documents.flatMap((document) => {
    const { state } = slotOf(files.filter(({ documentId }) => documentId === document.id))
    return isThere(state) ? [] : [{ ...document, isSentBack: state === 'rejected' }]
  })

/** What is required and neither received nor accepted. */
export const stillNeeded = <D extends Document>(documents: readonly D[], files: readonly Sent[]): D[] =>
  stillAsked(
    documents.filter(({ isRequired }) => isRequired),
    files,
  )

export const isThere = (state: SlotState): boolean => state === 'received' || state === 'accepted'
