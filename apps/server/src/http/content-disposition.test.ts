import { expect, test } from 'vitest'
import { attachment } from './content-disposition.ts'

/** What RFC 6266 lets a program read out of the header. */
function parsed(header: string) {
  const [, ascii, extended] =
    /^attachment; filename="([ !#-[\]-~]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(header) ?? []
  return { ascii, name: extended && decodeURIComponent(extended) }
}

test.each([
  ['report.pdf', 'report.pdf'],
  ['année 2026.pdf', 'annee 2026.pdf'],
  ['合同.pdf', 'slug.pdf'],
  ['合同 v2.pdf', '__ v2.pdf'],
  ['🎉.jpeg', 'slug.jpeg'],
  ['报告', 'slug'],
  ['a"b.txt', 'a_b.txt'],
  ['a\\b.txt', 'a_b.txt'],
  ['a;b=c.txt', 'a;b=c.txt'],
  ['100%41.txt', '100_41.txt'],
  ["it's (1)*.txt", "it's (1)*.txt"],
  ['.bashrc', '.bashrc'],
  ['a\u202egpj.exe', 'a_gpj.exe'],
  ['', 'slug'],
])('R14 D3 %s', (name, ascii) => {
  expect(parsed(attachment(name, 'slug'))).toEqual({ ascii, name })
})

test('R14 line breaks and other controls become "_", no header can be added', () => {
  const header = attachment('a\r\nSet-Cookie: x=1\0\u0085.txt')
  expect(header).not.toMatch(/[^ -~]/)
  expect(parsed(header).name).toBe('a__Set-Cookie: x=1__.txt')
})

test('R14 half a surrogate pair neither throws nor leaks', () => {
  expect(parsed(attachment('a\ud800.txt')).name).toBe('a\ufffd.txt')
})

test('R14 200 names of random characters parse to themselves', () => {
  for (let i = 0; i < 200; i++) {
    const name = String.fromCodePoint(...Array.from({ length: 20 }, (_, k) => ((i * 7919 + k * 104729) % 0xd000) + 0xa0))
    expect(parsed(attachment(name)).name).toBe(name)
  }
})
