/** The sheets of a workbook, as far as they are shown: bounded before whoever reads workbooks gets it. */
import readXlsxFile from 'read-excel-file/universal'
import { type CellBudget, cutSheet } from './cut-sheet.ts'
import { Unreadable } from './holder.ts'
import { type Rows, rowsOfSheet } from './table-rows.ts'
import { packed, unpack } from './unpack-zip.ts'
import { readZip, type ZipEntry } from './zip-directory.ts'

/** Of a sheet the first rows are in there; more of anything else is no workbook that somebody wants to look at. */
export const workbookLimits = { fileBytes: 8 * 1024 * 1024, allBytes: 64 * 1024 * 1024, cells: 1_000_000 } as const

export async function sheetsOf(bytes: Uint8Array<ArrayBuffer>): Promise<{ name: string; rows: Rows }[]> {
  const list = await readZip(async (from, to) => bytes.subarray(from, to), bytes.length)
  if (!list || list.total > list.entries.length) throw new Unreadable()
  const sheets = await readXlsxFile(await packed(await boundedFiles(bytes, list.entries)))
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: rowsOfSheet(data as Parameters<typeof rowsOfSheet>[0]) }))
}

async function boundedFiles(zip: Uint8Array<ArrayBuffer>, entries: readonly ZipEntry[]) {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const budget: CellBudget = { left: workbookLimits.cells }
  let leftBytes: number = workbookLimits.allBytes
  for (const { name, packed } of entries) {
    if (!/\.xml(\.rels)?$/.test(name)) continue
    const unpacked = await unpack(zip, packed, Math.min(leftBytes, workbookLimits.fileBytes))
    leftBytes -= unpacked.bytes.length
    files.set(name, boundedFile(unpacked, budget))
  }
  return files
}

/** A sheet may have any name: what one is shows in it. */
function boundedFile({ bytes, isCut }: { bytes: Uint8Array<ArrayBuffer>; isCut: boolean }, budget: CellBudget) {
  const text = new TextDecoder().decode(bytes)
  if (text.includes('sheetData')) return new TextEncoder().encode(cutSheet(text, isCut, budget))
  if (isCut) throw new Unreadable()
  return bytes
}
