/** Reaches the database of a site, whoever started it, and makes sure that one server only uses it. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runningPostmaster } from './lock-file.ts'
import { type Launch, launch } from './postmaster.ts'
import { connectionTo, DATABASE, type Site } from './site.ts'

const POLL_MS = 25
const SILENCE_MS = 60_000
/** How long the back ends of a killed server may take to let go of the folder. */
const CLAIM_MS = 5_000
/** Any constant will do: it is the only lock ever taken in the database named postgres. */
export const CLAIM_KEY = 7_267_261

export class FolderInUseError extends Error {
  constructor() {
    super('DATA_DIR is in use by another running Sampan')
  }
}

/** `absent`: nobody listens. `busy`: a database is there, but is starting, recovering or stopping. */
type Attempt = pg.Client | 'absent' | 'busy'

function readFailure(error: { code?: string; message: string }): Attempt {
  const { code } = error
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent'
  if (code === '57P03' || code === '57P01' || code === '53300' || code === 'ECONNRESET' || code === 'EPIPE') return 'busy'
  if (!code && /terminated|timeout/i.test(error.message)) return 'busy'
  throw error
}

async function tryConnect(site: Site): Promise<Attempt> {
  const client = new pg.Client({ ...connectionTo(site, 'postgres'), connectionTimeoutMillis: 10_000 })
  // Without a listener a connection lost later would end the whole process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    return readFailure(error as Error)
  }
}

export type Reached = { client: pg.Client; launched: Launch | undefined }

/** Adopts the database that answers, or starts it. The socket is asked before any pid: it answers across containers too. */
export async function reach(site: Site, signal: AbortSignal): Promise<Reached> {
  let launched: Launch | undefined
  let deadline = performance.now() + SILENCE_MS
  for (;;) {
    signal.throwIfAborted()
    const attempt = await tryConnect(site)
    if (typeof attempt !== 'string') return { client: attempt, launched }
    if (attempt === 'busy') deadline = performance.now() + SILENCE_MS
    else if (!runningPostmaster(site.cluster)) {
      if (launched?.ended()) throw new Error(`The database did not start: ${launched.complaint()}`)
      launched ??= await launch(site)
    }
    if (performance.now() > deadline) throw new Error(`The database does not answer; see ${site.logFile}`)
    await sleep(POLL_MS)
  }
}

/** A lock held by the session: it goes with the connection, so that a killed server leaves nothing behind. */
export async function claim(client: pg.Client): Promise<void> {
  const end = performance.now() + CLAIM_MS
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [CLAIM_KEY])
    if (rows[0].mine) return
    if (performance.now() > end) throw new FolderInUseError()
    await sleep(POLL_MS)
  }
}

export async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(DATABASE)}`)
}

export async function readMaxConnections(client: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await client.query('show max_connections')
  return Number(rows[0].max_connections)
}
