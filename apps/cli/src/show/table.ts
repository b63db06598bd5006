/** Rows as columns of a terminal; the last one is as long as it is. */
import { fitted, harmless, textWidth } from './text-width.ts'

const maxColumns = 44

export function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  // An id or an address in the last column is copied: it is shown whole.
  const shown = [head, ...rows].map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? harmless(cell) : fitted(harmless(cell), maxColumns))),
  )
  const widths = head.map((_, at) => Math.max(...shown.map((row) => textWidth(row[at] ?? ''))))
  return shown.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell + ' '.repeat((widths[at] ?? 0) - textWidth(cell)))).join('  '),
  )
}
