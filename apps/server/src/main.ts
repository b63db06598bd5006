/** Start and stop: reads the config, makes the services, runs http and jobs. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import pino from 'pino'
import { version } from '../package.json'
import { allJobs, makeApp } from './app.ts'
import { type Config, givenSettings, readConfig } from './config.ts'
import { connect } from './db/connect.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres/index.ts'
import { migrate } from './db/migrate.ts'
import { listenForMetrics } from './features/operation/index.ts'
import { outboxUrl } from './features/outbox/index.ts'
import { logSerializers } from './http/error-for-log.ts'
import { checkPort, closeHttp } from './http/listen.ts'
import { startWorker } from './jobs/worker.ts'
import { makeServices } from './services.ts'

const migrationsFolder = join(fileURLToPath(new URL('.', import.meta.url)), 'migrations')
const forcedEndMs = 30_000

type Stop = () => Promise<void>

async function openDatabase(config: Config, log: pino.Logger): Promise<{ options: pg.PoolConfig; stop: Stop }> {
  if (config.databaseUrl)
    return { options: { connectionString: config.databaseUrl, max: config.databasePool }, stop: async () => {} }
  const postgres = await startEmbeddedPostgres({
    dir: join(config.dataDir, 'db'),
    log: (text) => log.warn({ postgres: text }, 'embedded database'),
    onLost: (error) => {
      log.fatal({ err: error }, 'the data folder was taken by another server')
      void end(1)
    },
  })
  return {
    options: { ...postgres.connection, max: Math.min(config.databasePool, postgres.maxConnections) },
    stop: postgres.stop,
  }
}

/** Answers with the address of the kept mails, if there are any to see. */
async function start(config: Config, log: pino.Logger, stops: Stop[]): Promise<string | null> {
  await checkPort(config.port, config.host)
  if (config.metricsPort !== null) await checkPort(config.metricsPort, config.metricsHost, ['METRICS_PORT', 'METRICS_HOST'])
  const database = await openDatabase(config, log)
  stops.push(database.stop)
  await migrate(database.options, migrationsFolder)
  const connection = connect({ connectionTimeoutMillis: 10_000, ...database.options }, (error) => {
    // The database that stops with us ends what is still open.
    if (!isEnding) log.warn({ err: error }, 'database connection lost')
  })
  stops.push(connection.close)
  const services = await makeServices(config, connection, log)
  stops.push(
    () => services.storage.close(),
    () => services.mailer.close(),
  )
  const worker = await startWorker({
    pool: connection.pool,
    ...allJobs(services),
    log,
    metrics: services.metrics,
    isAlone: !config.databaseUrl,
  })
  stops.push(worker.stop)
  if (config.metricsPort !== null) stops.push((await listenForMetrics(services)).stop)
  const app = await makeApp(services)
  await app.listen({ port: config.port, host: config.host })
  stops.push(() => closeHttp(app))
  if (!config.smtpUrl && !outboxUrl(services)) {
    log.warn({}, 'no SMTP_URL: mails are only kept in DATA_DIR/outbox, nobody gets them')
  }
  return outboxUrl(services)
}

const log = pino({ serializers: logSerializers }, pino.destination({ dest: 1, sync: false }))
const stops: Stop[] = []
let isStarted = false
let isEnding = false

async function end(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  // A refused start is told in its one sentence.
  const tell = (text: string) => isStarted && log.info({ code }, text)
  tell('stopping')
  setTimeout(() => process.exit(1), forcedEndMs).unref()
  for (const stop of stops.reverse()) await stop().catch((error) => log.error({ err: error }, 'while stopping'))
  tell('stopped')
  process.exit(code)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end(0))
try {
  const config = readConfig()
  log.level = config.logLevel
  const outbox = await start(config, log, stops)
  if (!isEnding) {
    isStarted = true
    log.info({ version, node: process.version, settings: givenSettings() }, 'started')
    process.stdout.write(`Sampan is ready at ${config.publicUrl}\n`)
    if (outbox) process.stdout.write(`Mails are kept at ${outbox}\n`)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await end(1)
}
