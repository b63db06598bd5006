/** A receipt as CSV: a line for each download and file, read page by page; who has downloaded nothing has a line too. */
import { formatCountry, formatNumber } from '@sampan/texts/format'
import { type ReceiptWords, receiptWords } from '@sampan/texts/receipts'
import { atOneMoment, type Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { csvChunks } from '../../http/csv-chunks.ts'
import type { Services } from '../../services.ts'
import { contentReader, freedOf } from './contents.ts'
import { digestNow, undigested } from './digests.ts'
import * as queries from './queries.ts'
import { type Input, readHead } from './read-receipt.ts'

const linesPerRead = 500

type ReceiptQuery = Input & { language: SignedIn['language'] }

/** Of the moment of its first page: the lines go from there into the past, where nothing begins any more. */
export async function receiptCsv({ db }: Pick<Services, 'db'>, actor: SignedIn, { language, ...of }: ReceiptQuery) {
  return csvChunks(cellsOf(db, await atOneMoment(db, (tx) => readHead(tx, actor, of, linesPerRead)), language))
}

type Head = Awaited<ReturnType<typeof readHead>>

async function* cellsOf(db: Db, head: Head, language: SignedIn['language']): AsyncGenerator<(string | number)[]> {
  const words = receiptWords(language)
  const { asked, lines, contents } = head
  const { transfer, files } = contents
  const hashing = new Set((await undigested(db, files)).map(({ id }) => id))
  if (hashing.size > 0) await digestNow(db, transfer.id)
  yield Object.values(words.columns)
  const contentsOf = contentReader(db, contents)
  const recipients = new Map(head.recipients.map((row) => [row.id, row]))
  const quiet = new Set(recipients.keys())
  const about = [transfer.title || transfer.fileName, transfer.slug]
  const timeOf = (at: Date | null | undefined) => at?.toISOString() ?? ''
  for (let page = lines; ; page = await queries.linesOf(db, asked, linesPerRead, page.at(-1))) {
    const contentOf = await contentsOf(page)
    for (const line of page) {
      const person = line.recipientId ? recipients.get(line.recipientId) : undefined
      if (line.recipientId) quiet.delete(line.recipientId)
      const who = [line.email ?? words.someone, person?.name ?? '', person?.company ?? '']
      const times = [timeOf(person?.openedAt), timeOf(line.startedAt), timeOf(line.completedAt)]
      const how = [formatCountry(line.countryCode, language), line.city, line.program, line.device]
      const content = contentOf(line)
      const listed = asked.fileId ? content.files.filter(({ id }) => id === asked.fileId) : content.files
      for (const { id, path, size, sha256 } of listed) {
        const note = sha256 ? '' : hashing.has(id) ? words.hashing : words.noHash
        yield [...about, ...who, path, size, sha256?.toString('hex') ?? '', line.version, ...times, ...how, note]
      }
      const freed = asked.fileId ? 0 : freedOf(content)
      // Whoever had what has no name any more had it nonetheless.
      if (freed > 0 || listed.length === 0)
        yield [...about, ...who, '', '', '', line.version, ...times, ...how, freedNote(freed, words, language)]
    }
    if (page.length < linesPerRead) break
  }
  for (const id of quiet) {
    const { email, name, company, openedAt } = recipients.get(id)!
    yield [...about, email, name ?? '', company ?? '', '', '', '', '', timeOf(openedAt), '', '', '', '', '', '', '']
  }
}

const freedNote = (freed: number, words: ReceiptWords, language: SignedIn['language']): string =>
  freed > 0 ? words.freed(freed, formatNumber(freed, language)) : ''
