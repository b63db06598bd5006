/** Rows and columns, as a spreadsheet names them. */
import { element } from './element.ts'
import { Empty, type Holder } from './holder.ts'
import type { FrameNews } from './messages.ts'
import { readHead } from './show-text.ts'
import { columnName, type Rows, rowsOfText } from './table-rows.ts'

const scope = (name: string) => ({ attributes: { scope: name } })

function tableOf({ rows }: Rows): HTMLElement {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const head = element('tr', {}, element('td'))
  for (let i = 0; i < columns; i++) head.append(element('th', scope('col'), columnName(i)))
  const lines = rows.map((row, i) => {
    const line = element('tr', {}, element('th', scope('row'), String(i + 1)))
    for (let at = 0; at < columns; at++) line.append(element('td', {}, row[at] ?? ''))
    return line
  })
  const table = element('table', { className: 'cells' }, element('thead', {}, head), element('tbody', {}, ...lines))
  return element('div', { className: 'scroller', attributes: { tabindex: '0' } }, table)
}

const drawn = ({ rows, isCut }: Rows): FrameNews => ({
  is: 'drawn',
  shown: isCut ? { of: 'rows', count: rows.length, total: null } : null,
})

export async function showTable(holder: Holder): Promise<void> {
  const { text, isCut } = await readHead(holder)
  const rows = rowsOfText(text, { isCut, hasTabs: holder.start.hasTabs })
  if (rows.rows.length === 0) throw new Empty()
  document.body.append(tableOf(rows))
  holder.tell(drawn(rows))
}

type NamedRows = { name: string; rows: Rows }

/** The first sheet that holds something, and a button for each. */
export function showSheets({ start, tell }: Holder, sheets: readonly NamedRows[]): void {
  const filled = sheets.findIndex(({ rows }) => rows.rows.length > 0)
  if (filled < 0) throw new Empty()
  const place = element('div', { className: 'sheet' })
  const buttons = sheets.map(({ name }) => element('button', { attributes: { type: 'button' } }, name))
  function show(index: number) {
    for (const [i, button] of buttons.entries()) button.setAttribute('aria-pressed', String(i === index))
    place.replaceChildren(tableOf(sheets[index]!.rows))
    tell(drawn(sheets[index]!.rows))
  }
  for (const [i, button] of buttons.entries()) button.addEventListener('click', () => show(i))
  document.body.className = 'sheets'
  document.body.append(place)
  if (sheets.length > 1)
    document.body.append(
      element('div', { className: 'tabs', attributes: { role: 'group', 'aria-label': start.words.sheets } }, ...buttons),
    )
  show(filled)
}
