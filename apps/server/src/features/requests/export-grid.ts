/** The grid of a request as a table and as a PDF (R3). */

import { csvLine, csvStart } from '@sampan/contract/rules/csv'
import { requestWords } from '@sampan/texts/request-grid'
import type { SignedIn } from '../../http/actor.ts'
import { requestLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import { drawApart } from '../receipts/index.ts'
import { drawGrid } from './draw-grid.ts'
import { type DrawnGrid, gridLines } from './grid-lines.ts'
import { readRequest } from './read-request.ts'

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
