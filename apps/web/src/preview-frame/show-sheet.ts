/** A workbook of Excel: what its cells say, without its formulas, pictures and colours. */
import type { Holder } from './holder.ts'
import { showSheets } from './show-table.ts'
import { sheetsOf } from './workbook.ts'

export async function showSheet(holder: Holder): Promise<void> {
  showSheets(holder, await sheetsOf(await holder.read(0, holder.start.size)))
}
