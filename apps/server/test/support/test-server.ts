/** The whole server for a test: real HTTP on a free port, own database, own data folder, mails collected from the outbox. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setSharedRole } from '@sampan/contract/plans'
import pg from 'pg'
import pino from 'pino'
import type { Email } from 'postal-mime'
import { inject } from 'vitest'
import { allJobs, makeApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { connect } from '../../src/db/connect.ts'
import { undeclaredError } from '../../src/http/declared-errors.ts'
import { logSerializers } from '../../src/http/error-for-log.ts'
import { closeHttp } from '../../src/http/listen.ts'
import { startWorker } from '../../src/jobs/worker.ts'
import { makeServices, type Services } from '../../src/services.ts'
import { testClock } from './clock.ts'
import { mailOf, readMails } from './read-mails.ts'

export type TestServer = {
  url: string
  services: Services
  /** Moves the server's clock; wall time goes on from there. */
  moveClock: (seconds: number) => void
  /** Lets what waits of a kind of jobs run now, whatever it waits for, or what is timed come up; resolves once none is left. */
  runJobs: (name: string) => Promise<void>
  /** Every mail so far that went to this address, oldest first. */
  mailsTo: (address: string) => Promise<Email[]>
  /** The n-th mail to an address (1 is the first), or the first with these words in its subject or text, as soon as it is there. */
  mailTo: (address: string, which?: number | RegExp) => Promise<Email>
  /** Log lines so far. */
  logs: string[]
  /** The next one on the same database and folder, once this one has ended; `prepare` comes before it serves. */
  restart: (env: Record<string, string>, prepare: Prepare) => Promise<TestServer>
  /** Throws where a call answered an error that its route does not declare. */
  close: () => Promise<void>
}

type Prepare = (services: Services) => Promise<unknown>
type Place = { dataDir: string; database: string }

/** What still runs at the end fails the test by the limit of its hooks, and is not cut. */
const drainMs = 600_000

/** The least that argon2 takes: what a password of a test costs tells nothing. */
const hashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

async function newPlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sampan-test-'))
  const database = `t_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const admin = new pg.Client({ ...inject('postgres'), database: 'sampan' })
  await admin.connect()
  // By copying its files: by its log it takes twice the time of a processor.
  await admin.query(`create database ${database} template ${inject('template')} strategy file_copy`)
  await admin.end()
  return { dataDir, database }
}

export const startTestServer = async (
  env: Record<string, string> = {},
  wait: Services['wait'] = async () => {},
): Promise<TestServer> => startAt(await newPlace(), env, wait, async () => {})

async function startAt(place: Place, env: Record<string, string>, wait: Services['wait'], prepare: Prepare): Promise<TestServer> {
  const { dataDir, database } = place
  const postgres = inject('postgres')
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOW_WATER_BYTES: '0',
    DISK_OVERBOOKING: '0',
    LOG_LEVEL: 'info',
    ...env,
  })
  const { databasePoolerUrl } = config
  // Each server has a database of its own, also behind a pooler.
  const poolerUrl = databasePoolerUrl && new URL(database, databasePoolerUrl).href
  const options = { ...postgres, database, max: 10, ...(poolerUrl && { poolerUrl }) }
  const logs: string[] = []
  const undeclared: string[] = []
  const write = (line: string) => {
    logs.push(line)
    if (line.includes(undeclaredError)) undeclared.push(line)
  }
  const log = pino({ level: config.logLevel, serializers: logSerializers }, { write })
  const connection = connect(options, () => {})
  let movedMs = 0
  const clock = () => new Date(testClock().getTime() + movedMs)
  const services = await makeServices(config, connection, log, { clock, wait, hashCost })
  await prepare(services)
  const { jobs, timed } = allJobs(services)
  // What is timed comes up for nobody by itself: runJobs.
  const worker = await startWorker({
    pool: connection.pool,
    jobs: [...jobs, ...timed],
    timed: [],
    log,
    metrics: services.metrics,
    // For what fails and is tried again: of everything else it is told.
    lookEveryMs: 500,
  })
  const app = await makeApp(services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const stop = async () => {
    await closeHttp(app, drainMs)
    setSharedRole(null)
    await worker.stop()
    await services.storage.close()
    await connection.close()
  }
  const mailsTo = (address: string) => readMails(join(dataDir, 'outbox'), address)
  return {
    url,
    services,
    moveClock: (seconds) => {
      movedMs += seconds * 1000
    },
    runJobs: (name) =>
      runJobs(
        connection.pool,
        name,
        timed.some((job) => job.name === name),
      ),
    mailsTo,
    mailTo: (address, which = 1) => mailOf(join(dataDir, 'outbox'), address, which),
    logs,
    restart: async (other, first) => {
      await stop()
      return startAt(place, other, wait, first)
    },
    close: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
      if (undeclared.length) throw new Error(`Declare in packages/contract/src/routes:\n${undeclared.join('')}`)
    },
  }
}

async function runJobs(pool: pg.Pool, name: string, isTimed: boolean): Promise<void> {
  if (isTimed) await pool.query("select graphile_worker.add_job($1, '{}'::json, max_attempts := 1)", [name])
  await waitFor(async () => {
    const { rows } = await pool.query(
      'select id, locked_at is null and attempts = 0 as waits from graphile_worker.jobs where task_identifier = $1 and (locked_at is not null or attempts = 0)',
      [name],
    )
    const waiting = rows.filter(({ waits }) => waits).map(({ id }) => id)
    if (waiting.length) await pool.query('select graphile_worker.reschedule_jobs($1::bigint[], run_at := now())', [waiting])
    return rows.length === 0
  })
}

/** Asks until there is an answer; the test's own time-out ends it. */
export async function waitFor<T>(ask: () => Promise<T | undefined | null | false>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
