import { expect, test } from 'vitest'
import { contactCsvLine, csvLayout, filledColumns, readContactRows } from './contact-csv.ts'
import { csvLine } from './csv.ts'

const read = (rows: string[][]) => readContactRows(rows, csvLayout(rows))
const li = { email: 'li@example.cn', name: '李伟', company: '远洋贸易', note: '' }

const files: [string, string[][], object[]][] = [
  [
    'names in English',
    [
      ['Name', 'Company', 'E-mail'],
      ['李伟', '远洋贸易', 'li@example.cn'],
    ],
    [li],
  ],
  [
    'names in Chinese',
    [
      ['公司', '邮箱', '姓名', '备注'],
      ['远洋贸易', 'li@example.cn', '李伟', '老客户'],
    ],
    [{ ...li, note: '老客户' }],
  ],
  [
    'given and family name apart',
    [
      ['姓', '名', '电子邮件'],
      ['李', '伟', 'li@example.cn'],
    ],
    [{ ...li, company: '' }],
  ],
  [
    'what Google writes',
    [
      ['First Name', 'Last Name', 'Organization Name', 'E-mail 1 - Label', 'E-mail 1 - Value'],
      ['Anna', 'Berg', 'Berg AB', 'Work', 'Anna@Example.com'],
    ],
    [{ email: 'anna@example.com', name: 'Anna Berg', company: 'Berg AB', note: '' }],
  ],
  [
    'what Outlook writes',
    [
      ['E-mail Address', 'Notes'],
      ['li@example.cn', 'a; b'],
    ],
    [{ ...li, name: '', company: '', note: 'a; b' }],
  ],
  ['no names: addresses tell themselves', [['李伟', 'li@example.cn', '远洋贸易']], [li]],
  [
    'no names, one column',
    [['li@example.cn'], ['anna@example.com']],
    [{ email: 'li@example.cn' }, { email: 'anna@example.com' }],
  ],
  [
    'a name within the address',
    [['Email'], ['李伟 <LI@example.cn>'], ['mailto:anna@example.com']],
    [{ email: 'li@example.cn' }, { email: 'anna@example.com' }],
  ],
  [
    'a postal address is no address',
    [
      ['Address', 'Email'],
      ['1 Main St', 'li@example.cn'],
    ],
    [{ email: 'li@example.cn' }],
  ],
  [
    'the same person twice',
    [
      ['Email', 'Name', 'Company'],
      ['li@example.cn', '李伟', ''],
      ['LI@example.cn ', 'x', '远洋贸易'],
    ],
    [li],
  ],
  [
    'names without any that we know',
    [
      ['foo', 'bar'],
      ['x', 'li@example.cn'],
    ],
    [{ email: 'li@example.cn', name: 'x' }],
  ],
]
test.each(files)('T6 a CSV with %s', (_, rows, expected) => {
  expect(read(rows).contacts).toMatchObject(expected)
})

const anna = { email: 'anna@example.com', name: 'Anna Berg', company: 'Berg AB', note: 'Hamburg' }
test.each([
  ['Name;E-Mail Adresse;Firma;Telefon;Notiz', 'Anna Berg;anna@example.com;Berg AB;+49 40 1;Hamburg', anna],
  ['Name;E-Mail;Firma;Bemerkung', 'Anna Berg;anna@example.com;Berg AB;Hamburg', anna],
  ['Vorname;Nachname;E-Mail-Adresse;Unternehmen;Notizen', 'Anna;Berg;anna@example.com;Berg AB;Hamburg', anna],
  ['Name;Vorname;Mail;Firma;Notiz', 'Berg;Anna;anna@example.com;Berg AB;Hamburg', anna],
  ['Nom;Prénom;Adresse e-mail;Société;Remarque', 'Berg;Anna;anna@example.com;Berg AB;Hamburg', anna],
  ['Nombre;Apellidos;Correo electrónico;Empresa;Notas', 'Anna;Berg;anna@example.com;Berg AB;Hamburg', anna],
  ['Nome;E-mail;Empresa;Telefone', 'Anna Berg;anna@example.com;Berg AB;1', { ...anna, note: '' }],
  ['Firma;Kontaktweg;Telefon', 'Berg AB;anna@example.com;+49 40 1', { ...anna, name: '', note: '' }],
])('T6 a column whose name we do not know is not taken for another: %s', (header, line, expected) => {
  expect(read([header.split(';'), line.split(';')]).contacts).toEqual([expected])
})

test('T6 columns in which something stands, the names of columns aside', () => {
  const rows = [
    ['Name', 'Fax', 'E-Mail'],
    ['Bo', ' ', 'bo@example.com', 'x'],
  ]
  expect(filledColumns(rows, csvLayout(rows))).toEqual([0, 2, 3])
  expect(filledColumns(rows, { columns: [], hasHeader: false })).toEqual([0, 1, 2, 3])
})

test('T6 lines that hold no address are named by their number, empty ones are none', () => {
  const rows = [
    ['Email', 'Name'],
    ['li@example.cn', '李伟'],
    ['', ''],
    ['not an address', 'Bo'],
    ['', 'Carl'],
    ['li@example.cn', ''],
  ]
  expect(read(rows)).toMatchObject({
    contacts: [{ email: 'li@example.cn' }],
    invalid: [
      { line: 4, text: 'not an address Bo', reason: 'invalidEmail' },
      { line: 5, text: 'Carl', reason: 'noEmail' },
    ],
    duplicates: 1,
  })
})

test('T6 a person may say what a column holds', () => {
  const rows = [
    ['a', 'b', 'c'],
    ['Bo', 'bo@old.example', 'bo@example.com'],
  ]
  const chosen = { columns: ['company', null, 'email'], hasHeader: true } as const
  expect(readContactRows(rows, chosen).contacts).toMatchObject([{ email: 'bo@example.com', company: 'Bo', name: '' }])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "=cmd|' /C calc'!A0"])(
  'T6 R37 %j is no formula, and comes back as it was',
  (name) => {
    const [, cell = ''] = /^li@example\.cn,(.*),,\r\n$/s.exec(contactCsvLine({ ...li, name, company: '' })) ?? []
    const written = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    expect(written.startsWith("'")).toBe(true)
    expect(
      read([
        ['Email', 'Name'],
        ['li@example.cn', written],
      ]).contacts[0]?.name,
    ).toBe(name.replace(/\s+/g, ' ').trim())
  },
)

test('T6 cells are quoted where they must be', () => {
  expect(csvLine(['a"b', 'c,d', 'e\nf', 'g;h', 5])).toBe('"a""b","c,d","e\nf","g;h",5\r\n')
})

test('T6 10,000 rows, and too long names are cut', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => [`p${i}@example.com`, '名'.repeat(300)])
  const { contacts } = read([['Email', 'Name'], ...rows])
  expect(contacts).toHaveLength(10_000)
  expect(contacts[9999]?.name).toHaveLength(200)
})
