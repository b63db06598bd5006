/** The S3 adapter on a real store. */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBucket, type RealStore, startRealStore, whyNoRealStore } from '../../../../test/support/s3/real-store.ts'
import { s3UnderTest } from '../../../../test/support/s3/under-test.ts'
import { byteStoreConformance } from '../byte-store.conformance.ts'
import { storageConformance } from '../storage.conformance.ts'
import { inChunks } from '../storage.samples.ts'
import { extentsOf } from './extents.ts'
import { openS3Store } from './s3.ts'

const reason = whyNoRealStore()

describe.skipIf(reason !== null)(`on a real store${reason ? ` (${reason})` : ''}`, () => {
  let store: RealStore
  let stop: () => Promise<unknown>
  beforeAll(async () => {
    ;({ store, stop } = await startRealStore())
  })
  afterAll(() => stop?.())

  async function newStore() {
    const { settings, remove } = await makeBucket(store)
    return s3UnderTest(settings, remove, () => new Date())
  }

  test('R07 what stays of parts that were written in any order is one object, copied in the store and through the server', async () => {
    for (const bytes of [6 * 1024 * 1024, 300_000]) {
      const under = await newStore()
      const [first, other] = [await under.reopen(), await under.reopen()]
      const parts = Array.from({ length: 5 }, () => randomBytes(bytes))
      const places = await Promise.all(
        parts.map((each) => first.write('blob', bytes, inChunks(each), (put) => ({ take: put, end: () => {} }))),
      )
      const { container } = places[0]!
      const expectWhole = async () => {
        const into = Buffer.alloc(bytes)
        for (const [index, { position }] of places.entries()) {
          await other.read(container, position, into)
          expect(into.equals(parts[index]!)).toBe(true)
        }
      }
      await expectWhole()
      await first.flush('blob', [container])
      await first.close()
      const { extents, spare } = await extentsOf(under.bucket, container)
      expect([extents.map(({ from, to }) => [from, to]), spare]).toEqual([[[0, 5 * bytes]], []])
      await expectWhole()
      await other.deleteBlob('blob')
      await under.done()
    }
  })

  test.each([
    [{ bucket: 'sampan-is-not-there' }, 'there is no bucket'],
    [{ accessKey: 'NOBODY' }, 'does not know S3_ACCESS_KEY'],
    [{ secretKey: 'another' }, 'S3_SECRET_KEY does not belong'],
  ])('O3 a start with %o says so', async (wrong, message) => {
    const options = { spoolFolder: '/nowhere', wait: async () => {}, clock: () => new Date() }
    const opening = openS3Store({ ...store, bucket: 'sampan-any', ...wrong }, options)
    await expect(opening).rejects.toThrow(message)
  })

  test('O3 a store that takes wrong sums is found out, and one that refuses them takes what is right, once', async () => {
    const under = await newStore()
    const opened = await under.reopen()
    const direct = opened.direct!
    const fault = await direct.prove()
    // Ceph 16 does not look at them, later ones do; of both the lengths and the condition hold.
    expect([null, 'it takes bytes that are not as their x-amz-checksum-crc32 says']).toContain(fault)
    const bytes = randomBytes(300_000)
    const sum = crc32(bytes)
    const { url, headers, ...place } = await direct.target('blob', bytes.length, sum)
    const put = async (body: Buffer) => (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) })).status
    expect(await direct.take(place, bytes.length, sum)).toBe(false)
    expect([await put(bytes.subarray(1)), await put(bytes), await put(bytes)]).toEqual([403, 200, 412])
    expect(await direct.take(place, bytes.length, sum)).toBe(true)
    const into = Buffer.alloc(bytes.length)
    await opened.read(place.container, place.position, into)
    expect(into.equals(bytes)).toBe(true)
    await direct.remove(place)
    expect(await direct.take(place, bytes.length, sum)).toBe(false)
    await under.done()
  })

  byteStoreConformance('a real S3 store', newStore)
  storageConformance('a real S3 store', newStore)
})
