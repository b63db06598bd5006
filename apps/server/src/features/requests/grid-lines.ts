/** The grid of a request line by line: one for each supplier and document, and each file of it. Pure. */
import type { Language } from '@sampan/contract/paths'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import type { RequestWords } from '@sampan/texts/request-grid'

type Line = {
  supplier: string
  email: string
  company: string
  document: string
  state: string
  file: string
  bytes: number | ''
  receivedAt: number | null
  reason: string
}

/** Pure; in the order of the grid. Earlier copies that were replaced are left out. */
export function gridLines({ documents, suppliers }: RequestDetail, words: RequestWords): Line[] {
  const nameOf = new Map(documents.map(({ _id, name }) => [_id, name]))
  return suppliers.flatMap(({ name, email, company, slots }) =>
    slots.flatMap(({ documentId, state, files }): Line[] => {
      const line = {
        supplier: name || email || words.someone,
        email: email ?? '',
        company,
        document: documentId ? (nameOf.get(documentId) ?? '') : words.other,
        state: words.states[state],
      }
      const current = files.filter(({ isReplaced }) => !isReplaced)
      if (current.length === 0) return [{ ...line, file: '', bytes: '', receivedAt: null, reason: '' }]
      return current.map(({ path, size, receivedAt, decision, reason }) => ({
        ...line,
        state: words.states[decision],
        file: path,
        bytes: size,
        receivedAt,
        reason,
      }))
    }),
  )
}

export type DrawnGrid = { title: string; lines: Line[]; madeAt: number; link: string; language: Language; productName: string }
