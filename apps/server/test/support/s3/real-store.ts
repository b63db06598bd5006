/** A real S3 store for the long suite: the one that the environment names, else a Ceph of its own where Debian's packages are installed. */
import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { S3 } from '@aws-sdk/client-s3'
import { openClient, type S3Settings } from '../../../src/adapters/storage/s3/client.ts'

export type RealStore = Omit<S3Settings, 'bucket'>

const {
  S3_TEST_ENDPOINT,
  S3_TEST_ACCESS_KEY = 'test-access',
  S3_TEST_SECRET_KEY = 'test-secret',
  S3_TEST_REGION = 'us-east-1',
} = process.env
const keys = { region: S3_TEST_REGION, accessKey: S3_TEST_ACCESS_KEY, secretKey: S3_TEST_SECRET_KEY, isPathStyle: true }
const script = fileURLToPath(new URL('ceph-rgw.sh', import.meta.url))

/** Why there is none, or null. */
export const whyNoRealStore = (): string | null => {
  if (S3_TEST_ENDPOINT) return null
  if (process.getuid?.() !== 0) return 'Ceph needs root'
  const lacking = ['ceph-mon', 'ceph-mgr', 'ceph-osd', 'radosgw'].filter((name) => spawnSync('which', [name]).status !== 0)
  return lacking.length ? `without ${lacking.join(', ')}` : null
}

export async function startRealStore(): Promise<{ store: RealStore; stop: () => Promise<unknown> }> {
  if (S3_TEST_ENDPOINT) return { store: { endpoint: S3_TEST_ENDPOINT, ...keys }, stop: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'sampan-ceph-'))
  const port = await freePort()
  const run = (act: string) => promisify(execFile)(script, [act, folder, String(port), keys.accessKey, keys.secretKey])
  await run('start').catch(async (error) => {
    await run('stop')
    throw error
  })
  return { store: { endpoint: `http://127.0.0.1:${port}`, ...keys }, stop: () => run('stop') }
}

/** A bucket of the store, empty; `remove` takes it away with all that is in it. */
export async function makeBucket(store: RealStore): Promise<{ settings: S3Settings; s3: S3; remove: () => Promise<void> }> {
  const settings = { ...store, bucket: `sampan-${randomBytes(6).toString('hex')}` }
  const s3 = await openClient(settings)
  await s3.createBucket({ Bucket: settings.bucket })
  const remove = async () => {
    for (let isMore = true; isMore; ) {
      const { Contents = [], IsTruncated } = await s3.listObjectsV2({ Bucket: settings.bucket })
      await Promise.all(Contents.map(({ Key }) => s3.deleteObject({ Bucket: settings.bucket, Key })))
      isMore = IsTruncated === true
    }
    await s3.deleteBucket({ Bucket: settings.bucket })
    s3.destroy()
  }
  return { settings, s3, remove }
}

/** One whose neighbour 10,000 above is a port as well: the monitor's. */
async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    await new Promise((resolve) => server.close(resolve))
    if (port < 55_000) return port
  }
}
