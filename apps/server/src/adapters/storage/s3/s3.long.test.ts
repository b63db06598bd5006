/** The S3 adapter on a real store. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import { type RealStore, startRealStore, whyNoRealStore } from '../../../../test/support/s3/real-store.ts'
import { s3UnderTest } from '../../../../test/support/s3/under-test.ts'
import { byteStoreConformance } from '../byte-store.conformance.ts'
import { storageConformance } from '../storage.conformance.ts'
import { openClient } from './client.ts'

const reason = whyNoRealStore()

describe.skipIf(reason !== null)(`on a real store${reason ? ` (${reason})` : ''}`, () => {
  let store: RealStore
  let stop: () => Promise<unknown>
  beforeAll(async () => {
    ;({ store, stop } = await startRealStore())
  })
  afterAll(() => stop?.())

  async function newStore() {
    const settings = { ...store, bucket: `sampan-${randomBytes(6).toString('hex')}` }
    const s3 = await openClient(settings)
    await s3.createBucket({ Bucket: settings.bucket })
    return s3UnderTest(settings, async () => {
      for (let isMore = true; isMore; ) {
        const { Contents = [], IsTruncated } = await s3.listObjectsV2({ Bucket: settings.bucket })
        await Promise.all(Contents.map(({ Key }) => s3.deleteObject({ Bucket: settings.bucket, Key })))
        isMore = IsTruncated === true
      }
      await s3.deleteBucket({ Bucket: settings.bucket })
      s3.destroy()
    })
  }

  byteStoreConformance('a real S3 store', newStore)
  storageConformance('a real S3 store', newStore)
})
