import { startS3Double } from '../../../../test/support/s3/s3-double.ts'
import { s3UnderTest } from '../../../../test/support/s3/under-test.ts'
import { byteStoreConformance } from '../byte-store.conformance.ts'
import { storageConformance } from '../storage.conformance.ts'

async function newStore() {
  const double = await startS3Double()
  return s3UnderTest(double.settings, double.stop, double.now)
}

byteStoreConformance('S3', newStore)
storageConformance('S3', newStore, 'sealed', 500)
