import { previewRows } from '@sampan/contract/rules/preview-kind'
import { describe, expect, test } from 'vitest'
import { columnName, rowsOfSheet, rowsOfText } from './table-rows.ts'

const whole = { isCut: false, hasTabs: false }

describe('rows of text', () => {
  test.each([
    [
      'commas',
      'a,b\n"x, y","say ""hi"""\n',
      [
        ['a', 'b'],
        ['x, y', 'say "hi"'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'lines within cells',
      'a,b\n"1\n2",3',
      [
        ['a', 'b'],
        ['1\n2', '3'],
      ],
    ],
    ['nothing', '', []],
  ])('D4 %s', (_, text, rows) => {
    expect(rowsOfText(text, whole)).toEqual({ rows, isCut: false })
  })

  test('D4 tabs, whatever else is in the cells', () => {
    expect(rowsOfText('a,b;c\td\n1\t2', { isCut: false, hasTabs: true }).rows).toEqual([
      ['a,b;c', 'd'],
      ['1', '2'],
    ])
  })

  test('D4 half a row at the end of what was read is left out', () => {
    expect(rowsOfText('a,b\n1,2\n3', { isCut: true, hasTabs: false })).toEqual({
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
      isCut: true,
    })
  })

  test('D4 of too many rows the first are shown', () => {
    const text = (count: number) => Array.from({ length: count }, (_, i) => `${i},x`).join('\n')
    expect(rowsOfText(text(previewRows), whole)).toMatchObject({ isCut: false })
    const { rows, isCut } = rowsOfText(text(previewRows + 1), whole)
    expect([rows.length, rows.at(-1), isCut]).toEqual([previewRows, [String(previewRows - 1), 'x'], true])
  })
})

test('D4 cells of a workbook as people write them', () => {
  const cells = ['价', 0.1 + 0.2, 1234567.5, true, null, new Date('2026-03-04T00:00:00Z'), new Date('2026-03-04T15:30:00Z')]
  expect(rowsOfSheet([cells]).rows).toEqual([['价', '0.3', '1234567.5', 'TRUE', '', '2026-03-04', '2026-03-04 15:30']])
})

test('D4 columns are called as in a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})
