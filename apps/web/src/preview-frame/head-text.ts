/** The text of the first bytes of a file. */
import { type FileText, textOf } from '../lib/file-text.ts'

/** A character has four bytes at most: where the file was cut, up to three of the last one are here. */
const cuts = [0, 1, 2, 3]

/** null: no text. `isCut`: there is more of the file. */
export function headText(bytes: Uint8Array, isCut: boolean): string | null {
  const found = (isCut ? cuts : [0])
    .map((cut) => textOf(bytes.subarray(0, bytes.length - cut)))
    .filter((text): text is FileText => text !== null)
  const best = found.find(({ older }) => older === null) ?? found.find(({ older }) => older === 'gb18030') ?? found[0]
  return best?.text ?? null
}
