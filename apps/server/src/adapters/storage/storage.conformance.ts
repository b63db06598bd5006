/** What storage must show on every store, sealed or plain: one suite, run by the test of each. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StoreUnderTest } from './byte-store.conformance.ts'
import { expectBroken, formats, inChunks, newBlob, partPlan, read, SEGMENT, seeded, shuffle } from './storage.samples.ts'
import { type Attempt, type Batch, type BlobKey, FlushFailed, MissingBlob, type Storage, WrongLength } from './storage.ts'

/** What a store below makes of the formats is the same: one of them shows it, and has all `ranges` read. */
export const storageConformance = (name: string, open: () => Promise<StoreUnderTest>, only?: 'sealed', ranges = 2000) =>
  describe.each(formats.filter(({ format }) => !only || format === only))(`$format storage on ${name}`, (format) =>
    suite(open, format, format === formats[0] ? ranges : fewRanges),
  )

const fewRanges = 300

function suite(open: () => Promise<StoreUnderTest>, format: (typeof formats)[number], rangeCount: number) {
  const STORED_SEGMENT = format.stored
  let under: StoreUnderTest
  let storage: Storage
  const reopen = async () => format.open(await under.reopen())
  beforeEach(async () => {
    under = await open()
    storage = await reopen()
  })
  afterEach(() => under.done())

  const store = async (blob: BlobKey, bytes: Buffer, parts: [number, number][] = [[0, bytes.length]]): Promise<Attempt[]> => {
    const write = async ([offset, length]: [number, number]) => {
      const place = await storage.writeAttempt(blob, offset, length, inChunks(bytes.subarray(offset, offset + length)))
      return { offset, length, ...place }
    }
    return (await Promise.all(parts.map(write))).sort((a, b) => a.offset - b.offset)
  }

  test.each([1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT, 5 * SEGMENT + 77])('R07 %i bytes come back', async (size) => {
    const [blob, bytes] = [newBlob(), randomBytes(size)]
    const attempts = await store(blob, bytes)
    await storage.flush(blob.blobId, [attempts[0]!.container])
    expect((await read(storage, blob, attempts, 0, size)).equals(bytes)).toBe(true)
    expect((await read(await reopen(), blob, attempts, 0, size)).equals(bytes)).toBe(true)
  })

  test('R04 parts of any size in any order, repeated and at once, make the same blob', async () => {
    const random = seeded(4)
    for (let plan = 0; plan < 20; plan++) {
      const [blob, bytes] = [newBlob(), randomBytes(1 + random(900_000))]
      const parts = shuffle(partPlan(bytes.length, random), random)
      await store(blob, randomBytes(bytes.length), parts.slice(0, random(3)))
      const attempts = await store(blob, bytes, parts)
      expect((await read(storage, blob, attempts, 0, bytes.length)).equals(bytes)).toBe(true)
    }
  })

  test(`R10 ${rangeCount} random ranges and every border give the same slice`, async () => {
    const [random, blob, bytes] = [seeded(10), newBlob(), randomBytes(3 * SEGMENT + 4321)]
    const attempts = await store(blob, bytes, shuffle(partPlan(bytes.length, random), random))
    const borders = attempts.flatMap(({ offset, length }) =>
      Array.from({ length: Math.ceil(length / SEGMENT) }, (_, i) => offset + i * SEGMENT).concat(offset + length),
    )
    const points = borders.flatMap((at) => [at - 1, at, at + 1]).filter((at) => at >= 0 && at <= bytes.length)
    const ranges = Array.from({ length: rangeCount }, () => [random(bytes.length + 1), random(bytes.length + 1)])
    ranges.push(
      ...points.map((at) => [at, Math.min(at + 1 + random(5), bytes.length)]),
      ...points.map((at) => [random(at + 1), at]),
    )
    for (const range of ranges) {
      const [from, to] = [Math.min(...range), Math.max(...range)]
      expect((await read(storage, blob, attempts, from, to)).equals(bytes.subarray(from, to)), `${from}-${to}`).toBe(true)
    }
  })

  test('R13 any flipped byte ends the read before a wrong one', async () => {
    const [random, blob, bytes] = [seeded(13), newBlob(), randomBytes(2 * SEGMENT + 1000)]
    const [attempt] = (await store(blob, bytes)) as [Attempt]
    const sealed = await under.load(attempt.container)
    const tags = [SEGMENT, STORED_SEGMENT + SEGMENT, sealed.length - format.tag].flatMap((at) =>
      format.tag ? [at, at + random(format.tag), at + format.tag - 1] : [],
    )
    for (const at of [0, ...tags, ...Array.from({ length: 40 }, () => random(sealed.length))]) {
      const damaged = Buffer.from(sealed)
      damaged[at]! ^= 1 << random(8)
      await under.save(attempt.container, damaged)
      await expectBroken(storage, blob, [attempt], bytes, Math.floor(at / STORED_SEGMENT) * SEGMENT)
    }
    for (let at = 0; at < attempt.header.length; at++) {
      const header = Buffer.from(attempt.header)
      header[at]! ^= 1 << random(8)
      await expectBroken(storage, blob, [{ ...attempt, header }], bytes, format.goodBefore(at) * SEGMENT)
    }
  })

  test('R13 a cut blob ends the read before a wrong byte', async () => {
    const [blob, bytes] = [newBlob(), randomBytes(3 * SEGMENT)]
    const attempts = await store(blob, bytes)
    const sealed = await under.load(attempts[0]!.container)
    for (const border of [0, STORED_SEGMENT, 2 * STORED_SEGMENT, sealed.length]) {
      for (const length of [border - 1, border, border + 1].filter((n) => n >= 0 && n < sealed.length)) {
        await under.save(attempts[0]!.container, sealed.subarray(0, length))
        await expectBroken(storage, blob, attempts, bytes)
      }
    }
    const shorter = { ...attempts[0]!, length: SEGMENT }
    await under.save(attempts[0]!.container, sealed)
    await expectBroken(storage, blob, [shorter], bytes.subarray(0, SEGMENT))
  })

  test('R13 regions, segments, blobs and older attempts cannot stand in for each other', async () => {
    const [blob, other, bytes] = [newBlob(), newBlob(), randomBytes(2 * SEGMENT)]
    const [old] = (await store(blob, randomBytes(SEGMENT), [[0, SEGMENT]])) as [Attempt]
    const [a] = (await store(blob, bytes, [[0, SEGMENT]])) as [Attempt]
    const [b] = (await store(blob, bytes, [[SEGMENT, SEGMENT]])) as [Attempt]
    const [foreign] = (await store(other, bytes)) as [Attempt]
    for (const wrong of [
      [{ ...a, position: old.position }, b],
      [{ ...a, header: old.header }, b],
      [
        { ...b, offset: 0 },
        { ...a, offset: SEGMENT },
      ],
      [
        { ...a, position: b.position },
        { ...b, position: a.position },
      ],
      [{ ...foreign }],
      [{ ...foreign, header: a.header }],
    ]) {
      await expectBroken(storage, blob, wrong, bytes)
    }
    await expectBroken(storage, { ...other, dek: blob.dek }, [foreign], bytes)
    await expectBroken(storage, { ...other, blobId: blob.blobId }, [foreign], bytes)
    const sealed = await under.load(foreign.container)
    const [first, second] = [sealed.subarray(0, STORED_SEGMENT), sealed.subarray(STORED_SEGMENT)]
    await under.save(foreign.container, Buffer.concat([second, first]))
    await expectBroken(storage, other, [foreign], bytes)
  })

  test('R13 a gap, an overlap or a range beyond the end is never padded', async () => {
    const [blob, bytes] = [newBlob(), randomBytes(3000)]
    const [a, b, c] = (await store(blob, bytes, [
      [0, 1000],
      [1000, 1000],
      [2000, 1000],
    ])) as [Attempt, Attempt, Attempt]
    for (const wrong of [[a, c], [b, c], [a, b], []]) await expectBroken(storage, blob, wrong, bytes)
    expect((await read(storage, blob, [a, b, c], 1500, 1500)).length).toBe(0)
  })

  test('R02 a source that ends early, gives too much or throws stores nothing and disturbs nobody', async () => {
    const [blob, bytes] = [newBlob(), randomBytes(3 * SEGMENT)]
    const good = store(blob, bytes, partPlan(bytes.length, seeded(2)))
    const torn = Array.from({ length: 30 }, (_, i) => {
      const broken = async function* () {
        yield bytes.subarray(0, i * 20_000)
        throw new Error('the line broke')
      }
      return Promise.all([
        expect(storage.writeAttempt(blob, 0, bytes.length, inChunks(bytes.subarray(1 + i)))).rejects.toThrow(WrongLength),
        expect(storage.writeAttempt(blob, 0, bytes.length - 1 - i, inChunks(bytes))).rejects.toThrow(WrongLength),
        expect(storage.writeAttempt(blob, 0, bytes.length, Readable.from(broken()))).rejects.toThrow('the line broke'),
      ])
    })
    await Promise.all(torn)
    expect((await read(storage, blob, await good, 0, bytes.length)).equals(bytes)).toBe(true)
  })

  test('R03 an attempt that fails late takes nothing from those that came after it', async () => {
    const [blob, bytes] = [newBlob(), randomBytes(1000)]
    let fail = () => {}
    const late = async function* () {
      yield bytes.subarray(0, 10)
      await new Promise<void>((_, reject) => {
        fail = () => reject(new Error('the line broke'))
      })
    }
    const torn = expect(storage.writeAttempt(blob, 0, 100, Readable.from(late()))).rejects.toThrow('the line broke')
    const before = await store(blob, bytes)
    fail()
    await torn
    const after = await store(blob, bytes)
    for (const attempts of [before, after]) expect((await read(storage, blob, attempts, 0, 1000)).equals(bytes)).toBe(true)
  })

  test('attempts of no bytes or at no place are refused', async () => {
    for (const [offset, length] of [
      [0, 0],
      [-1, 5],
      [0, -5],
      [0, 1.5],
      [Number.NaN, 1],
    ] as [number, number][]) {
      await expect(storage.writeAttempt(newBlob(), offset, length, inChunks(Buffer.alloc(5)))).rejects.toThrow(RangeError)
    }
  })

  test('the buffers of a source may be used again at once', async () => {
    const [blob, bytes] = [newBlob(), randomBytes(4 * SEGMENT)]
    const reused = Buffer.alloc(50_000)
    const source = async function* () {
      for (let at = 0; at < bytes.length; at += reused.length) yield reused.subarray(0, bytes.copy(reused, 0, at))
    }
    const place = await storage.writeAttempt(blob, 0, bytes.length, Readable.from(source(), { highWaterMark: 1 }))
    expect((await read(storage, blob, [{ ...place, offset: 0, length: bytes.length }], 0, bytes.length)).equals(bytes)).toBe(true)
  })

  test('O3 what the other format has written beside it is read', async () => {
    const [blob, bytes] = [newBlob(), randomBytes(3 * SEGMENT + 5)]
    const half = 2 * SEGMENT + 1
    const mine = await store(blob, bytes, [[0, half]])
    const own = storage
    storage = formats.find((each) => each !== format)!.open(await under.reopen())
    const theirs = await store(blob, bytes, [[half, bytes.length - half]])
    for (const reader of [own, storage])
      expect((await read(reader, blob, [...mine, ...theirs], 0, bytes.length)).equals(bytes)).toBe(true)
  })

  test('the same bytes never look the same twice, unless they lie there as they came', async () => {
    const [blob, bytes] = [newBlob(), Buffer.alloc(64)]
    const attempts = await store(
      blob,
      bytes,
      Array.from({ length: 200 }, () => [0, 64] as [number, number]),
    )
    const sealed = await under.load(attempts[0]!.container)
    const regions = attempts.map(({ position }) => sealed.subarray(position, position + 64 + format.tag).toString('hex'))
    expect(new Set(regions).size).toBe(format.tag ? 200 : 1)
    expect(new Set(attempts.map(({ header }) => header.subarray(2, 26).toString('hex'))).size).toBe(200)
  })

  test('bytes stay as they are until they are released, whoever else reads', async () => {
    const [blob, bytes] = [newBlob(), randomBytes(25 * SEGMENT)]
    const attempts = await store(blob, bytes)
    const held: Batch[] = []
    for await (const batch of storage.readRange(blob, attempts, 0, bytes.length)) held.push(batch)
    for (let i = 0; i < 40; i++) {
      for await (const { pieces, release } of storage.readRange(blob, attempts, i, bytes.length - i)) {
        expect(pieces.length).toBeGreaterThan(0)
        release()
      }
    }
    expect(Buffer.concat(held.flatMap(({ pieces }) => pieces)).equals(bytes)).toBe(true)
  })

  test('a reader that stops early leaves the blob readable, also fifty times', async () => {
    const [blob, bytes] = [newBlob(), randomBytes(8 * SEGMENT)]
    const attempts = await store(blob, bytes)
    for (let i = 0; i < 50; i++) {
      for await (const _ of storage.readRange(blob, attempts, 0, bytes.length)) break
    }
    const reads = Array.from({ length: 30 }, () => read(storage, blob, attempts, 0, bytes.length))
    for (const bytesRead of await Promise.all(reads)) expect(bytesRead.equals(bytes)).toBe(true)
  })

  test('INV8 a deleted blob is gone for readers and writers, and stays so when deleted again', async () => {
    const [blob, bytes] = [newBlob(), randomBytes(25 * SEGMENT)]
    const attempts = await store(blob, bytes)
    const reader = storage.readRange(blob, attempts, 0, bytes.length)
    const parts = [...((await reader.next()).value as Batch).pieces]
    let deleted = false
    const late = async function* () {
      yield bytes.subarray(0, SEGMENT)
      if (!deleted) await storage.deleteBlob(blob.blobId)
      deleted = true
      yield bytes.subarray(SEGMENT)
    }
    await expect(storage.writeAttempt(blob, 0, bytes.length, Readable.from(late()))).rejects.toThrow(MissingBlob)
    const rest = (async () => {
      for await (const { pieces } of reader) parts.push(...pieces)
    })()
    await expect(rest).rejects.toThrow(MissingBlob)
    const read1 = Buffer.concat(parts)
    expect(read1.equals(bytes.subarray(0, read1.length))).toBe(true)
    await storage.deleteBlob(blob.blobId)
    await expect(read(storage, blob, attempts, 0, 1)).rejects.toThrow(MissingBlob)
    await expect(storage.flush(blob.blobId, [attempts[0]!.container])).rejects.toThrow(FlushFailed)
  })

  test('INV5 deleting one blob leaves the others, of like names too', async () => {
    // On disk, these two share a folder.
    const [a, b, bytes] = [newBlob('same'), newBlob('same-63'), randomBytes(1000)]
    await store(a, bytes)
    const kept = await store(b, bytes)
    await storage.deleteBlob(a.blobId)
    expect((await read(storage, b, kept, 0, 1000)).equals(bytes)).toBe(true)
  })

  test('a next process appends to no container of the last, and reads both', async () => {
    const [blob, bytes] = [newBlob(), randomBytes(2000)]
    const first = await store(blob, bytes, [[0, 1000]])
    storage = await reopen()
    const second = await store(blob, bytes, [[1000, 1000]])
    expect(second[0]!.container).not.toBe(first[0]!.container)
    await storage.flush(blob.blobId, [first[0]!.container, second[0]!.container])
    expect((await read(storage, blob, [...first, ...second], 0, 2000)).equals(bytes)).toBe(true)
  })
}
