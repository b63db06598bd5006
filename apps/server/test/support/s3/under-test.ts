/** An S3 store as the conformance suites want one, whatever answers as it. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreUnderTest } from '../../../src/adapters/storage/byte-store.conformance.ts'
import type { ByteStore } from '../../../src/adapters/storage/byte-store.ts'
import { openClient, type S3Settings } from '../../../src/adapters/storage/s3/client.ts'
import { type Bucket, extentKey, extentsOf, removeKeys } from '../../../src/adapters/storage/s3/extents.ts'
import { putObject } from '../../../src/adapters/storage/s3/put-object.ts'
import { openS3Store, type S3Options } from '../../../src/adapters/storage/s3/s3.ts'

const atOnce = async () => {}

/** `reopen` with options of its own where a test asks for them. */
export type S3UnderTest = Omit<StoreUnderTest, 'reopen'> & {
  bucket: Bucket
  reopen: (options?: Partial<S3Options>) => Promise<ByteStore>
}

export async function s3UnderTest(settings: S3Settings, stop: () => Promise<unknown>, clock: () => Date): Promise<S3UnderTest> {
  const spoolFolder = await mkdtemp(join(tmpdir(), 'sampan-s3-'))
  const opened: ByteStore[] = []
  const bucket = { s3: await openClient(settings), bucket: settings.bucket }
  const extents = async (container: string) => (await extentsOf(bucket, container)).extents
  return {
    bucket,
    reopen: async (options = {}) => {
      const store = await openS3Store(settings, { spoolFolder, wait: atOnce, clock, ...options })
      opened.push(store)
      return store
    },
    load: async (container) => {
      const pieces: Uint8Array[] = []
      for (const { key } of await extents(container)) {
        const { Body } = await bucket.s3.getObject({ Bucket: bucket.bucket, Key: key })
        pieces.push(await Body!.transformToByteArray())
      }
      return Buffer.concat(pieces)
    },
    save: async (container, bytes) => {
      const before = (await extents(container)).map(({ key }) => key)
      await putObject(bucket, extentKey(container, 0, randomBytes(4).toString('hex')), bytes)
      await removeKeys(bucket, before)
    },
    done: async () => {
      await Promise.all(opened.map((store) => store.close()))
      bucket.s3.destroy()
      await stop()
      await rm(spoolFolder, { recursive: true, force: true })
    },
  }
}
