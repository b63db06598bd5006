/** The frame of everything that is lines of text: files of text, tables, workbooks, lists of what an archive holds. */
import { drawFor, type Holder } from './holder.ts'
import type { FramedKind } from './messages.ts'
import { showArchive } from './show-archive.ts'
import { showSheet } from './show-sheet.ts'
import { showTable } from './show-table.ts'
import { showText } from './show-text.ts'

/** A PDF has a frame of its own. */
type LinesKind = Exclude<FramedKind, 'pdf'>

const show: Record<LinesKind, (holder: Holder) => Promise<void>> = {
  text: showText,
  table: showTable,
  sheet: showSheet,
  archive: showArchive,
}

drawFor((holder) => show[holder.start.kind as LinesKind](holder))
