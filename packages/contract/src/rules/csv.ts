/** Writes CSV that spreadsheets read as text: a cell that would be a formula is not one. */

/** An apostrophe in front is what spreadsheets themselves write for "this is text". */
const neutral = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const text = neutral(value)
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Without it spreadsheets take UTF-8 for the local encoding. */
export const csvStart = '\uFEFF'
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`

/** What `csvLine` put in front of a formula is taken away again. */
export const readCell = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text)
