/** Three servers as if each had a machine of its own: one database, one store and one folder of keys between them, a proxy before them. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { S3Settings } from '../../src/adapters/storage/s3/client.ts'
import { type Installation, installForTest } from '../faults/server-process.ts'
import { asTestServer } from '../support/installed.ts'
import { startRoundRobin } from '../support/round-robin.ts'
import { bucketSettings } from '../support/s3/settings.ts'
import type { TestServer } from '../support/test-server.ts'

export const metricsKey = 'a-key-for-the-metrics'
let databases = 0

async function makeDatabase() {
  const { host, user, password } = inject('postgres')
  const name = `replicas_${process.pid}_${++databases}`
  const admin = new pg.Client({ host, user, password, database: 'sampan' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const client = new pg.Client({ host, user, password, database: name })
  await client.connect()
  onTestFinished(() => client.end())
  const url = `postgres://${user}:${password}@127.0.0.1/${name}?host=${encodeURIComponent(host)}`
  return { url, ask: async (text: string) => (await client.query(text)).rows as Record<string, any>[] }
}

/** What lies on the disk that all machines share. */
const shareFolders = (names: readonly string[], shared: string, { dataDir }: Installation) => {
  for (const name of names) symlinkSync(join(shared, name), join(dataDir, name))
}

export async function startReplicas({
  count = 3,
  s3,
  env = {},
}: {
  count?: number
  s3?: S3Settings
  env?: Record<string, string>
} = {}) {
  const shared = mkdtempSync(join(tmpdir(), 'sampan-shared-'))
  onTestFinished(() => rmSync(shared, { recursive: true, force: true }))
  for (const name of ['blobs', 'keys', 'outbox']) mkdirSync(join(shared, name))
  const database = await makeDatabase()
  const settings = {
    WORKERS: '1',
    DATABASE_URL: database.url,
    DATABASE_POOL: '10',
    KEYS_DIR: join(shared, 'keys'),
    METRICS_KEY: metricsKey,
    LOG_LEVEL: 'info',
    TRUST_PROXY: '127.0.0.1',
    ...(s3 && { STORE: 's3', ...bucketSettings(s3) }),
    ...env,
  }
  const replicas = await Promise.all(Array.from({ length: count }, () => installForTest(settings)))
  // Mails lie there for the test to read; in service they go to a mail server.
  for (const replica of replicas) shareFolders(s3 ? ['outbox'] : ['blobs', 'outbox'], shared, replica)
  const proxy = await startRoundRobin(replicas.map(({ port }) => port))
  const start = (replica: Installation, more: Record<string, string> = {}) =>
    replica.start({ env: { PUBLIC_URL: proxy.url, ...more } })
  for (const replica of replicas) await start(replica)
  const server: TestServer = asTestServer({ url: proxy.url, dataDir: replicas[0]!.dataDir })
  /** A machine that shares none of the folders but that of the keys; it is not started. */
  const addOther = () => installForTest(settings)
  return { replicas, proxy, start, server, ask: database.ask, addOther, shared }
}

/** A count of one replica since its start. */
export async function countOf({ url }: Installation, metric: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } })).text()
  const line = text.split('\n').find((each) => each.startsWith(`${metric} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}
