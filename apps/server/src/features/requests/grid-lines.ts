/** The grid of a request line by line: one for each supplier and document, and each file of it. Pure. */
import type { Language } from '@sampan/contract/paths'
import type { RequestWords } from '@sampan/texts/request-grid'
import type { SentFile } from './queries-submissions.ts'
import { slotsOf } from './slots.ts'

export type Line = {
  supplier: string
  email: string
  company: string
  document: string
  state: string
  file: string
  bytes: number | ''
  receivedAt: number | null
  decidedAt: number | null
  reason: string
}
type Person = { name: string; email: string | null; company: string; files: readonly SentFile[] }
type Documents = readonly { id: string; name: string }[]

/** Of one supplier, in the order of the grid. Earlier copies that were replaced are left out. */
export function gridLines(documents: Documents, { name, email, company, files }: Person, words: RequestWords): Line[] {
  const nameOf = new Map(documents.map((document) => [document.id, document.name]))
  return slotsOf(documents, files).flatMap(({ documentId, state, current }): Line[] => {
    const line = {
      supplier: name || email || words.someone,
      email: email ?? '',
      company,
      document: documentId ? (nameOf.get(documentId) ?? '') : words.other,
      state: words.states[state],
    }
    if (current.length === 0) return [{ ...line, file: '', bytes: '', receivedAt: null, decidedAt: null, reason: '' }]
    return current.map(({ path, size, receivedAt, createdAt, decidedAt, decision, reason }) => ({
      ...line,
      state: words.states[decision],
      file: path,
      bytes: size,
      receivedAt: (receivedAt ?? createdAt).getTime(),
      decidedAt: decidedAt?.getTime() ?? null,
      reason,
    }))
  })
}

/** `leftOut`: how many suppliers its lines are not of. */
export type DrawnGrid = {
  title: string
  /** Who asks: name, company and address; empty where that account is gone. */
  requester: string
  lines: Line[]
  leftOut: number
  madeAt: number
  link: string
  language: Language
  productName: string
}
