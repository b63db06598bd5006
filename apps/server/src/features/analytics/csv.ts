/** Lists as CSV, line by line as they are read (T4); cells are never formulas. */
import type { AnalyticsList } from '@sampan/contract/routes/analytics'
import { csvLine, csvStart } from '@sampan/contract/rules/csv'
import { formatCountry } from '@sampan/texts/format'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { type CsvWords, csvWords } from './csv-words.ts'
import * as queries from './queries.ts'
import { countriesIn, daysIn } from './read-analytics.ts'

type Deps = Pick<Services, 'db'>
type Lines = AsyncGenerator<(string | number)[]>
type Maker = (deps: Deps, asked: queries.FiguresQuery, actor: SignedIn, words: CsvWords) => Lines

const linesPerRead = 2000
const namesPerRead = 20_000

const makers: Record<AnalyticsList, Maker> = {
  async *downloads({ db }, asked, { language }, words) {
    const { time, transfer, link, recipient, country, city, program, device, kind, files, bytes } = words.columns
    yield [time, transfer, link, recipient, country, city, program, device, kind, files, bytes]
    for (let last: { at: string; id: string } | null = null; ; ) {
      const page: Awaited<ReturnType<typeof queries.downloadLines>> = await queries.downloadLines(db, asked, last, linesPerRead)
      for (const row of page) {
        const where = [nameOfCountry(row.country, language, words), row.city]
        const how = [row.program, words.devices[row.device] ?? row.device, words.kinds[row.kind] ?? row.kind]
        yield [row.at.toISOString(), row.name, row.slug, row.email, ...where, ...how, row.fileCount, row.sizeBytes]
      }
      if (page.length < linesPerRead) return
      last = { at: page.at(-1)!.exactAt, id: page.at(-1)!.id }
    }
  },
  async *days({ db }, asked, _, { columns: { day, downloads, bytes, sent } }) {
    yield [day, downloads, bytes, sent]
    for (const row of await daysIn(db, asked)) yield [row.day, row.downloads, row.sizeBytes, row.sent]
  },
  async *countries({ db }, asked, { language }, words) {
    yield [words.columns.country, words.columns.code, words.columns.downloads]
    for (const row of await countriesIn(db, asked))
      yield [nameOfCountry(row.country, language, words), row.country === 'ZZ' ? '' : row.country, row.downloads]
  },
  async *transfers({ db }, asked, _, { columns: { transfer, link, sentAt, downloads } }) {
    yield [transfer, link, sentAt, downloads]
    for await (const row of everyPage((page) => queries.topTransfers(db, { ...asked, ...page })))
      yield [row.name, row.slug, row.sentAt.toISOString(), row.downloads]
  },
  async *recipients({ db }, asked, _, { columns: { recipient, downloads }, someone }) {
    yield [recipient, downloads]
    for await (const row of everyPage((page) => queries.topRecipients(db, { ...asked, ...page })))
      yield [row.email || someone, row.downloads]
  },
  async *kinds({ db }, asked, _, { columns: { kind, downloads }, kinds }) {
    yield [kind, downloads]
    for (const { key, downloads } of await queries.downloadsBy(db, 'kind', asked)) yield [kinds[key] ?? key, downloads]
  },
  async *devices({ db }, asked, _, { columns: { device, downloads }, devices }) {
    yield [device, downloads]
    for (const { key, downloads } of await queries.downloadsBy(db, 'device', asked)) yield [devices[key] ?? key, downloads]
  },
}

const nameOfCountry = (code: string, language: SignedIn['language'], { unknownPlace }: CsvWords): string =>
  code === '' || code === 'ZZ' ? unknownPlace : formatCountry(code, language) || code

async function* everyPage<R>(read: (page: { search: string; skip: number; limit: number }) => Promise<R[]>): AsyncGenerator<R> {
  for (let skip = 0; ; skip += namesPerRead) {
    const page = await read({ search: '', skip, limit: namesPerRead })
    yield* page
    if (page.length < namesPerRead) return
  }
}

/** With what makes spreadsheets read it as UTF-8. */
export async function* csvOf(
  deps: Deps,
  actor: SignedIn,
  asked: queries.FiguresQuery,
  list: AnalyticsList,
): AsyncGenerator<string> {
  let text = csvStart
  for await (const cells of makers[list](deps, asked, actor, csvWords(actor.language))) {
    text += csvLine(cells)
    if (text.length > 65_536) {
      yield text
      text = ''
    }
  }
  yield text
}
