/** One process of the service: its services, its http, and the jobs where it is the one that runs them. */
import { allJobs, makeApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import { type Connection, connect } from '../db/connect.ts'
import { firstOperatorUrl } from '../features/admin/index.ts'
import { listenForBounces } from '../features/bounces/index.ts'
import { listenForMetrics } from '../features/operation/index.ts'
import { outboxUrl } from '../features/outbox/index.ts'
import { tellSandbox } from '../features/renditions/index.ts'
import { noticePowerLoss } from '../features/uploads/index.ts'
import { closeHttp } from '../http/listen.ts'
import { startWorker } from '../jobs/worker.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { makeServices, type Services } from '../services.ts'
import type { Prepared } from './database.ts'
import type { Life, Stop } from './life.ts'
import { drainMs } from './limits.ts'

type Role = { runsJobs: boolean; shareMetrics?: (own: Metrics) => Metrics }

/** Answers with what the terminal is told, once it listens. */
export async function serve(
  config: Config,
  { database, storeOwner }: Prepared,
  role: Role,
  life: Life,
): Promise<readonly string[]> {
  const { log, stops } = life
  const connection = connect(
    { connectionTimeoutMillis: 10_000, ...database, ...(config.databasePoolerUrl && { poolerUrl: config.databasePoolerUrl }) },
    // The database that stops with us ends what is still open.
    (error) => void (life.isEnding() || log.warn({ err: error }, 'database connection lost')),
    (isSilent) => log.warn({}, isSilent ? 'the database does not answer' : 'the database answers again'),
  )
  stops.push(connection.close)
  const own = await makeServices(config, connection, log, undefined, { owner: storeOwner })
  const services = role.shareMetrics ? { ...own, metrics: role.shareMetrics(own.metrics) } : own
  stops.push(
    () => services.storage.close(),
    () => services.mailer.close(),
  )
  await noticePowerLoss(services)
  const stopJobs = role.runsJobs ? await startJobs(connection.pool, services) : async () => {}
  stops.push(stopJobs)
  if (config.metricsPort !== null) stops.push((await listenForMetrics(services)).stop)
  if (role.runsJobs) stops.push((await listenForBounces(services)).stop)
  const app = await makeApp(services)
  await app.listen({ port: config.port, host: config.host })
  if (role.runsJobs) void tellSandbox(log)
  stops.push(async () => void (await Promise.all([closeHttp(app, drainMs), stopJobs()])))
  return readyLines(services)
}

async function readyLines(services: Services): Promise<string[]> {
  const outbox = await outboxUrl(services)
  const first = await firstOperatorUrl(services)
  return [
    ...(outbox ? [`Mails are kept at ${outbox}`] : []),
    ...(first ? [`To run it from a browser, log in and open, within the hour, ${first}`] : []),
  ]
}

async function startJobs(pool: Connection['pool'], services: Services): Promise<Stop> {
  const { log, metrics, config } = services
  return (await startWorker({ pool, ...allJobs(services), log, metrics, isAlone: !config.databaseUrl })).stop
}
