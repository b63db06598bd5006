/** What stores do that a disk does not, on a double that does it at will. */
import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Asked, type S3Double, startS3Double } from '../../../../test/support/s3/s3-double.ts'
import { type S3UnderTest, s3UnderTest } from '../../../../test/support/s3/under-test.ts'
import { type ByteStore, type Encode, FlushFailed, type Location, MissingBlob, StoreAway } from '../byte-store.ts'
import { inChunks, seeded, shuffle } from '../storage.samples.ts'
import { openS3Store } from './s3.ts'

const MiB = 1024 * 1024
const asTheyCome: Encode = (put) => ({ take: put, end: () => {} })
const blobId = 'blob'

let double: S3Double
let under: S3UnderTest
let store: ByteStore
beforeEach(async () => {
  double = await startS3Double()
  under = await s3UnderTest(double.settings, double.stop, double.now)
  store = await under.reopen({ tries: 3 })
})
afterEach(() => under.done())

type Written = { at: Location; bytes: Buffer }
const write = async (bytes: Buffer, to = store): Promise<Written> => ({
  at: await to.write(blobId, bytes.length, inChunks(bytes), asTheyCome),
  bytes,
})
const isWhole = async ({ at, bytes }: Written, from = store) => {
  const into = Buffer.alloc(bytes.length)
  await from.read(at.container, at.position, into)
  return into.equals(bytes)
}
const expectWhole = async (written: readonly Written[], from = store) => {
  for (const each of written) expect(await isWhole(each, from)).toBe(true)
}
const stored = () => [...double.objects].filter(([key]) => key.startsWith('blobs/')).map(([, { bytes }]) => bytes.length)
const isPart = ({ query }: Asked) => query.has('partNumber')
const slowDown = { status: 503, code: 'SlowDown' }
/** The next so many requests of a kind are answered so. */
const meddleWith = (isMeant: (asked: Asked) => boolean, times: number, how: ReturnType<S3Double['meddle']>) => {
  double.meddle = (asked) => (isMeant(asked) && times-- > 0 ? how : undefined)
}

describe('what stays', () => {
  test.each([
    ['1,000 files of 16 KiB in 16 parts', 16, 1000 * 1024],
    ['3 parts of 6 MiB, copied in the store itself', 3, 6 * MiB],
  ])(
    'R07 what stays of %s, written in any order, is one object, and who knew where they lay still reads them',
    async (_, count, bytes) => {
      const other = await under.reopen()
      const written = await Promise.all(
        shuffle(
          Array.from({ length: count }, () => randomBytes(bytes)),
          seeded(7),
        ).map((each) => write(each)),
      )
      await expectWhole([written[0]!], other)
      await store.flush(blobId, [written[0]!.at.container])
      await store.close()
      expect(stored()).toEqual([count * bytes])
      await expectWhole(written, other)
      if (bytes > 5 * MiB) expect(double.asked.filter(({ headers }) => headers['x-amz-copy-source'])).toHaveLength(count)
    },
  )

  test('R01 a part that is not to count goes, and what was written beside it is copied together without it', async () => {
    const written = [await write(randomBytes(1000)), await write(randomBytes(2000)), await write(randomBytes(3000))]
    store.release(written[1]!.at, 2000)
    await store.flush(blobId, [written[0]!.at.container])
    await store.close()
    expect(stored().sort()).toEqual([1000, 3000])
    await expectWhole([written[0]!, written[2]!], await under.reopen())
  })

  test('R54 two processes that copy the same together leave all bytes and, once more asked, one object', async () => {
    const written = await Promise.all(Array.from({ length: 6 }, () => write(randomBytes(200_000))))
    const others = await Promise.all([under.reopen(), under.reopen()])
    const flush = (each: ByteStore) => each.flush(blobId, [written[0]!.at.container])
    await Promise.all([store, ...others].map(async (each) => flush(each).then(() => each.close())))
    const last = await under.reopen()
    await expectWhole(written, last)
    await flush(last)
    await last.close()
    expect(stored()).toEqual([1_200_000])
    await expectWhole(written, await under.reopen())
  })

  /**
   * At every third request, in turn: what was ended has not been done, or has been and nobody was told. At each, with both:
   * faults/crash-at-request.
   */
  test('INV1 wherever a process ends while it writes and copies together, nothing that was taken is lost', async () => {
    const [large, small] = [randomBytes(5 * MiB), randomBytes(100)]
    for (let requests = 1, isEnded = true; isEnded; requests += 3) {
      const mortal = await under.reopen({ tries: 1 })
      let left = requests
      isEnded = false
      double.meddle = () => {
        if (left-- > 0) return undefined
        isEnded = true
        return requests % 2 ? 'cut' : 'unheard'
      }
      const written: Written[] = []
      for (const bytes of [large, small, large, small])
        await write(bytes, mortal).then(
          (each) => written.push(each),
          () => {},
        )
      const containers = [...new Set(written.map(({ at }) => at.container))]
      await mortal.flush(blobId, containers).catch(() => {})
      await mortal.close()
      double.meddle = () => undefined
      const next = await under.reopen()
      await expectWhole(written, next)
      if (containers.length) await next.flush(blobId, containers)
      await next.close()
      await expectWhole(written, await under.reopen())
    }
    expect(double.asked.length).toBeGreaterThan(50)
  })
})

describe('writing', () => {
  test('R13 each byte has a checksum that the store compares: what is changed on its way is refused, and counts for nothing', async () => {
    const written = await write(randomBytes(100_000))
    const puts = () => double.asked.filter(({ method, key }) => method === 'PUT' && key.startsWith('blobs/'))
    expect(puts()[0]!.headers['x-amz-checksum-crc32']).toMatch(/^.{6}==$/)
    double.meddle = (asked) => {
      if (asked.method === 'PUT') asked.bytes[5]! ^= 1
      return undefined
    }
    await expect(write(randomBytes(100_000))).rejects.toThrow(StoreAway)
    double.meddle = () => undefined
    expect(stored()).toEqual([100_000])
    await expectWhole([written, await write(randomBytes(10))])
  })

  test.each(['throttled', 'cut'] as const)('R49 a write that is %s is made again, with the same bytes', async (how) => {
    meddleWith(({ method }) => method === 'PUT', 2, how === 'cut' ? 'cut' : slowDown)
    await expectWhole([await write(randomBytes(300_000))])
  })

  test('R06 a large attempt is an upload of parts: one that fails leaves no part, and a throttled part is sent again', async () => {
    const bytes = randomBytes(17 * MiB)
    meddleWith((asked) => isPart(asked) && asked.query.get('partNumber') === '2', 9, { status: 500, code: 'InternalError' })
    await expect(write(bytes)).rejects.toThrow(StoreAway)
    expect([double.uploads.size, stored()]).toEqual([0, []])
    meddleWith(isPart, 1, slowDown)
    const written = await write(bytes)
    expect(stored()).toEqual([17 * MiB])
    await expectWhole([written])
  })

  test('R02 what is torn never reaches the store', async () => {
    await expect(store.write(blobId, 1000, inChunks(randomBytes(999)), asTheyCome)).rejects.toThrow('are missing')
    expect(double.asked.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('R49 a clock that is an hour off is corrected by what the store says', async () => {
    const { now } = double
    double.now = () => new Date(now().getTime() + 3_600_000)
    await expectWhole([await write(randomBytes(5000))])
  })

  test('R49 keys that expire while it runs, and a store that is away, say nothing of the bytes, and go on when it is back', async () => {
    const written = await write(randomBytes(5000))
    for (const how of [{ status: 400, code: 'ExpiredToken' }, { status: 404, code: 'NoSuchBucket' }, 'cut'] as const) {
      double.meddle = () => how
      for (const act of [
        () => write(randomBytes(10)),
        () => isWhole(written),
        () => store.probe(),
        () => store.deleteBlob('other'),
        () => store.flush(blobId, [`${blobId}.0123456789abcdef`]),
      ]) {
        const refused = await act().catch((error) => error)
        expect(refused).toBeInstanceOf(StoreAway)
        expect(inspect(refused, { depth: 9 })).not.toContain('AWS4-HMAC')
      }
      double.meddle = () => undefined
      await store.probe()
      await expectWhole([written, await write(randomBytes(10))])
    }
  })
})

describe('reading', () => {
  test('R09 a line that breaks in the middle is taken up where it broke', async () => {
    const written = await write(randomBytes(3 * MiB))
    meddleWith(({ method, key }) => method === 'GET' && key !== '', 2, 'half')
    await expectWhole([written])
  })

  test('INV8 lists that lag behind: what another process has written is there, and what is gone is gone', async () => {
    const written = await write(randomBytes(5000))
    double.unlisted = new Set(double.objects.keys())
    const late = async () => double.unlisted.clear()
    const other = await under.reopen({ wait: late })
    await expectWhole([written], other)
    double.unlisted = new Set(double.objects.keys())
    await (await under.reopen({ wait: late })).flush(blobId, [written.at.container])
    await store.deleteBlob(blobId)
    await expect(isWhole(written, other)).rejects.toThrow(MissingBlob)
    await expect(other.flush(blobId, [written.at.container])).rejects.toThrow(FlushFailed)
  })

  test('INV1 R52 in a bucket that is another’s by now nothing is missed or deleted', async () => {
    await store.writeOwner('one')
    const written = await write(randomBytes(100))
    const opened = await under.reopen({ owner: 'one' })
    const had = new Map(double.objects)
    double.objects.clear()
    for (const act of [
      () => isWhole(written, opened),
      () => opened.deleteBlob(blobId),
      () => opened.probe(),
      () => opened.inventory.find(written.at.container),
      () => opened.inventory.list().next(),
    ])
      await expect(act()).rejects.toThrow(StoreAway)
    await expect(under.reopen({ owner: 'one' })).rejects.toThrow(StoreAway)
    for (const [key, object] of had) double.objects.set(key, object)
    await expectWhole([written], opened)
  })
})

test('O5 R12 a container of any size is put whole, in several objects, or nothing of it stays', async () => {
  const opened = await under.reopen({ objectBytes: 1, tries: 1 })
  const bytes = randomBytes(36 * MiB)
  const name = `${blobId}.0123456789abcdef`
  double.meddle = (asked) => (isPart(asked) && double.objects.size === 2 ? slowDown : undefined)
  await expect(opened.inventory.put(name, inChunks(bytes))).rejects.toThrow(StoreAway)
  expect([...double.objects.keys(), ...double.uploads.keys()]).toEqual([])
  double.meddle = () => undefined
  for (let i = 0; i < 2; i++) await opened.inventory.put(name, inChunks(bytes))
  expect(stored()).toEqual([16 * MiB + 65_536, 16 * MiB + 65_536, 4 * MiB - 131_072])
  await expectWhole([{ at: { container: name, position: 0 }, bytes }], opened)
})

test('O4 uploads of parts that a crash has left are ended a day later, those under way are not', async () => {
  const begin = (key: string, agoMs: number) =>
    double.uploads.set(key, { key, initiated: new Date(double.now().getTime() - agoMs), parts: new Map() })
  await store.close()
  begin('blobs/old.0123456789abcdef/0', 90_000_000)
  begin('blobs/new.0123456789abcdef/0', 3_600_000)
  begin('other/old', 90_000_000)
  await (await under.reopen({ mayMake: false })).close()
  expect(double.uploads.size).toBe(3)
  await (await under.reopen()).close()
  expect([...double.uploads.keys()]).toEqual(['blobs/new.0123456789abcdef/0', 'other/old'])
  const last = await under.reopen()
  await last.deleteBlob('new')
  await last.close()
  expect([...double.uploads.keys()]).toEqual(['other/old'])
})

describe('O3 a start that cannot use the store says which setting is wrong', () => {
  test.each([
    [{ bucket: 'other' }, 'there is no bucket S3_BUCKET=other'],
    [{ region: 'eu-central-1' }, 'is not in S3_REGION=eu-central-1 but in us-east-1'],
    [{ accessKey: 'other' }, 'does not know S3_ACCESS_KEY'],
    [{ secretKey: 'other' }, 'S3_SECRET_KEY does not belong to S3_ACCESS_KEY'],
    [{ endpoint: 'http://127.0.0.1:1' }, 'no S3 store answers at http://127.0.0.1:1: ECONNREFUSED'],
  ])('O3 %o', async (wrong, message) => {
    const opening = openS3Store(
      { ...double.settings, ...wrong },
      { spoolFolder: '/nowhere', wait: async () => {}, clock: double.now, tries: 1 },
    )
    await expect(opening).rejects.toThrow(message)
  })

  test.each([
    [{ status: 403, code: 'AccessDenied' }, 'S3_ACCESS_KEY may not read the bucket files'],
    [{ status: 400, code: 'ExpiredToken' }, 'has expired'],
    [{ status: 403, code: 'RequestTimeTooSkewed' }, 'too far apart'],
    [{ status: 501, code: 'NotImplemented' }, 'refused: NotImplemented (501)'],
  ])('O3 %o', async (answer, message) => {
    double.meddle = () => answer
    await expect(under.reopen({ tries: 1 })).rejects.toThrow(message)
  })
})
