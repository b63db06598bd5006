/** The documents that are asked for by name, as rows of the form. Pure. */
import { requestLimits } from '@sampan/contract/limits'
import type { RequestDocument } from '@sampan/contract/routes/requests'

/** `uploadId`: of the upload that brings it, empty as long as that is on its way; null: it is there since before. */
export type ExampleDraft = { name: string; size: number; uploadId: string | null }
export type DocumentDraft = {
  /** Of the row; it stays while the row is moved. */
  key: string
  /** Of a document that was asked for before. */
  id: string | null
  name: string
  note: string
  accept: readonly string[]
  isRequired: boolean
  /** A file that shows what is meant. */
  example: ExampleDraft | null
}
export type Documents = readonly DocumentDraft[]

const nextKey = (documents: Documents): string => String(Math.max(0, ...documents.map(({ key }) => Number(key))) + 1)

export const canAdd = (documents: Documents): boolean => documents.length < requestLimits.documents

/** Below the row with this key, or at the end. */
export function withNew(documents: Documents, below?: string): DocumentDraft[] {
  const fresh = { key: nextKey(documents), id: null, name: '', note: '', accept: [], isRequired: true, example: null }
  const at = documents.findIndex(({ key }) => key === below) + 1 || documents.length
  return canAdd(documents) ? [...documents.slice(0, at), fresh, ...documents.slice(at)] : [...documents]
}

export const withoutDocument = (documents: Documents, key: string): DocumentDraft[] =>
  documents.filter((document) => document.key !== key)

export const withChanged = (documents: Documents, key: string, some: Partial<DocumentDraft>): DocumentDraft[] =>
  documents.map((document) => (document.key === key ? { ...document, ...some } : document))

/** One place up (-1) or down (1); at the ends it stays. */
export function withMoved(documents: Documents, key: string, step: -1 | 1): DocumentDraft[] {
  const from = documents.findIndex((document) => document.key === key)
  const to = from + step
  const next = [...documents]
  if (from < 0 || to < 0 || to >= next.length) return next
  ;[next[from], next[to]] = [next[to]!, next[from]!]
  return next
}

export const draftsOf = (
  documents: readonly (Omit<RequestDocument, '_id'> & { _id?: string | undefined })[],
  keepsIds: boolean,
): DocumentDraft[] =>
  documents.map(({ _id, name, note, accept, isRequired, example }, index) => ({
    key: String(index + 1),
    id: (keepsIds && _id) || null,
    name,
    note,
    accept,
    isRequired,
    example: (keepsIds && example && { name: example.name, size: example.size, uploadId: null }) || null,
  }))

const wordsOf = ({ id, name, note, accept, isRequired }: DocumentDraft) => ({
  ...(id && { _id: id }),
  name: name.trim(),
  note: note.trim(),
  accept: [...accept],
  isRequired,
})

/** Enter below the last name makes a row that nobody needs. */
const withoutEmptyEnd = (documents: Documents): Documents => {
  const isFilled = ({ id, name, note, example }: DocumentDraft) =>
    id !== null || example !== null || `${name}${note}`.trim() !== ''
  const last = documents.findLastIndex(isFilled)
  // Where there is nothing but empty ones, a name is missing.
  return last < 0 ? documents : documents.slice(0, last + 1)
}

/** As a template keeps them: an example is of one request. */
export const keptOf = (documents: Documents) => withoutEmptyEnd(documents).map(wordsOf)

/** An example that is there since before is not named again; none ends the one of before. */
export const askedOf = (documents: Documents) =>
  withoutEmptyEnd(documents).map((document) => {
    const { id, example = null } = document
    const brought = example && example.uploadId !== null ? { exampleUploadId: example.uploadId } : {}
    return { ...wordsOf(document), ...(id && !example ? { exampleUploadId: null } : brought) }
  })
