/** A Ceph of its own whose gateway speaks S3, as the long tests start it: what such a store can do by itself, and one to put files into. */
import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { GetObjectCommand, PutObjectCommand, S3 } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { freePort } from '../../scripts/processes/processes.mjs'

const script = resolve(import.meta.dirname, '../../apps/server/test/support/s3/ceph-rgw.sh')
const programs = ['ceph-mon', 'ceph-mgr', 'ceph-osd', 'radosgw', 'radosgw-admin']
const keys = { accessKeyId: 'bench-access', secretAccessKey: 'bench-secret' }
const run = promisify(execFile)
/** The monitor takes the port so far above the gateway's. */
const monitorAbove = 10_000
const highestPort = 65_535
const signedSeconds = 86_400

const isHere = () => process.getuid() === 0 && programs.every((name) => spawnSync('which', [name]).status === 0)

async function portWithNeighbour() {
  for (;;) {
    const port = await freePort()
    if (port + monitorAbove < highestPort) return port
  }
}

/** It takes so many bytes in the end; null where Debian's packages are missing, or without root, which Ceph needs. */
export async function startRgw(folder, bytes) {
  if (!isHere()) return null
  const port = await portWithNeighbour()
  const env = { ...process.env, CEPH_BYTES: String(bytes) }
  const act = (name) => run(script, [name, folder, String(port), keys.accessKeyId, keys.secretAccessKey], { env })
  await act('start').catch(async (error) => {
    await act('stop')
    throw error
  })
  const endpoint = `http://127.0.0.1:${port}`
  const s3 = new S3({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: keys })
  const pids = readdirSync(join(folder, 'run')).filter((name) => name.endsWith('.pid'))
  return {
    name: 'RGW',
    port,
    s3,
    /** Gateway, store and what watches over them. */
    processes: () => pids.map((name) => Number(readFileSync(join(folder, 'run', name), 'utf8'))),
    stop: async () => {
      s3.destroy()
      await act('stop')
    },
    newBucket: (Bucket) => s3.createBucket({ Bucket }),
    /** How Sampan is set to put its files there. */
    settingsFor: (bucket) => ({
      STORE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: keys.accessKeyId,
      S3_SECRET_KEY: keys.secretAccessKey,
    }),
    /** What is deleted stays for two hours else, and the store is as large as it has to be. */
    collect: () =>
      run('radosgw-admin', ['gc', 'process', '--include-all'], {
        env: { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') },
      }),
  }
}

const commands = { GET: GetObjectCommand, PUT: PutObjectCommand }

/** A request for the load client, which signs nothing itself. */
export async function signed({ s3, port }, method, Bucket, Key) {
  const url = new URL(await getSignedUrl(s3, new commands[method]({ Bucket, Key }), { expiresIn: signedSeconds }))
  return { method, path: `${url.pathname}${url.search}`, headers: { host: `127.0.0.1:${port}` } }
}

/** Bytes of a bucket's objects. */
async function bucketBytes({ s3 }, Bucket) {
  let [bytes, token] = [0, undefined]
  do {
    const { Contents = [], NextContinuationToken } = await s3.listObjectsV2({ Bucket, ContinuationToken: token })
    bytes += Contents.reduce((sum, { Size }) => sum + Size, 0)
    token = NextContinuationToken
  } while (token)
  return bytes
}

/** One after another: what a store does about many at once is not to stop the bench. */
export async function emptyBucket({ s3 }, Bucket, prefix) {
  for (;;) {
    const { Contents = [] } = await s3.listObjectsV2({ Bucket, Prefix: prefix })
    if (!Contents.length) return
    await s3.deleteObjects({ Bucket, Delete: { Objects: Contents.map(({ Key }) => ({ Key })) } })
  }
}

/** What a Sampan over this bucket is measured by beside its own processes; what is deleted has gone once it is collected. */
export const storeOf = (rgw, bucket) => ({
  store: rgw.processes,
  heldBytes: async () => {
    await rgw.collect()
    return bucketBytes(rgw, bucket)
  },
})
