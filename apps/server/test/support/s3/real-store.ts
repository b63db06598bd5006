/** A real S3 store for the long suite: the one that the environment names, else a Ceph of its own where Debian's packages are installed. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { S3Settings } from '../../../src/adapters/storage/s3/client.ts'

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
  await run('start')
  return { store: { endpoint: `http://127.0.0.1:${port}`, ...keys }, stop: () => run('stop') }
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
