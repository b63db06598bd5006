import { expect, test } from 'vitest'
import { readVcards, writeVcard } from './vcard.ts'

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')
const v3 = (...lines: string[]) => card('VERSION:3.0', ...lines)
const v4 = (...lines: string[]) => card('VERSION:4.0', ...lines)

const cards: [string, string, object[]][] = [
  [
    'version 3',
    v3('FN:Anna Berg', 'ORG:Berg AB;Sales', 'EMAIL;TYPE=INTERNET:Anna@Example.com'),
    [{ email: 'anna@example.com', name: 'Anna Berg', company: 'Berg AB' }],
  ],
  [
    'version 4',
    v4('FN:李伟', 'EMAIL;PREF=1:li@example.cn', 'NOTE:a\\nb\\, c\\; d'),
    [{ email: 'li@example.cn', name: '李伟', note: 'a\nb, c; d' }],
  ],
  [
    'folded lines',
    v3('FN:Anna', 'EMAIL:anna@exam', ' ple.com', 'NOTE:one ', '\ttwo'),
    [{ email: 'anna@example.com', note: 'one two' }],
  ],
  ['N without FN', v3('N:Berg;Anna;;;', 'EMAIL:a@example.com'), [{ name: 'Anna Berg' }]],
  ['a Chinese N', v3('N:李;伟;;;', 'EMAIL:a@example.com'), [{ name: '李伟' }]],
  ['an escaped semicolon in N', v3('N:Ber\\;g;Anna', 'EMAIL:a@example.com'), [{ name: 'Anna Ber;g' }]],
  ['an empty family name', v3('N:;Anna;;;', 'EMAIL:a@example.com'), [{ name: 'Anna' }]],
  [
    'groups and quoted params',
    v4('item1.EMAIL;TYPE="work,home":a@example.com', 'item1.X-ABLabel:x'),
    [{ email: 'a@example.com' }],
  ],
  ['a colon within quotes', v4('EMAIL;X-A="b:c;d";PREF=1:a@example.com'), [{ email: 'a@example.com' }]],
  [
    'several addresses, the preferred first',
    v3('FN:A', 'EMAIL:b@example.com', 'EMAIL;TYPE=INTERNET,PREF:a@example.com'),
    [
      { email: 'a@example.com', name: 'A' },
      { email: 'b@example.com', name: 'A' },
    ],
  ],
  [
    'PREF by number',
    v4('EMAIL;PREF=2:b@example.com', 'EMAIL;PREF=1:mailto:a@example.com'),
    [{ email: 'a@example.com' }, { email: 'b@example.com' }],
  ],
  ['lower case and bare line feeds', 'begin:vcard\nversion:4.0\nemail:a@example.com\nend:vcard\n', [{ email: 'a@example.com' }]],
  [
    'two cards of one address',
    v3('FN:A', 'EMAIL:a@example.com') + v4('ORG:B', 'EMAIL:A@example.com'),
    [{ email: 'a@example.com', name: 'A', company: 'B' }],
  ],
]
test.each(cards)('T6 a vCard with %s', (_, text, expected) => {
  expect(readVcards(text)).toMatchObject({ contacts: expected, invalid: [] })
})

test('T6 cards that cannot be read are named', () => {
  const text =
    card('VERSION:2.1', 'FN;ENCODING=QUOTED-PRINTABLE:=E6', 'EMAIL:a@example.com') + v3('FN:Bo') + v3('FN:C', 'EMAIL:nowhere')
  expect(readVcards(text)).toMatchObject({
    contacts: [],
    invalid: [
      { line: 1, reason: 'oldVersion' },
      { line: 2, reason: 'noEmail', text: 'Bo' },
      { line: 3, reason: 'invalidEmail', text: 'C nowhere' },
    ],
  })
})

test('T6 what is written is read again, folded at 75 bytes', () => {
  const contact = { email: 'li@example.cn', name: '名'.repeat(60), company: 'a;b,c\\d', note: 'one\ntwo' }
  const text = writeVcard(contact)
  expect(Math.max(...text.split('\r\n').map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
  expect(readVcards(text).contacts).toEqual([contact])
})

test.each(['', 'nothing of the kind', 'BEGIN:VCARD', 'END:VCARD\n:::', 'BEGIN:VCARD\nBEGIN:VCARD\nEND:VCARD'])(
  'T6 R36 %j holds no contact',
  (text) => {
    expect(readVcards(text).contacts).toEqual([])
  },
)
