import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ZipEntry, zipLayout } from './zip-layout.ts'
import { safePaths } from './zip-names.ts'

const DATE = new Date('2026-03-04T05:06:07Z')

function entry(name: string, bytes: Buffer, modifiedAt = DATE): ZipEntry {
  const read = async function* (from: number, to: number) {
    for (let at = from; at < to; at += 50_000) yield bytes.subarray(at, Math.min(to, at + 50_000))
  }
  return { name, size: bytes.length, crc32: crc32(bytes), modifiedAt, read }
}

async function bytesOf({ read }: ReturnType<typeof zipLayout>, from: number, to: number) {
  const parts: Uint8Array[] = []
  for await (const part of read(from, to)) parts.push(part)
  return Buffer.concat(parts)
}

const given = [
  '合同.pdf',
  '🎉.txt',
  '\u00e9.txt',
  'e\u0301.txt',
  'a\u202eb.txt',
  '../up.txt',
  '/abs.txt',
  'C:\\x.txt',
  'CON',
  'end. ',
  'Case.txt',
  'case.txt',
  `${'n'.repeat(251)}.txt`,
  'one/same.txt',
  'two/same.txt',
  'empty folder/',
  'zero bytes',
  'deep/er/still/x.bin',
]
const names = safePaths(given)
const contents = given.map((name, i) =>
  name.endsWith('/') || name === 'zero bytes' ? Buffer.alloc(0) : randomBytes(1 + i * 9973),
)
const zip = zipLayout(names.map((name, i) => entry(name, contents[i]!)))

describe('R11 an archive of awkward names', () => {
  let folder: string
  let file: string
  let whole: Buffer
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sampan-zip-'))
    file = join(folder, 'a.zip')
    whole = await bytesOf(zip, 0, zip.length)
    writeFileSync(file, whole)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('D3 is as long as announced and the same at every request', async () => {
    expect(whole.length).toBe(zip.length)
    expect((await bytesOf(zip, 0, zip.length)).equals(whole)).toBe(true)
  })

  test('D3 300 random ranges and every border are equal slices', async () => {
    const points = Array.from({ length: 300 }, (_, i) => (i * 7919 * 131) % zip.length)
    for (const at of [0, zip.length - 1, zip.length, ...points]) {
      for (const length of [0, 1, 40, 70_000]) {
        const to = Math.min(zip.length, at + length)
        expect((await bytesOf(zip, at, to)).equals(whole.subarray(at, to)), `${at}-${to}`).toBe(true)
      }
    }
    for (const { at } of records(whole).slice(1))
      expect((await bytesOf(zip, at - 1, at + 1)).equals(whole.subarray(at - 1, at + 1))).toBe(true)
  })

  test('D3 our own reading: names in UTF-8, sizes, sums, dates, modes, bytes', () => {
    const read = records(whole)
    expect(read.map(({ name }) => name)).toEqual(names)
    for (const [i, record] of read.entries()) {
      const bytes = contents[i]!
      expect(record).toMatchObject({
        utf8: true,
        method: 0,
        size: bytes.length,
        crc: crc32(bytes),
        unixSeconds: DATE.getTime() / 1000,
      })
      expect(record.mode).toBe(names[i]!.endsWith('/') ? 0o040755 : 0o100644)
      expect(whole.subarray(record.dataAt, record.dataAt + bytes.length).equals(bytes)).toBe(true)
    }
  })

  test.runIf(has('python3'))('R11 Python reads the names, the dates and every byte', () => {
    const script =
      'import sys,zipfile,json\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint(json.dumps([[i.filename,i.file_size,i.CRC,list(i.date_time),i.is_dir()] for i in z.infolist()]))'
    const listed = JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }))
    const expected = names.map((name, i) => [
      name,
      contents[i]!.length,
      crc32(contents[i]!),
      [2026, 3, 4, 5, 6, 6],
      name.endsWith('/'),
    ])
    expect(listed).toEqual(expected)
  })

  test.runIf(has('unzip'))('R11 unzip finds no fault and keeps all inside', () => {
    expect(execFileSync('unzip', ['-t', file], { encoding: 'utf8' })).toContain('No errors detected')
    execFileSync('unzip', ['-q', file, '-d', join(folder, 'out')], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  })

  test.runIf(has('bsdtar'))('R11 bsdtar lists every entry', () => {
    expect(execFileSync('bsdtar', ['-tf', file], { encoding: 'utf8' }).trimEnd().split('\n')).toHaveLength(names.length)
  })
})

test('R12 70,000 entries need Zip64 and stay quick, byte for byte', async () => {
  const many = zipLayout(Array.from({ length: 70_000 }, (_, i) => entry(`f${i}`, Buffer.of(i & 255))))
  const whole = await bytesOf(many, 0, many.length)
  const read = records(whole)
  expect([read.length, whole.readUInt16LE(whole.length - 12)]).toEqual([70_000, 0xffff])
  expect(whole[read[69_999]!.dataAt]).toBe(69_999 & 255)
  for (let i = 0; i < 200; i++) {
    const at = (i * 7919 * 997) % many.length
    expect((await bytesOf(many, at, at + 100)).equals(whole.subarray(at, at + 100))).toBe(true)
  }
})

test('R07 R12 files beyond 4 GiB: sizes and offsets move into Zip64 fields', async () => {
  const huge = (name: string, size: number): ZipEntry => ({
    ...entry(name, Buffer.alloc(0)),
    size,
    async *read(from, to) {
      yield Buffer.alloc(to - from, 7)
    },
  })
  const sizes = [0xfffffffe, 0xffffffff, 5 * 2 ** 40, 3]
  const big = zipLayout(sizes.map((size, i) => huge(`f${i}`, size)))
  const local = await bytesOf(big, 0, 100)
  expect([local.readUInt16LE(4), local.readUInt32LE(18)]).toEqual([20, 0xfffffffe])
  const secondAt = 30 + 2 + 9 + 0xfffffffe
  const second = await bytesOf(big, secondAt, secondAt + 61 + 5)
  expect([second.readUInt32LE(0), second.readUInt16LE(4), second.readUInt32LE(18)]).toEqual([0x04034b50, 45, 0xffffffff])
  expect([second.readBigUInt64LE(30 + 2 + 9 + 4), second.readBigUInt64LE(30 + 2 + 9 + 12)]).toEqual([0xffffffffn, 0xffffffffn])
  expect(second.subarray(61).equals(Buffer.alloc(5, 7))).toBe(true)
  const tail = await bytesOf(big, big.length - 500, big.length)
  const read = records(tail, big.length - 500)
  expect(read.map(({ size }) => size)).toEqual(sizes)
  expect(read.map(({ at }) => at)).toEqual([0, secondAt, secondAt + 61 + sizes[1]!, secondAt + 2 * 61 + sizes[1]! + sizes[2]!])
})

test('dates beyond what a zip can say are cut to it', async () => {
  const dates = ['1970-01-02', '1901-01-01', '2107-12-31T23:59:59Z', '9999-01-01', 'nonsense'].map((text) => new Date(text))
  const odd = zipLayout(dates.map((date, i) => entry(`d${i}`, Buffer.alloc(1), date)))
  const read = records(await bytesOf(odd, 0, odd.length))
  expect(read.map(({ unixSeconds }) => unixSeconds)).toEqual([86400, -(2 ** 31), 2 ** 31 - 1, 2 ** 31 - 1, 0])
  expect(read.map(({ year }) => year)).toEqual([1980, 1980, 2107, 2107, 1980])
})

test('an archive of nothing is a valid one', async () => {
  const none = zipLayout([])
  expect(none.length).toBe(22)
  expect(records(await bytesOf(none, 0, 22))).toEqual([])
})

test('a reader that stops early stops the file that is being read', async () => {
  let stopped = 0
  const watched: ZipEntry = {
    ...entry('a', randomBytes(900_000)),
    async *read(from, to) {
      try {
        for (let at = from; at < to; at += 100_000) yield Buffer.alloc(100_000)
      } finally {
        stopped++
      }
    },
  }
  for await (const _ of zipLayout([watched]).read(0, 900_000)) break
  expect(stopped).toBe(1)
})

/** A reader of the directory, apart from the code that writes it; `base` is where the bytes begin in the archive. */
function records(zipBytes: Buffer, base = 0) {
  const end = zipBytes.length - 22
  expect(zipBytes.readUInt32LE(end)).toBe(0x06054b50)
  const locator = end - 20
  const is64 = locator >= 0 && zipBytes.readUInt32LE(locator) === 0x07064b50
  const end64 = is64 ? Number(zipBytes.readBigUInt64LE(locator + 8)) - base : 0
  const count = is64 ? Number(zipBytes.readBigUInt64LE(end64 + 32)) : zipBytes.readUInt16LE(end + 10)
  let at = (is64 ? Number(zipBytes.readBigUInt64LE(end64 + 48)) : zipBytes.readUInt32LE(end + 16)) - base
  const found = []
  for (let i = 0; i < count; i++) {
    if (zipBytes.readUInt32LE(at) !== 0x02014b50) throw new Error(`no record at ${at}`)
    const [nameBytes, extraBytes] = [zipBytes.readUInt16LE(at + 28), zipBytes.readUInt16LE(at + 30)]
    const extra = extras(zipBytes.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes))
    const long = extra.get(1)
    let used = 0
    const wide = (value: number) => (value === 0xffffffff ? Number(long!.readBigUInt64LE(8 * used++)) : value)
    const size = wide(zipBytes.readUInt32LE(at + 24))
    if (wide(zipBytes.readUInt32LE(at + 20)) !== size) throw new Error('sizes differ')
    const localAt = wide(zipBytes.readUInt32LE(at + 42))
    const local = zipBytes.subarray(Math.max(0, localAt - base))
    found.push({
      name: zipBytes.toString('utf8', at + 46, at + 46 + nameBytes),
      utf8: (zipBytes.readUInt16LE(at + 8) & 0x800) !== 0,
      method: zipBytes.readUInt16LE(at + 10),
      year: 1980 + (zipBytes.readUInt16LE(at + 14) >> 9),
      crc: zipBytes.readUInt32LE(at + 16),
      size,
      mode: zipBytes.readUInt16LE(at + 40),
      unixSeconds: extra.get(0x5455)?.readInt32LE(1),
      at: localAt,
      dataAt: base === 0 ? localAt + 30 + local.readUInt16LE(26) + local.readUInt16LE(28) : Number.NaN,
    })
    at += 46 + nameBytes + extraBytes
  }
  return found
}

function extras(bytes: Buffer) {
  const found = new Map<number, Buffer>()
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt16LE(at + 2)) {
    found.set(bytes.readUInt16LE(at), bytes.subarray(at + 4, at + 4 + bytes.readUInt16LE(at + 2)))
  }
  return found
}

function has(tool: string) {
  try {
    execFileSync('which', [tool])
    return true
  } catch {
    return false
  }
}
