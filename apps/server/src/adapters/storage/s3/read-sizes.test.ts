/** How much of an object is asked for at once: each request costs the store something, and each byte that waits costs memory. */
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type S3Double, startS3Double } from '../../../../test/support/s3/s3-double.ts'
import { type S3UnderTest, s3UnderTest } from '../../../../test/support/s3/under-test.ts'
import { plainStorage } from '../sealed.ts'
import { inChunks, newBlob } from '../storage.samples.ts'

const MiB = 1024 * 1024

let double: S3Double
let under: S3UnderTest
beforeEach(async () => {
  double = await startS3Double()
  under = await s3UnderTest(double.settings, double.stop, double.now)
})
afterEach(() => under.done())

test.each([
  [8, [1, 4, 4, 4]],
  [9, Array(13).fill(1)],
])('O3 one of %i readers asks for so many MiB at once', async (count, expected) => {
  const files = plainStorage(await under.reopen())
  const begin = async (bytes: Buffer) => {
    const [blob, length] = [newBlob(), bytes.length]
    const place = await files.writeAttempt(blob, 0, length, inChunks(bytes))
    return { blob, reader: files.readRange(blob, [{ ...place, offset: 0, length }], 0, length) }
  }
  const others = await Promise.all(Array.from({ length: count - 1 }, () => begin(randomBytes(2))))
  for (const { reader } of others) await reader.next()
  const { blob, reader } = await begin(randomBytes(13 * MiB))
  for await (const { release } of reader) release()
  const ranges = double.asked.flatMap(({ method, key, headers }) =>
    method === 'GET' && key.includes(blob.blobId) ? headers.range! : [],
  )
  const sizes = ranges.map((range) => range.match(/\d+/g)!.map(Number)).map(([from, to]) => to! - from! + 1)
  expect(sizes).toEqual(expected.map((each) => each * MiB))
  for (const { reader } of others) await reader.return()
})
