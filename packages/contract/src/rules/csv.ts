/** Writes CSV that spreadsheets read as text: a cell that would be a formula is not one. */

/** What nobody sees and some programs leave out: blanks, controls, marks of direction, characters without width. */
const hidden = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}]+/u

/** By its first visible character, which may be wide or small: programs in East Asian languages take "＝" for "=". */
const isFormula = (text: string): boolean =>
  /^[\t\r\n]/.test(text) || /^[=+\-@]/.test(text.replace(hidden, '').slice(0, 1).normalize('NFKC'))

/** An apostrophe in front is what spreadsheets themselves write for "this is text". */
const neutral = (text: string): string => (isFormula(text) ? `'${text}` : text)

const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const text = neutral(value)
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Without it spreadsheets take UTF-8 for the local encoding. */
export const csvStart = '\uFEFF'
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`

/** What `csvLine` put in front of a formula is taken away again. */
export const readCell = (text: string): string => (text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text)
