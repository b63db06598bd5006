import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { batch, blobs, bytesOf, contents, DATE, entry, names, openBlob, zip } from './test-zip.ts'
import { type ZipEntry, zipLayout } from './zip-layout.ts'
import type { OpenBlob } from './zip-stream.ts'

describe('R11 an archive of awkward names', () => {
  let whole: Buffer
  beforeAll(async () => {
    whole = await bytesOf(zip, 0, zip.length)
  })

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
})

test('R12 70,000 entries need Zip64 and stay quick, byte for byte', async () => {
  const many = zipLayout(
    Array.from({ length: 70_000 }, (_, i) => entry(`f${i}`, Buffer.of(i & 255))),
    openBlob,
  )
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
    source: { blobId: name, offset: 0 },
  })
  const sevens: OpenBlob = async function* (_, from, to) {
    yield batch(Buffer.alloc(to - from, 7))
  }
  const sizes = [0xfffffffe, 0xffffffff, 5 * 2 ** 40, 3]
  const big = zipLayout(
    sizes.map((size, i) => huge(`f${i}`, size)),
    sevens,
  )
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
  const odd = zipLayout(
    dates.map((date, i) => entry(`d${i}`, Buffer.alloc(1), date)),
    openBlob,
  )
  const read = records(await bytesOf(odd, 0, odd.length))
  expect(read.map(({ unixSeconds }) => unixSeconds)).toEqual([86400, -(2 ** 31), 2 ** 31 - 1, 2 ** 31 - 1, 0])
  expect(read.map(({ year }) => year)).toEqual([1980, 1980, 2107, 2107, 1980])
})

test('an archive of nothing is a valid one', async () => {
  const none = zipLayout([], openBlob)
  expect(none.length).toBe(22)
  expect(records(await bytesOf(none, 0, 22))).toEqual([])
})

test('a reader that stops early stops the file that is being read and the next, which was opened early', async () => {
  const opened: string[] = []
  const closed: string[] = []
  const watched: OpenBlob = async function* (blobId, from, to) {
    opened.push(blobId)
    try {
      for (let at = from; at < to; at += 100_000) yield batch(Buffer.alloc(Math.min(100_000, to - at)))
    } finally {
      closed.push(blobId)
    }
  }
  const three = ['a', 'b', 'c'].map((name) => entry(name, randomBytes(900_000)))
  for await (const _ of zipLayout(three, watched).read(0, 2_000_000)) break
  expect([opened, closed]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

test('D3 R10 files that lie side by side in a blob are read at once; ranges over them are equal slices', async () => {
  const reads: string[] = []
  const open: OpenBlob = (blobId, from, to) => {
    reads.push(`${blobId} ${from}-${to}`)
    return openBlob(blobId, from, to)
  }
  const sizes = [10, 0, 70_000, 20_000, 1, 300_000, 5]
  const contents = sizes.map((size) => randomBytes(size))
  blobs.set('shared', Buffer.concat(contents))
  let offset = 0
  const packed = sizes.map((size, i) => {
    const made = { ...entry(`p${i}`, contents[i]!), source: size > 0 ? { blobId: 'shared', offset } : null }
    offset += size
    return made
  })
  // The fourth was taken out of the choice: its bytes are a hole that is not read.
  const chosen = zipLayout([...packed.slice(0, 3), ...packed.slice(4), entry('own', randomBytes(99_999))], open)
  const whole = await bytesOf(chosen, 0, chosen.length)
  expect(reads).toEqual(['shared 0-70010', 'shared 90010-390016', 'own 0-99999'])
  const found = records(whole)
  expect(found.map(({ dataAt, size, crc }) => crc32(whole.subarray(dataAt, dataAt + size)) === crc)).toEqual(Array(7).fill(true))
  for (let i = 0; i < 400; i++) {
    const at = (i * 7919 * 131) % chosen.length
    const to = Math.min(chosen.length, at + 1 + ((i * 104_729) % 200_000))
    expect((await bytesOf(chosen, at, to)).equals(whole.subarray(at, to)), `${at}-${to}`).toBe(true)
  }
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
