/** Opens an installation for a command: its database, running or not, and the services that the server has too. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { storesOf } from '../config/store-settings.ts'
import { type Connection, connect } from '../db/connect.ts'
import { hasEmbeddedPostgres, reachEmbeddedPostgres } from '../db/embedded-postgres/reach-running.ts'
import { appliedMigrations, compareMigrations, knownMigrations } from '../db/schema-version.ts'
import { checkStore } from '../features/operation/index.ts'
import { logSerializers } from '../http/error-for-log.ts'
import { lookAtStorage, makeServices, type Services } from '../services.ts'
import { CommandError, type Context } from './command.ts'
import { readCanary } from './rotate-keys/queries.ts'

/** As few as the embedded database keeps free beside a server. */
const SHARED_CONNECTIONS = 2
const OWN_CONNECTIONS = 6

export type Installation = Pick<Connection, 'pool'> & { services: Services; isServerRunning: boolean }
export type Opened = Connection & { options: Parameters<typeof connect>[0]; isServerRunning: boolean }

/** Its files would belong to root, and the server could no longer read them. */
export function refuseForeignAccount(folder: string): void {
  const uid = process.getuid?.()
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  if (uid === 0 && owner !== undefined && owner !== 0)
    throw new CommandError(
      `${folder} belongs to account number ${owner}. Run the command as that account, for example with sudo -u.`,
    )
}

/** The database alone; `mayCreate` for a command that fills an empty one. */
export async function openDatabase(context: Context, { mayCreate = false } = {}): Promise<Opened> {
  const { databaseUrl, dataDir } = context.config
  const dir = join(dataDir, 'db')
  refuseForeignAccount(dataDir)
  if (!databaseUrl && !mayCreate && !hasEmbeddedPostgres(dir))
    throw new CommandError(`There is no Sampan in DATA_DIR=${dataDir}. Set DATA_DIR and the rest as for the server.`)
  const reached = databaseUrl
    ? { connection: { connectionString: databaseUrl }, isShared: false, stop: async () => {} }
    : await reachEmbeddedPostgres({ dir, log: context.log })
  context.atEnd(reached.stop)
  const options = {
    ...reached.connection,
    max: reached.isShared ? SHARED_CONNECTIONS : OWN_CONNECTIONS,
    connectionTimeoutMillis: 10_000,
  }
  const connection = connect(options, () => {})
  context.atEnd(connection.close)
  return { ...connection, options, isServerRunning: reached.isShared }
}

async function checkSchema({ pool }: Opened, { migrationsFolder }: Context): Promise<void> {
  const verdict = compareMigrations(await appliedMigrations(pool), knownMigrations(migrationsFolder))
  if (verdict === 'older')
    throw new CommandError('The database is of an earlier version. Start Sampan once, or call sampan migrate.')
  if (verdict === 'newer') throw new CommandError('The database is of a later version of Sampan than this one.')
}

/** The server's first start leaves a canary: a database without it knows of no stored byte, and would call every one garbage. */
async function requireStarted({ db }: Opened, { config }: Context): Promise<void> {
  if (await readCanary(db)) return
  throw new CommandError(
    `The database is new: no Sampan was ever started on it, so it knows nothing of DATA_DIR=${config.dataDir}. Set DATABASE_URL and DATA_DIR as for the server, or restore the database from your backup.`,
  )
}

/** `mayBeLost` where the operator says that bytes which are not there are lost. Nothing is made in the store, whose disk may be away. */
export async function openInstallation(context: Context, { mayBeLost = false } = {}): Promise<Installation> {
  const { config } = context
  const database = await openDatabase(context)
  await checkSchema(database, context)
  await requireStarted(database, context)
  // Made by the server at its first start: without it the bytes lie elsewhere, and every one would look lost.
  if (storesOf(config).every((store) => store === 'disk') && !mayBeLost && !existsSync(join(config.dataDir, 'blobs')))
    throw new CommandError(`There are no stored bytes in DATA_DIR=${config.dataDir}. Set DATA_DIR as for the server.`)
  const owner = await lookAtStorage(config, (storage) =>
    checkStore({ db: database.db, config, storage }, { mayBeEmpty: mayBeLost }),
  )
  const log = pino({ level: 'warn', serializers: logSerializers }, pino.destination({ dest: 2, sync: true }))
  const services = await makeServices(config, database, log, { clock: context.clock }, { owner, mayMake: false })
  context.atEnd(async () => {
    await services.storage.close()
    services.mailer.close()
  })
  return { services, pool: database.pool, isServerRunning: database.isServerRunning }
}
