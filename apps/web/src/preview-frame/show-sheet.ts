/** A workbook of Excel: what its cells say, without its formulas, pictures and colours. */
import readXlsxFile from 'read-excel-file/universal'
import { type Holder, Unreadable } from './holder.ts'
import { showSheets } from './show-table.ts'
import { rowsOfSheet } from './table-rows.ts'
import { readZip } from './zip-directory.ts'

/** A workbook of 20 MB may say that it unpacks to a thousand times as much. */
const maxUnpackedBytes = 200 * 1024 * 1024

export async function showSheet(holder: Holder): Promise<void> {
  const { size } = holder.start
  const bytes = await holder.read(0, size)
  const list = await readZip(async (from, to) => bytes.subarray(from, to), size)
  const unpackedBytes = list?.entries.reduce((sum, entry) => sum + entry.size, 0) ?? 0
  if (!list || list.total > list.entries.length || unpackedBytes > maxUnpackedBytes) throw new Unreadable()
  const sheets = await readXlsxFile(bytes.buffer)
  showSheets(
    holder,
    sheets.map(({ sheet, data }) => ({ name: sheet, rows: rowsOfSheet(data as Parameters<typeof rowsOfSheet>[0]) })),
  )
}
