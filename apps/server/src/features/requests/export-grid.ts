/** The grid of a request as a table, whole however long, and as a PDF of so many lines (R3). Both are read page by page. */
import { requestLimits } from '@sampan/contract/limits'
import { type RequestWords, requestWords } from '@sampan/texts/request-grid'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { csvChunks } from '../../http/csv-chunks.ts'
import { requestLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import { originOfOwner } from '../domains/index.ts'
import { drawApart, signatureOf } from '../receipts/index.ts'
import { drawGrid } from './draw-grid.ts'
import { type DrawnGrid, gridLines, type Line } from './grid-lines.ts'
import { requesterOf } from './mail-requester.ts'
import { documentsOf, type RequestRow } from './queries.ts'
import { suppliersAfter } from './queries-grid.ts'
import { filesOfSuppliers } from './queries-submissions.ts'
import { countSuppliers } from './queries-suppliers.ts'
import { requireOwn } from './read-request.ts'
import { bySupplier } from './slots.ts'

const suppliersPerRead = 200

/** The lines of each supplier, in the order of the grid. */
async function* linesOf(db: Db, { id }: RequestRow, words: RequestWords): AsyncGenerator<Line[]> {
  const documents = await documentsOf(db, id)
  for (let after = 0; ; ) {
    const people = await suppliersAfter(db, id, after, suppliersPerRead)
    const ids = people.map((person) => person.id)
    const files = bySupplier(await filesOfSuppliers(db, id, ids))
    for (const person of people) yield gridLines(documents, { ...person, files: files.get(person.id) ?? [] }, words)
    if (people.length < suppliersPerRead) return
    after = people.at(-1)!.seq
  }
}

const timeOf = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

async function* cellsOf(db: Db, request: RequestRow, words: RequestWords): AsyncGenerator<(string | number)[]> {
  yield Object.values(words.columns)
  for await (const lines of linesOf(db, request, words))
    for (const { supplier, email, company, document, state, file, bytes, receivedAt, decidedAt, reason } of lines)
      yield [supplier, email, company, document, state, file, bytes, timeOf(receivedAt), timeOf(decidedAt), reason]
}

export async function requestCsv({ db }: Services, actor: SignedIn, slug: string): Promise<AsyncGenerator<string>> {
  const request = await requireOwn({ db }, { slug, actor, action: 'read' })
  return csvChunks(cellsOf(db, request, requestWords(actor.language)))
}

/** As many as a PDF takes; whoever is left out is counted. */
async function firstLines(db: Db, request: RequestRow, words: RequestWords): Promise<{ lines: Line[]; leftOut: number }> {
  const lines: Line[] = []
  let people = 0
  for await (const theirs of linesOf(db, request, words)) {
    const spaceLeft = requestLimits.pdfLines - lines.length
    if (theirs.length > spaceLeft) {
      // One alone may have too many: the beginning of theirs is better than nothing.
      if (people === 0) lines.push(...theirs.slice(0, spaceLeft))
      break
    }
    lines.push(...theirs)
    people++
  }
  return { lines, leftOut: Math.max(0, (await countSuppliers(db, request.id)) - people) }
}

const drawing = { program: new URL('./draw-grid.js', import.meta.url), draw: drawGrid }

export async function requestPdf({ db, config, clock }: Services, actor: SignedIn, slug: string): Promise<Buffer> {
  const { language } = actor
  const request = await requireOwn({ db }, { slug, actor, action: 'read' })
  const requester = await requesterOf(db, request)
  const drawn: DrawnGrid = {
    ...(await firstLines(db, request, requestWords(language))),
    title: request.title,
    requester: requester ? signatureOf(requester) : '',
    madeAt: clock().getTime(),
    link: requestLink(await originOfOwner({ db, config }, request.ownerId), slug),
    language,
    productName: config.productName,
  }
  return drawApart(drawing, drawn, actor.ownerId)
}
