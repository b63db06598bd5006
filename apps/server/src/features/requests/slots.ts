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
  for (const file of files) map.set(file.supplierId, [...(map.get(file.supplierId) ?? []), file])
  return map
}

/** Whether the newest that was sent for something came back; other files are one such thing. */
export function isAskedAgain(files: readonly Sent[]): boolean {
  const documentIds = new Set(files.map(({ documentId }) => documentId))
  return [...documentIds].some((id) => slotOf(files.filter(({ documentId }) => documentId === id)).state === 'rejected')
}

type Document = { id: string; isRequired: boolean }

/** What is required and neither received nor accepted; without documents: that anything came. */
export function isComplete(documents: readonly Document[], files: readonly Sent[]): boolean {
  const required = documents.filter(({ isRequired }) => isRequired)
  if (required.length === 0) return files.some(({ receivedAt, decision }) => receivedAt !== null && decision !== 'rejected')
  return required.every(({ id }) => isThere(slotOf(files.filter(({ documentId }) => documentId === id)).state))
}

export const isThere = (state: SlotState): boolean => state === 'received' || state === 'accepted'
