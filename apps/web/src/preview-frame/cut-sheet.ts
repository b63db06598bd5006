/**
 * The XML of a sheet without what is not shown. Who reads a workbook fills in every row and column up to the furthest one that is named, and
 * a sheet of one cell may name the last of all. What is not plainly XML is refused, so that both read the same.
 */
import { previewRows } from '@sampan/contract/rules/preview-kind'
import { Unreadable } from './holder.ts'
import { maxColumns } from './table-rows.ts'

/** Cells that all sheets of a workbook may still have, empty ones among them. */
export type CellBudget = { left: number }

const attribute = /\s+([^\s=<>/"']+)\s*=\s*("[^"<]*"|'[^'<]*')/g
const token =
  /[^<]+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?"'=]+)((?:\s+[^\s=<>/"']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y

/** A cell of Excel holds 32,767 characters; of longer pieces the reader begins anew with each chunk that it takes. */
const maxTokenChars = 64 * 1024

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Of a row or a cell: what stands in `r`, of which there may be one. */
function placeIn(attributes: string, pattern: RegExp): RegExpExecArray | null {
  const found = [...attributes.matchAll(attribute)].filter(([, name]) => local(name!) === 'r')
  if (found.length === 0) return null
  const place = pattern.exec(found[0]![2]!.slice(1, -1))
  if (found.length > 1 || !place) throw new Unreadable()
  return place
}

const columnOf = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

type Cut = { text: string; open: string[]; pieces: string[]; from: number; row: RowStart | null; rows: number; columns: number }
/** How far everything was where the last row begins. */
type RowStart = { at: number; from: number; pieces: number; depth: number }

/** `isHead`: it was cut already, somewhere in the middle. */
export function cutSheet(text: string, isHead: boolean, budget: CellBudget): string {
  const cut: Cut = { text, open: [], pieces: [], from: 0, row: null, rows: 0, columns: 1 }
  const isWhole = copy(cut, budget.left > 0 ? previewRows : 0, isHead) && !isHead
  budget.left -= Math.max(1, cut.rows) * cut.columns
  return isWhole ? [...cut.pieces, text.slice(cut.from)].join('') : endAtRow(cut)
}

/** False where it ends before the last row that was met: it is beyond what is shown, or broken off. */
function copy(cut: Cut, maxRows: number, isHead: boolean): boolean {
  const { text, open } = cut
  let isData = false
  /** How deep the cell stands that is left out. */
  let dropped = -1
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at
    const found = token.exec(text)
    if (!found && isHead) return false
    const next = token.lastIndex
    if (!found || next - at > maxTokenChars) throw new Unreadable()
    const [, closes, opens, attributes = '', isEmpty] = found
    if (closes !== undefined) {
      if (open.pop() !== closes) throw new Unreadable()
      if (open.length === dropped) [dropped, cut.from] = [-1, next]
    }
    if (opens !== undefined) {
      const name = local(opens)
      isData ||= name === 'sheetData'
      if (isData && name === 'row' && !beginRow(cut, at, attributes, maxRows)) return false
      const column = isData && name === 'c' ? columnIn(cut, attributes, maxRows) : 0
      if (column === null) return false
      if (column > maxColumns && dropped < 0) {
        cut.pieces.push(text.slice(cut.from, at))
        cut.from = next
        if (!isEmpty) dropped = open.length
      } else if (dropped < 0) cut.columns = Math.max(cut.columns, column)
      if (!isEmpty) open.push(opens)
    }
    at = next
  }
  return true
}

/** False: it is beyond what is shown. */
function beginRow(cut: Cut, at: number, attributes: string, maxRows: number): boolean {
  cut.row = { at, from: cut.from, pieces: cut.pieces.length, depth: cut.open.length }
  cut.rows = Math.max(cut.rows + 1, Number(placeIn(attributes, /^\d{1,7}$/)?.[0] ?? 0))
  return cut.rows <= maxRows
}

/** Null: its row is beyond what is shown. */
function columnIn(cut: Cut, attributes: string, maxRows: number): number | null {
  const place = placeIn(attributes, /^([A-Z]{1,3})(\d{1,7})$/)
  if (!place || !cut.row) throw new Unreadable()
  cut.rows = Math.max(cut.rows, Number(place[2]))
  return cut.rows > maxRows ? null : columnOf(place[1]!)
}

/** What is before the last row, and one more that is not shown either: so it is told that there are others. */
function endAtRow({ text, open, pieces, row }: Cut): string {
  if (!row) throw new Unreadable()
  const parents = open.slice(0, row.depth)
  const data = parents.at(-1) ?? ''
  const prefix = data.slice(0, data.length - local(data).length)
  const number = previewRows + 1
  const last = `<${prefix}row r="${number}"><${prefix}c r="A${number}"><${prefix}v>0</${prefix}v></${prefix}c></${prefix}row>`
  const ends = parents.reverse().map((name) => `</${name}>`)
  return [...pieces.slice(0, row.pieces), text.slice(row.from, row.at), last, ...ends].join('')
}
