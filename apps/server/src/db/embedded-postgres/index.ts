/** A real Postgres for an installation on one machine: started, watched and stopped together with the server. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { claim, createDatabase, FolderInUseError, reach, readMaxConnections } from './connect.ts'
import { initialize } from './initialize.ts'
import { type Launch, stopPostmaster } from './postmaster.ts'
import { keepReserve } from './reserve.ts'
import { connectionTo, DATABASE, prepareSite, removeOutsideSocketDir, type Site } from './site.ts'

export { FolderInUseError, readMaxConnections }

/** Kept free of the callers' pools: the claim on the folder, and some for the operator's commands and own look at the data. */
const SPARE_CONNECTIONS = 8
const BACKOFF_MAX_MS = 5_000

export type Options = {
  /** The folder for all files of the database. Its parent is the data folder. */
  dir: string
  log: (line: string) => void
  /** Called when another server took the folder while the database was down: this one must end. */
  onLost?: (error: Error) => void
  /** Some space of the disk is kept for it. */
  hasReserve?: boolean
}

export type EmbeddedPostgres = {
  connection: pg.PoolConfig
  /** What all pools of this server together may open. */
  maxConnections: number
  stop(): Promise<void>
}

class Supervisor {
  maxConnections = 0
  private readonly stopping = new AbortController()
  private claimed: pg.Client | undefined
  private launched: Launch | undefined
  private recovery: Promise<void> = Promise.resolve()

  constructor(
    private readonly site: Site,
    private readonly options: Options,
  ) {}

  async open(): Promise<void> {
    const { client, launched } = await reach(this.site, this.stopping.signal)
    this.launched = launched ?? this.launched
    const ended = new Promise((resolve) => client.once('end', resolve))
    try {
      await claim(client)
      await createDatabase(client)
      this.maxConnections = (await readMaxConnections(client)) - SPARE_CONNECTIONS
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    this.claimed = client
    ended.then(() => this.startAgain())
  }

  /** The claiming connection lives as long as the database does: its end is the sign that the database died. */
  private startAgain(): void {
    if (this.stopping.signal.aborted) return
    this.options.log('The database ended unexpectedly; starting it again')
    this.recovery = this.recover()
  }

  private async recover(): Promise<void> {
    for (let backoffMs = 100; !this.stopping.signal.aborted; backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS)) {
      try {
        await this.open()
        return this.options.log('The database is back')
      } catch (error) {
        if (this.stopping.signal.aborted) return
        this.options.log(`The database is not back yet: ${(error as Error).message}`)
        if (error instanceof FolderInUseError) return this.options.onLost?.(error)
      }
      await sleep(backoffMs, undefined, { signal: this.stopping.signal }).catch(() => {})
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.recovery
    // The claim ends with the database and not before it, so that no other server gets hold of one that is stopping.
    if (await stopPostmaster(this.site, this.launched)) removeOutsideSocketDir(this.site)
    else this.options.log('The database is still writing; it ends by itself')
    await this.claimed?.end().catch(() => {})
  }
}

export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const site = await prepareSite(options.dir)
  await initialize(site)
  const reserve = options.hasReserve ? keepReserve(site.dir, options.log) : undefined
  // On a full disk it could not even start.
  await reserve?.look()
  const supervisor = new Supervisor(site, options)
  await supervisor.open().catch(async (error) => {
    await reserve?.stop()
    throw error
  })
  let stopped: Promise<void> | undefined
  return {
    connection: connectionTo(site, DATABASE),
    maxConnections: supervisor.maxConnections,
    stop() {
      stopped ??= Promise.all([supervisor.stop(), reserve?.stop()]).then(() => {})
      return stopped
    },
  }
}
