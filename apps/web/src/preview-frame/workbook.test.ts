import { deflateRawSync } from 'node:zlib'
import { previewRows } from '@sampan/contract/rules/preview-kind'
import { expect, test } from 'vitest'
import { Unreadable } from './holder.ts'
import { columnName, maxColumns } from './table-rows.ts'
import { unpack } from './unpack-zip.ts'
import { sheetsOf, workbookLimits } from './workbook.ts'
import { readZip } from './zip-directory.ts'

const MiB = 1024 * 1024
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>${text}`
const sheet = (rows: string, before = '') =>
  xml(`<worksheet>${before}<sheetData>${rows}</sheetData><pageMargins left="1"/></worksheet>`)
const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`

/** Deflated; `says` is what the archive tells of each file's size, whatever it is. */
function zipOf(files: Record<string, string | Buffer>, says?: number): Uint8Array<ArrayBuffer> {
  const [heads, entries]: Buffer[][] = [[], []]
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content, { level: 9 })
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(says ?? content.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    head.copy(entry, 6, 4, 30)
    entry.writeUInt32LE(at, 42)
    heads!.push(head, Buffer.from(name), packed)
    entries!.push(entry, Buffer.from(name))
    at += head.length + name.length + packed.length
  }
  const directory = Buffer.concat(entries!)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  for (const place of [8, 10]) end.writeUInt16LE(Object.keys(files).length, place)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...heads!, directory, end]))
}

function workbook(sheets: readonly (string | Buffer)[], more: Record<string, string | Buffer> = {}, says?: number) {
  const ids = sheets.map((_, i) => i + 1)
  const relation = (id: number) => `<Relationship Id="r${id}" Type="${office}/worksheet" Target="odd/place${id}.xml"/>`
  const list = (id: number) => `<sheet name="S${id}" sheetId="${id}" r:id="r${id}"/>`
  return zipOf(
    {
      'xl/workbook.xml': xml(`<workbook><sheets>${ids.map(list).join('')}</sheets></workbook>`),
      'xl/_rels/workbook.xml.rels': xml(`<Relationships>${ids.map(relation).join('')}</Relationships>`),
      ...Object.fromEntries(sheets.map((content, i) => [`xl/odd/place${i + 1}.xml`, content])),
      ...more,
    },
    says,
  )
}
const rowsOf = async (zip: Uint8Array<ArrayBuffer>) => (await sheetsOf(zip)).map(({ rows }) => rows)

test('D4 a workbook is read as it is, whatever its archive says of sizes', async () => {
  const first = sheet(row(1, cell('A1', '名'), '<c r="B1"><v>2.5</v></c>') + row(3, cell('C3', 'x &amp; y')))
  for (const says of [undefined, 0, 7, 0xfffffff0])
    expect(await sheetsOf(workbook([first, sheet('')], {}, says))).toEqual([
      {
        name: 'S1',
        rows: {
          rows: [
            ['名', '2.5', ''],
            ['', '', ''],
            ['', '', 'x & y'],
          ],
          isCut: false,
        },
      },
      { name: 'S2', rows: { rows: [], isCut: false } },
    ])
})

test('D4 of too many rows and columns the first are read', async () => {
  const many = Array.from({ length: previewRows + 500 }, (_, i) => row(i + 1, cell(`A${i + 1}`, `${i}`)))
  const [rows] = await rowsOf(workbook([sheet(many.join(''))]))
  expect([rows!.rows.length, rows!.rows.at(-1), rows!.isCut]).toEqual([previewRows, [`${previewRows - 1}`], true])
  const wide = row(1, cell('A1', 'a'), cell('CV1', 'hundredth'), cell('CW1', 'b'), '<c r="XFD1"/>') + row(2, cell('B2', 'c'))
  const [columns] = await rowsOf(workbook([sheet(wide)]))
  expect([columns!.rows.map((cells) => cells.filter(Boolean)), columns!.rows[0]!.length]).toEqual([
    [['a', 'hundredth'], ['c']],
    maxColumns,
  ])
})

test.each([
  ['a last row far away', sheet(row(1, cell('A1', 'a')) + row(1_048_576, cell('XFD1048576', 'b')))],
  ['a row that its cell alone tells', sheet(`${row(1, cell('A1', 'a'))}<row>${cell('XFD1048576', 'b')}</row>`)],
  [
    'names with prefixes',
    sheet(row(1, cell('A1', 'a')) + row(1_048_576, cell('XFD1048576', 'b'))).replace(/<(\/?)(?=[a-z])/g, '<$1x:'),
  ],
  ['a tag in a comment', sheet(`<!-- <row> -->${row(1, cell('A1', 'a'))}${row(1_048_576, cell('XFD1048576', 'b'))}`)],
])('R36 a sheet with %s is shown up to there', async (_, content) => {
  const [rows] = await rowsOf(workbook([content]))
  expect([rows!.rows.length, rows!.rows[0], rows!.isCut]).toEqual([previewRows, ['a'], true])
})

test.each([
  ['places in other letters', sheet('<row r="1"><c r="&#88;FD1048576"><v>1</v></c></row>')],
  ['two places of one cell', sheet('<row r="1"><c r="A1" q:r="XFD1048576"><v>1</v></c></row>')],
  ['a row in figures of another kind', sheet('<row r="1e6"><c r="A1"><v>1</v></c></row>')],
  ['a cell without a place', sheet('<row r="1"><c><v>1</v></c></row>')],
  ['tags that cross', sheet('<row r="1"><c r="A1"></row></c>')],
  ['attributes that are none', sheet('<row r="1"><c s=1 r="XFD1048576"><v>1</v></c></row>')],
  ['a text of a megabyte', sheet(row(1, cell('A1', 'x'.repeat(MiB))))],
  ['no end', sheet('').slice(0, 60)],
])('R36 a sheet with %s is refused', async (_, content) => {
  await expect(rowsOf(workbook([content]))).rejects.toThrow()
})

test('R36 what unpacks to more than it says is read up to a bound, and a sheet up to its last whole row', async () => {
  const places = Array.from({ length: 30 }, (_, i) => columnName(i))
  const line = (i: number) => row(i, ...places.map((place) => cell(`${place}${i}`, 'x'.repeat(1000))))
  const long = sheet(Array.from({ length: 500 }, (_, i) => line(i + 1)).join(''))
  const [rows] = await rowsOf(workbook([long], {}, 10))
  const whole = rows!.rows.filter((cells) => cells.every((text) => text.length === 1000))
  expect([whole.length, rows!.isCut]).toEqual([Math.floor(workbookLimits.fileBytes / line(100).length), true])
  const bomb = Buffer.alloc(64 * MiB, ' ')
  const zip = zipOf({ 'xl/styles.xml': bomb }, 10)
  const [entry] = (await readZip(async (from, to) => zip.subarray(from, to), zip.length))!.entries
  const { bytes, isCut } = await unpack(zip, entry!.packed, 5000)
  expect([bytes.length, isCut]).toEqual([5000, true])
  await expect(rowsOf(workbook([sheet('')], { 'xl/styles.xml': bomb }, 10))).rejects.toThrow(Unreadable)
  const part = bomb.subarray(0, workbookLimits.fileBytes)
  const parts = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}.xml`, part]))
  await expect(rowsOf(workbook([sheet('')], parts, 10))).rejects.toThrow(Unreadable)
})

test('R36 the cells of all sheets have one bound, and a text that is said in all of them another', async () => {
  const corner = sheet(row(1, cell('A1', 'a')) + row(previewRows, cell(`CV${previewRows}`, 'b')))
  const all = await rowsOf(workbook(Array.from({ length: 30 }, () => corner)))
  const cells = all.reduce((sum, { rows }) => sum + rows.length * (rows[0]?.length ?? 0), 0)
  expect(cells).toBeLessThanOrEqual(workbookLimits.cells + 30 * previewRows + maxColumns * previewRows)
  const [rows] = await rowsOf(workbook([sheet(row(1, cell('A1', 'y'.repeat(50_000))))]))
  expect(rows!.rows[0]![0]!.length).toBe(2000)
})
