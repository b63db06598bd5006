/** The text of a chosen file, in whichever encoding a spreadsheet has saved it. */
export const olderEncodings = ['gb18030', 'windows-1252'] as const
/** Excel's in China and in the West; a file does not say which, so a person may. */
export type OlderEncoding = (typeof olderEncodings)[number]
/** `older`: null where the file tells its encoding itself. */
export type FileText = { text: string; older: OlderEncoding | null }

const utf16Of = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

const decoded = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** No text has control characters other than tab, line ends, form feed and the old end of file. */
const isBinary = (bytes: Uint8Array): boolean => bytes.some((byte) => byte < 0x20 && ![9, 10, 12, 13, 26].includes(byte))
const isPdf = (head: Uint8Array): boolean => new TextDecoder('latin1').decode(head).startsWith('%PDF-')

/** A picture, a workbook, a PDF have none; only UTF-16 has zeros. */
export const holdsText = (head: Uint8Array): boolean => utf16Of(head) !== null || !(head.includes(0) || isPdf(head))

/** Chinese characters are pairs of high bytes; in Western text a high byte mostly stands alone. */
function isPaired(bytes: Uint8Array): boolean {
  let [pairs, alone] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue
    if ((bytes[at + 1] ?? 0) < 0xa1) alone++
    else {
      pairs++
      at++
    }
  }
  return pairs > alone
}

/** null: no text. */
export function textOf(bytes: Uint8Array, asked?: OlderEncoding): FileText | null {
  const text = decoded(bytes, utf16Of(bytes) ?? 'utf-8')
  if (text !== null) return { text, older: null }
  if (utf16Of(bytes) || isBinary(bytes)) return null
  const chinese = asked === 'gb18030' || (!asked && isPaired(bytes)) ? decoded(bytes, 'gb18030') : null
  if (chinese !== null) return { text: chinese, older: 'gb18030' }
  return { text: new TextDecoder('windows-1252').decode(bytes), older: 'windows-1252' }
}
