/** The settings by which a server finds a bucket of the tests. */
import type { S3Settings } from '../../../src/adapters/storage/s3/client.ts'

export const bucketSettings = ({
  endpoint,
  bucket,
  accessKey,
  secretKey,
}: Pick<S3Settings, 'endpoint' | 'bucket' | 'accessKey' | 'secretKey'>) => ({
  S3_ENDPOINT: endpoint!,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY: accessKey,
  S3_SECRET_KEY: secretKey,
})
