import { expect, test } from 'vitest'
import { readContactFile } from './import-file.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]
const blob = (...parts: (string | number[])[]) =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))))

test.each([
  ['a picture', blob(png), 'importNoContacts'],
  ['a picture that is large', blob(png, 'x'.repeat(10_000_001)), 'importNoContacts'],
  ['a workbook', blob([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0], 'xl/workbook.xml'), 'importNoContacts'],
  ['a PDF', blob('%PDF-1.7\nanna@example.com'), 'importNoContacts'],
  ['what has control characters', blob('Name,Email\n', [0xff, 1, 2], 'x'), 'importNoContacts'],
  ['half a character of UTF-16', blob([0xff, 0xfe, 0x41]), 'importNoContacts'],
  ['a CSV that is too large', blob('x'.repeat(10_000_001)), 'importTooLarge'],
  ['an empty file', blob(''), 'importNobody'],
])('T6 what no contacts can be read from says why: %s', async (_, file, fault) => {
  await expect(readContactFile(file)).rejects.toMatchObject({ fault })
})

test('T6 a CSV that a spreadsheet has written in UTF-16 is read', async () => {
  const bytes = Buffer.from('\ufeffName\tEmail\r\n李伟\tli@example.cn\r\n', 'utf16le')
  expect((await readContactFile(new Blob([bytes]))).contacts).toMatchObject([{ email: 'li@example.cn', name: '李伟' }])
})

const gbk = {
  names: [0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xd3, 0xca, 0xcf, 0xe4],
  李伟: [0xc0, 0xee, 0xce, 0xb0],
  喆: [0x86, 0xb4],
}
const western = blob(
  'Name;E-Mail;Firma\r\nJ',
  [0xfc],
  'rgen Gr',
  [0xf6, 0xdf],
  'e;li@example.cn;Caf',
  [0xe9],
  ' M',
  [0xfc],
  'ller\r\n',
)
const fromChina = blob(gbk.names, '\r\n', gbk.李伟, gbk.喆, ',li@example.cn')

test('T6 a CSV that Excel has saved in China or in the West is read, and otherwise where a person says so', async () => {
  const read = async (...asked: Parameters<typeof readContactFile>) => {
    const { contacts, older } = await readContactFile(...asked)
    return [older, contacts[0]?.name, contacts[0]?.company]
  }
  expect(await read(fromChina)).toEqual(['gb18030', '李伟喆', ''])
  expect(await read(western)).toEqual(['windows-1252', 'Jürgen Größe', 'Café Müller'])
  expect((await read(fromChina, 'windows-1252'))[1]).toContain('Àî')
  expect((await read(western, 'gb18030'))[0]).toBe('windows-1252')
  expect(await read(blob('Name,Email\r\n李伟,li@example.cn'), 'windows-1252')).toEqual([null, '李伟', ''])
  expect(await read(blob('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:', gbk.李伟, '\r\nEMAIL:li@example.cn\r\nEND:VCARD'))).toEqual([
    'gb18030',
    '李伟',
    '',
  ])
})
