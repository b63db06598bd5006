import http from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sent, sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { seeded } from '../../adapters/storage/storage.samples.ts'
import { transfers } from '../../db/tables.ts'
import { safeFileName } from '../../delivery/zip-names.ts'
import { parseDisposition } from './test-disposition.ts'

const fileCount = 50
const nameCount = 200
const slug = /^[0-9A-Za-z]+$/

/** What people, or programs with bad intent, put into names. */
const pieces = [
  ...[
    '"',
    '\\',
    '\r\n',
    '\n',
    ';',
    '%41',
    '%22',
    '%',
    "'",
    '*',
    '=',
    ',',
    '/',
    '..',
    '. ',
    ' ',
    '\t',
    '\u0001',
    '\u007f',
    '\u0085',
  ],
  ...[
    '🎉',
    '👩‍👧',
    '合同',
    '报告（终稿）',
    'é',
    'e\u0301',
    'ß',
    'İ',
    '\u202e',
    '\u2066',
    '\u200b',
    '\u2028',
    '\ufeff',
    '\u00a0',
    '\u{10ffff}',
  ],
  ...[
    'name',
    'Set-Cookie: a=b',
    '"; filename="x.exe',
    "UTF-8''x",
    'con',
    '.txt',
    '.pdf',
    '.tar.gz',
    '$(id)',
    '<b>',
    'C:',
    '?',
    '|',
  ],
]
const wellKnown = [
  ...[
    'a"b.txt',
    'a\\b.txt',
    'a\r\nX-Added: 1\r\n\r\n.txt',
    'a;b.txt',
    '100%41.txt',
    '🎉.png',
    'photo\u202egpj.exe',
    'name. . .',
    '...',
  ],
  ...[
    '合同 2026.pdf',
    '合'.repeat(85),
    'a'.repeat(255),
    `${'界'.repeat(83)}.tar.gz`,
    ' ',
    '"',
    '";',
    "'",
    'filename*=UTF-8',
    '\u202e',
  ],
]

function fuzzedNames(): string[] {
  const random = seeded(14)
  const one = (): string => (random(4) ? pieces[random(pieces.length)]! : String.fromCodePoint(0x20 + random(0xd000)))
  // A slash at the end would make a folder of it.
  const made = Array.from({ length: nameCount - wellKnown.length }, () =>
    Array.from({ length: 1 + random(8) }, one)
      .join('')
      .replace(/\/+$/, ''),
  )
  return [...wellKnown, ...made]
}

/** The head as it came over the wire, in which a header may well stand twice. */
const headOf = (url: string, method = 'GET') =>
  new Promise<{ status: number | undefined; names: string[]; values: Map<string, string> }>((resolve, reject) => {
    http
      .request(url, { method }, (reply) => {
        const pairs = reply.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [[name.toLowerCase(), all[at + 1]!] as const]))
        reply.resume().once('end', () => {
          resolve({ status: reply.statusCode, names: pairs.map(([name]) => name), values: new Map(pairs) })
        })
      })
      .once('error', reject)
      .end()
  })

let server: TestServer
let sent: Sent
let usual: string[]
beforeAll(async () => {
  server = await startTestServer()
  const files = Array.from({ length: fileCount }, (_, at) => ({ path: `${at}.bin`, bytes: Buffer.from([at]) }))
  sent = await sendTo(server, files)
  usual = (await headOf(sent.url('zip'))).names
})
afterAll(() => server?.close())

/** Straight into the row: whatever a name was once allowed to be, its header is right. */
const rename = (fileId: string, name: string) =>
  server.services.db.execute(sql`update files set path = ${name} where id = ${fileId}`)

function expectSafe(header: string, expected: string): void {
  const { type, parameters, name } = parseDisposition(header)
  expect(type).toBe('attachment')
  expect([...parameters.keys()]).toEqual(['filename', 'filename*'])
  expect(name).toBe(expected)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(name).not.toMatch(/[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069"/\\:*?<>|]|[. ]$/u)
  // What old programs read: they take "%41" for "A" and end at a quotation mark.
  expect(parameters.get('filename')).toMatch(/^[ !#$&-.0-[\]-~]*[0-9A-Za-z][ !#$&-.0-[\]-~]*$/)
}

describe('R14 D3 a downloaded file is saved under its cleaned name, whatever it was called', () => {
  test('R14 200 names, through the download route: the header parses, no other header is added', async () => {
    const names = fuzzedNames()
    expect(new Set(names).size).toBeGreaterThan(nameCount * 0.95)
    for (const [at, name] of names.entries()) {
      const { fileId } = sent.view.files[at % fileCount]
      await rename(fileId, name)
      for (const method of ['GET', 'HEAD']) {
        const head = await headOf(sent.url(`files/${fileId}`), method)
        expect(head.status, JSON.stringify(name)).toBe(200)
        expect(head.names, JSON.stringify(name)).toEqual(usual)
        expectSafe(head.values.get('content-disposition')!, safeFileName(name))
      }
    }
  })

  test('R14 a zip is named after its first file as safely', async () => {
    const [{ fileId }] = sent.view.files
    for (const name of wellKnown) {
      await rename(fileId, name)
      const head = await headOf(sent.url('zip'))
      expect([head.status, head.names], JSON.stringify(name)).toEqual([200, usual])
      const header = head.values.get('content-disposition')!
      const { name: zipName } = parseDisposition(header)
      expectSafe(header, zipName)
      expect(zipName).toMatch(/.\.zip$/)
    }
  })

  test('R14 a name without a letter that ASCII knows falls back to the slug, which old programs can save', async () => {
    const [{ fileId }] = sent.view.files
    await rename(fileId, '合同.pdf')
    const { values } = await headOf(sent.url(`files/${fileId}`))
    const [row] = await server.services.db.select().from(transfers).where(eq(transfers.slug, sent.slug))
    expect(row!.slug).toMatch(slug)
    expect(parseDisposition(values.get('content-disposition')!).parameters.get('filename')).toBe(`${row!.slug}.pdf`)
  })
})

test.each([
  ...[
    '',
    'attachment;',
    'attachment filename=a',
    'attachment; filename=a b',
    'attachment; filename="a',
    'attachment; filename="a"b"',
  ],
  ...[
    'attachment; filename="é"',
    'attachment; filename="a"; filename="b"',
    "attachment; filename*=UTF-8''%4",
    "attachment; filename*=UTF-8''a b",
  ],
  ...[
    "attachment; filename*=UTF-8''%ff",
    'attachment; filename*="a"',
    "attachment; filename*=UTF-8''a'b",
    "attachment; filename*=x''a",
  ],
])('R14 the parser of these tests refuses %j', (header) => {
  expect(() => parseDisposition(header)).toThrow()
})
