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
  const secret = (purpose: string) => deriveSecret(appSecret, purpose)
  return {
    config,
    db: connection.db,
    storage: await openDiskStorage(join(config.dataDir, 'blobs')),
    mailer,
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
  }
}
