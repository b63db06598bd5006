/** The grid of a request as a table: a line for each supplier and document, and each file of it (R3). */

import type { Language } from '@sampan/contract/paths'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { csvLine, csvStart } from '@sampan/contract/rules/csv'
import { type RequestWords, requestWords } from '@sampan/texts/request-grid'
import type { SignedIn } from '../../http/actor.ts'
import { requestLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import { drawApart } from '../receipts/index.ts'
import { drawGrid } from './draw-grid.ts'
import { readRequest } from './read-request.ts'

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

export async function requestCsv(services: Services, actor: SignedIn, slug: string): Promise<string> {
  const words = requestWords(actor.language)
  const lines = gridLines(await readRequest(services, actor, slug), words)
  const cells = lines.map(({ receivedAt, ...line }) => [
    line.supplier,
    line.email,
    line.company,
    line.document,
    line.state,
    line.file,
    line.bytes,
    receivedAt === null ? '' : new Date(receivedAt).toISOString(),
    line.reason,
  ])
  return csvStart + [Object.values(words.columns), ...cells].map(csvLine).join('')
}

export type DrawnGrid = { title: string; lines: Line[]; madeAt: number; link: string; language: Language; productName: string }

const drawing = { program: new URL('./draw-grid.js', import.meta.url), draw: drawGrid }

export async function requestPdf(services: Services, actor: SignedIn, slug: string): Promise<Buffer> {
  const { config, clock } = services
  const detail = await readRequest(services, actor, slug)
  const drawn: DrawnGrid = {
    title: detail.request.title,
    lines: gridLines(detail, requestWords(actor.language)),
    madeAt: clock().getTime(),
    link: requestLink(config, slug),
    language: actor.language,
    productName: config.productName,
  }
  return drawApart(drawing, drawn, actor.ownerId)
}
