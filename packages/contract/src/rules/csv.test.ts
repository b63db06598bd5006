/** Cells that a spreadsheet would take for a formula, as one export or another has them from strangers. */
import { expect, test } from 'vitest'
import { csvLine, readCell } from './csv.ts'

const zeroWidth = '\u200B'
const hidden = [
  ...['\t', '\r', '\n', '\r\n', ' ', '\u00A0', '\u3000', '\0', zeroWidth, '\u200C', '\u200D', '\u2060', '\uFEFF', '\u00AD'],
  ...['\u200E', '\u200F', '\u061C', '\u202A', '\u202B', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...['\uFE0F', '\u3164', '\u{E0020}', `${zeroWidth}\u202E \t`],
]
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫']
const unquoted = (line: string) => line.replace(/\r\n$/, '').replace(/^"([\s\S]*)"$/, (_, text) => text.replaceAll('""', '"'))

test.each([
  ...signs.map((sign) => [`a leading ${sign}`, `${sign}1+1`]),
  ...hidden.flatMap((mark) =>
    signs.slice(0, 5).map((sign) => [`${sign} behind ${encodeURIComponent(mark)}`, `${mark}${sign}cmd|'/c calc'!A0`]),
  ),
  ...['\t', '\r', '\n'].map((mark) => [`a leading ${encodeURIComponent(mark)}`, `${mark}plain`]),
])('R37 T6 %s is no formula in a table, and comes back as it was', (_, text) => {
  const cell = unquoted(csvLine([text]))
  expect(cell).toBe(`'${text}`)
  expect(readCell(cell)).toBe(text)
})

test.each(['', ' ', 'Li Wei', '李伟', "'quoted", ' a-b', 'a=b', '1+1', 'li@example.cn', '\u202Eabc', '＂', "O'Neil", '（＝）'])(
  'T6 %j is left as it is',
  (text) => {
    expect(unquoted(csvLine([text]))).toBe(text)
    expect(readCell(text)).toBe(text)
  },
)
