/** The grid of a request as a PDF: as many pages as it has lines for. */
import { formatBytes, formatNumber } from '@sampan/texts/format'
import { requestWords } from '@sampan/texts/request-grid'
import { type Column, openSheet } from '../receipts/index.ts'
import type { DrawnGrid } from './grid-lines.ts'

const rowPoints = 16
const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

export async function drawGrid(drawn: DrawnGrid): Promise<Buffer> {
  const { title, requester, lines, leftOut, madeAt, link, language, productName } = drawn
  const words = requestWords(language)
  const { columns } = words
  const widths: Column[] = [
    { title: columns.supplier, width: 0.22 },
    { title: columns.document, width: 0.2 },
    { title: columns.state, width: 0.11 },
    { title: columns.file, width: 0.22 },
    { title: columns.bytes, width: 0.1 },
    { title: columns.receivedAt, width: 0.15 },
  ]
  const sheet = openSheet({ title: `${words.request} ${title}`, author: productName, madeAt: new Date(madeAt), language })
  const head = () =>
    sheet.row(
      widths,
      widths.map((column) => column.title),
      true,
    )
  sheet.title(words.request, words.madeAt(`${timeOf(madeAt)} UTC`))
  sheet.text(title || words.untitled, 12)
  sheet.space(4)
  if (requester) sheet.fact(words.requester, requester)
  sheet.fact(words.link, link)
  sheet.space(8)
  head()
  if (lines.length === 0 && leftOut === 0) sheet.small(words.nobody)
  for (const { supplier, document, state, file, bytes, receivedAt } of lines) {
    if (sheet.spaceLeft() < rowPoints) {
      sheet.nextPage()
      head()
    }
    const size = bytes === '' ? '' : formatBytes(bytes, language)
    sheet.row(widths, [supplier, document, state, file, size, receivedAt === null ? '' : timeOf(receivedAt)])
  }
  if (leftOut > 0) {
    if (sheet.spaceLeft() < rowPoints) sheet.nextPage()
    sheet.small(words.leftOut(leftOut, formatNumber(leftOut, language)))
  }
  sheet.foot([words.page(productName)])
  return sheet.end()
}
