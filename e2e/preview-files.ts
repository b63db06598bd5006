/** Small real files of every kind that can be looked at. */
import { crc32, deflateSync } from 'node:zlib'
import { heic64x48, opusWebm } from '../apps/server/test/support/media-samples.ts'
import { storeZip } from './store-zip.ts'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A picture of two colours, one above the other. */
export function png(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x++) row.set(y < height / 2 ? [200, 53, 31] : [14, 116, (x * 255) / width], 1 + x * 3)
    return row
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
/** As programs in China write it who take it for granted that readers have the font. */
export const songti =
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /GBK-EUC-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >>] >>'

/** With a page for each text, which in hex is in angle brackets; `action` is what it wants to be done when it is opened. */
export function pdf(texts: readonly string[], { action = '', font = helvetica } = {}): Buffer {
  const pageIds = texts.map((_, i) => 4 + i * 2)
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${action} >>`,
    `<< /Type /Pages /Count ${texts.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    font,
    ...texts.flatMap((text, i) => {
      const stream = `BT /F1 24 Tf 72 700 Td ${text.startsWith('<') ? text : `(${text})`} Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageIds[i]! + 1} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.7\n'
  const places = objects.map((object, i) => {
    const at = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return String(at).padStart(10, '0')
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((at) => `${at} 00000 n \n`).join('')}`
  return Buffer.from(`${body}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`)
}

const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>${text}`
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** A workbook: the text of each cell, by sheet and row. */
export function xlsx(sheets: Record<string, readonly (readonly string[])[]>): Buffer {
  const names = Object.keys(sheets)
  const cell = (text: string, row: number, column: number) =>
    `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`
  const rowsOf = (name: string) =>
    sheets[name]!.map((row, i) => `<row r="${i + 1}">${row.map((text, at) => cell(text, i, at)).join('')}</row>`).join('')
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  return storeZip([
    [
      '[Content_Types].xml',
      xml(
        `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
      ),
    ],
    [
      '_rels/.rels',
      xml(
        `<Relationships xmlns="${packages}/relationships">${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      ),
    ],
    [
      'xl/workbook.xml',
      xml(
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="s${i + 1}"/>`).join('')}</sheets></workbook>`,
      ),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      xml(
        `<Relationships xmlns="${packages}/relationships">${names.map((_, i) => relation(`s${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`)).join('')}</Relationships>`,
      ),
    ],
    ...names.map((name, i): [string, string] => [
      `xl/worksheets/sheet${i + 1}.xml`,
      xml(`<worksheet xmlns="${main}"><sheetData>${rowsOf(name)}</sheetData></worksheet>`),
    ]),
  ])
}

/** 报价单, as Windows in China writes it. */
const gbk = Buffer.from([0xb1, 0xa8, 0xbc, 0xdb, 0xb5, 0xa5])

export const previewFiles = [
  { path: '01 harbour.png', bytes: png(640, 400) },
  { path: '02 offer.pdf', bytes: pdf(['First page', 'Second page', 'Third page']) },
  { path: '03 notes.txt', bytes: Buffer.from(`Ahoy <b>captain</b>\n${'line\n'.repeat(200)}`) },
  { path: '04 报价.txt', bytes: Buffer.concat([gbk, Buffer.from('\n')]) },
  { path: '05 prices.csv', bytes: Buffer.from('Name,Price\nAnchor,"1,200"\nRope,35\n') },
  {
    path: '06 stock.xlsx',
    bytes: xlsx({
      Stock: [
        ['Sampan', 'Two'],
        ['Junk', 'One'],
      ],
      港口: [['上海']],
    }),
  },
  {
    path: '07 all.zip',
    bytes: storeZip([
      ['photos/', ''],
      ['photos/船.jpg', 'x'.repeat(1500)],
      [Buffer.concat([gbk, Buffer.from('.xls')]), 'y'],
    ]),
  },
  { path: '08 phone.heic', bytes: heic64x48 },
  { path: '09 bell.webm', bytes: opusWebm },
]
