/** Rows of a file whose cells are parted by commas, semicolons or tabs, and of a workbook. */
import { previewRows } from '@sampan/contract/rules/preview-kind'
import Papa from 'papaparse'

export type Rows = { rows: string[][]; isCut: boolean }

/** Enough to see what it is; each cell is an element, and a workbook may say one long text in all of them. */
export const maxColumns = 100
const maxCellChars = 2000

const limited = (rows: string[][], isCut: boolean): Rows => ({
  rows: rows.slice(0, previewRows).map((row) => row.slice(0, maxColumns)),
  isCut: isCut || rows.length > previewRows,
})

/** `isCut`: the text ends in the middle of the file, so its last row may be half a row. */
export function rowsOfText(text: string, { isCut, hasTabs }: { isCut: boolean; hasTabs: boolean }): Rows {
  const { data } = Papa.parse<string[]>(text, {
    preview: previewRows + 2,
    skipEmptyLines: true,
    ...(hasTabs ? { delimiter: '\t' } : { delimitersToGuess: [',', ';', '\t', '|'] }),
  })
  return limited(isCut && data.length > 1 && data.length < previewRows + 2 ? data.slice(0, -1) : data, isCut)
}

type Cell = string | number | boolean | Date | null

/** What a sum of halves leaves behind the fifteenth figure is nobody's number. */
const maxFigures = 15

function textOfCell(cell: Cell): string {
  if (cell instanceof Date)
    return cell
      .toISOString()
      .replace('T', ' ')
      .replace(/:00\.000Z$|\.000Z$/, '')
      .replace(' 00:00', '')
  if (typeof cell === 'number') return String(Number(cell.toPrecision(maxFigures)))
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : (cell ?? '').slice(0, maxCellChars)
}

export const rowsOfSheet = (data: readonly (readonly Cell[])[]): Rows =>
  limited(
    data.slice(0, previewRows + 1).map((row) => row.slice(0, maxColumns).map(textOfCell)),
    false,
  )

/** As spreadsheets call them: A, B, … Z, AA. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}
