/** Reads a chosen file of contacts; asked for only when one is chosen. Splitting CSV into rows is papaparse's work, all else the contract's. */
import { contactsLimits } from '@sampan/contract/limits'
import { type CsvLayout, csvLayout, readContactRows } from '@sampan/contract/rules/contact-csv'
import type { ReadEntries } from '@sampan/contract/rules/contacts'
import { readVcards } from '@sampan/contract/rules/vcard'
import Papa from 'papaparse'
import { holdsText, type OlderEncoding, textOf } from '../../lib/file-text.ts'

const maxFileBytes = 10_000_000

export type FileFault = 'importNoContacts' | 'importTooLarge' | 'importTooMany' | 'importNobody' | 'importUnreadable'
/** Of a CSV also its rows, whose columns a person may read otherwise; `older`: the encoding, where it was guessed. */
export type ReadFile = ReadEntries & { rows: string[][] | null; layout: CsvLayout | null; older: OlderEncoding | null }

export class UnreadFile extends Error {
  readonly fault: FileFault
  readonly found: number

  constructor(fault: FileFault, found = 0) {
    super(fault)
    this.fault = fault
    this.found = found
  }
}

const bytesOf = (file: Blob): Promise<Uint8Array> =>
  file.arrayBuffer().then(
    (bytes) => new Uint8Array(bytes),
    () => {
      throw new UnreadFile('importUnreadable')
    },
  )

const headBytes = 1024

/** Only as many as one import takes; a file that holds nobody says so. */
function checked(read: ReadEntries): ReadEntries {
  if (read.contacts.length > contactsLimits.importRows) throw new UnreadFile('importTooMany', read.contacts.length)
  if (read.contacts.length === 0 && read.invalid.length === 0) throw new UnreadFile('importNobody')
  return read
}

export const readRows = (rows: string[][], layout: CsvLayout, older: OlderEncoding | null): ReadFile => ({
  ...checked(readContactRows(rows, layout)),
  rows,
  layout,
  older,
})

/** `asked`: the encoding that a person has chosen where the file does not tell. */
export async function readContactFile(file: Blob, asked?: OlderEncoding): Promise<ReadFile> {
  if (!holdsText(await bytesOf(file.slice(0, headBytes)))) throw new UnreadFile('importNoContacts')
  if (file.size > maxFileBytes) throw new UnreadFile('importTooLarge')
  const found = textOf(await bytesOf(file), asked)
  if (!found) throw new UnreadFile('importNoContacts')
  const { text, older } = found
  if (/^\s*BEGIN:VCARD/i.test(text)) return { ...checked(readVcards(text)), rows: null, layout: null, older }
  const { data } = Papa.parse<string[]>(text.trim(), { delimitersToGuess: [',', ';', '\t', '|'] })
  return readRows(data, csvLayout(data), older)
}
