/** The receipt as one page of PDF; what does not fit is counted, and is in the CSV. */
import type { Language } from '@sampan/contract/paths'
import type { Receipt, ReceiptLine } from '@sampan/contract/routes/receipts'
import { formatBytes, formatDate, formatNumber, formatPlace } from '@sampan/texts/format'
import { type ReceiptWords, receiptWords } from '@sampan/texts/receipts'
import { type Column, openSheet, type Sheet } from './sheet.ts'
import { signatureOf } from './signature.ts'

/** `credit` goes with places whose data ask for it. */
export type Drawn = { receipt: Receipt; link: string; language: Language; productName: string; credit: string }

const timeOf = (at: number | null, words: ReceiptWords): string =>
  at === null ? words.never : new Date(at).toISOString().slice(0, 16).replace('T', ' ')

export async function drawReceipt({ receipt, link, language, productName, credit }: Drawn): Promise<Buffer> {
  const words = receiptWords(language)
  const madeAt = new Date(receipt.madeAt)
  const sheet = openSheet({ title: `${words.receipt} ${words.of(receipt.title)}`, author: productName, madeAt, language })
  sheet.title(words.receipt, words.madeAt(`${timeOf(receipt.madeAt, words)} UTC`))
  writeFacts(sheet, receipt, link, language, words)
  writePeople(sheet, receipt, language, words)
  writeLines(sheet, receipt, language, words)
  writeFiles(sheet, receipt, language, words)
  sheet.foot([...words.notes, [words.page(productName), credit].filter(Boolean).join(' ')])
  return sheet.end()
}

function writeFacts(sheet: Sheet, receipt: Receipt, link: string, language: Language, words: ReceiptWords): void {
  const { title, sender, sentAt, fileCount, totalBytes, version } = receipt
  sheet.text(words.of(title), 12)
  sheet.space(4)
  sheet.fact(words.from, signatureOf(sender))
  sheet.fact(words.sent, `${formatDate(new Date(sentAt), language, 'UTC')}, ${timeOf(sentAt, words).slice(11)} UTC`)
  const number = formatNumber(version, language)
  const content = [words.files(fileCount, formatNumber(fileCount, language)), formatBytes(totalBytes, language)]
  sheet.fact(words.content, [...content, ...(version > 1 ? [words.version(number)] : [])].join(', '))
  sheet.fact(words.link, link)
}

const rowPoints = 16

type Table<T> = {
  heading: string
  columns: readonly Column[]
  rows: readonly T[]
  /** In all; `rows` may be fewer. */
  count: number
  cells: (row: T) => string[]
  /** Of the space that is left. */
  share: number
  empty?: string
}

function writeTable<T>(sheet: Sheet, language: Language, words: ReceiptWords, table: Table<T>): void {
  const { heading, columns, rows, count, cells, share, empty } = table
  sheet.heading(heading)
  if (rows.length === 0) {
    sheet.small(empty ?? words.never)
    return
  }
  sheet.row(
    columns,
    columns.map(({ title }) => title),
    true,
  )
  const fits = Math.max(1, Math.floor((sheet.spaceLeft() * share - rowPoints) / rowPoints))
  // A line that says "and one more" takes the space of that one.
  const shown = rows.slice(0, count <= fits ? fits : Math.max(1, fits - 1))
  for (const row of shown) sheet.row(columns, cells(row))
  if (count > shown.length) sheet.small(words.more(formatNumber(count - shown.length, language)))
}

function writePeople(sheet: Sheet, { people }: Receipt, language: Language, words: ReceiptWords): void {
  const columns = [
    { title: words.person, width: 0.4 },
    { title: words.opened, width: 0.17 },
    { title: words.started, width: 0.17 },
    { title: words.completed, width: 0.17 },
    { title: words.downloads, width: 0.09 },
  ]
  writeTable(sheet, language, words, {
    heading: words.people,
    columns,
    rows: people,
    count: people.length,
    share: 0.4,
    cells: ({ email, name, company, openedAt, startedAt, completedAt, downloads }) => [
      [email ?? words.someone, name, company].filter(Boolean).join(', '),
      timeOf(openedAt, words),
      timeOf(startedAt, words),
      timeOf(completedAt, words),
      formatNumber(downloads, language),
    ],
  })
}

const programOf = ({ program }: ReceiptLine, words: ReceiptWords): string => {
  const labels: Record<string, string> = { 'command line': words.commandLine, robot: words.robot, unknown: words.unknownProgram }
  return labels[program] ?? program
}

function contentOf(line: ReceiptLine, isOneVersion: boolean, language: Language, words: ReceiptWords): string {
  const { fileName, fileCount, freedCount, version } = line
  const isFreed = freedCount > 0 && freedCount === fileCount
  const say = isFreed ? words.freed : words.files
  const files = fileName ?? say(fileCount, formatNumber(fileCount, language))
  return isOneVersion ? files : `${words.shortVersion(formatNumber(version, language))} ${files}`
}

function writeLines(sheet: Sheet, { lines, lineCount, version }: Receipt, language: Language, words: ReceiptWords): void {
  const columns = [
    { title: words.person, width: 0.27 },
    { title: words.what, width: 0.24 },
    { title: words.completed, width: 0.16 },
    { title: words.where, width: 0.19 },
    { title: words.how, width: 0.14 },
  ]
  writeTable(sheet, language, words, {
    heading: words.latest,
    columns,
    rows: lines,
    count: lineCount,
    share: 0.5,
    empty: words.nobody,
    cells: (line) => [
      line.email ?? words.someone,
      contentOf(line, version === 1, language, words),
      line.completedAt === null ? words.brokenOff : timeOf(line.completedAt, words),
      formatPlace(line.city, line.countryCode, language) || words.never,
      programOf(line, words),
    ],
  })
}

function writeFiles(sheet: Sheet, { files, isHashing }: Receipt, language: Language, words: ReceiptWords): void {
  const columns = [
    { title: words.columns.file, width: 0.27 },
    { title: words.columns.bytes, width: 0.11 },
    { title: words.columns.sha256, width: 0.62 },
  ]
  writeTable(sheet, language, words, {
    heading: words.fileList,
    columns,
    rows: files,
    count: files.length,
    share: 1,
    cells: ({ path, size, sha256 }) => [path, formatNumber(size, language), sha256 ?? (isHashing ? words.hashing : words.noHash)],
  })
}
