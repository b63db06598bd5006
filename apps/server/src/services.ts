/** Picks one adapter per port; the only file that names an adapter. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Geo } from './adapters/geo/geo.ts'
import { openGeo } from './adapters/geo/mmdb.ts'
import type { Mailer } from './adapters/mail/mail.ts'
import { createOutbox } from './adapters/mail/outbox.ts'
import { createSmtpMailer } from './adapters/mail/smtp.ts'
import { openDiskStorage } from './adapters/storage/disk.ts'
import {
  checkCanary,
  deriveSecret,
  loadAppSecret,
  loadMasterKeys,
  type MasterKeys,
  makeCanary,
} from './adapters/storage/master-key.ts'
import type { Storage } from './adapters/storage/storage.ts'
import type { Config } from './config.ts'
import type { Connection, Database } from './db/connect.ts'
import { installation } from './db/tables.ts'
import { type Metrics, makeMetrics } from './metrics/metrics.ts'
import { makeMissAlarm } from './metrics/miss-alarm.ts'
import { observedMailer, observedStorage } from './metrics/observed.ts'
import { addPoolGauges } from './metrics/pool-gauges.ts'

export type Services = {
  config: Config
  db: Database
  storage: Storage
  mailer: Mailer
  geo: Geo
  masterKeys: MasterKeys
  /** Signing keys, one per purpose. */
  secrets: { ticket: Buffer; access: Buffer; refresh: Buffer; link: Buffer; download: Buffer; code: Buffer; outbox: Buffer }
  clock: () => Date
  log: FastifyBaseLogger
  metrics: Metrics
  /** To be told of every link that does not exist. */
  linkMissed: () => void
}

/** A wrong or missing master key refuses the start: what was written under another could never be read again. */
async function openMasterKeys(db: Database, keysDir: string): Promise<MasterKeys> {
  const name = 'master-key-canary'
  const [row] = await db.select().from(installation).where(eq(installation.name, name))
  const keys = await loadMasterKeys(keysDir, { mayCreate: !row })
  if (row) checkCanary(keys, row.value)
  else
    await db
      .insert(installation)
      .values({ name, value: makeCanary(keys) })
      .onConflictDoNothing()
  return keys
}

export async function makeServices(
  config: Config,
  connection: Connection,
  log: FastifyBaseLogger,
  clock: () => Date = () => new Date(),
): Promise<Services> {
  mkdirSync(config.dataDir, { recursive: true })
  const geo = await openGeo(config.geoCityFiles)
  const masterKeys = await openMasterKeys(connection.db, config.keysDir)
  const appSecret = await loadAppSecret(config.keysDir)
  const mailer = config.smtpUrl
    ? createSmtpMailer(config)
    : await createOutbox({ dir: join(config.dataDir, 'outbox'), config, clock })
  const metrics = makeMetrics(config.metricsPort !== null || config.metricsKey !== null)
  addPoolGauges(metrics, connection.pool)
  const secret = (purpose: string) => deriveSecret(appSecret, purpose)
  return {
    config,
    db: connection.db,
    storage: observedStorage(await openDiskStorage(join(config.dataDir, 'blobs')), metrics),
    mailer: observedMailer(mailer, metrics),
    geo,
    masterKeys,
    secrets: {
      ticket: secret('ticket'),
      access: secret('access'),
      refresh: secret('refresh'),
      link: secret('link'),
      download: secret('download'),
      code: secret('code'),
      outbox: secret('outbox'),
    },
    clock,
    log,
    metrics,
    linkMissed: makeMissAlarm(metrics, log, clock),
  }
}
