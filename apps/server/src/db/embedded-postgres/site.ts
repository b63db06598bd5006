/** Where one embedded database lives: its folders, its socket and its password. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { type Account, chooseAccount, giveTo } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { runningPostmaster, SOCKET_PORT } from './lock-file.ts'
import type { Cluster } from './processes.ts'

/** The operating systems allow 104 to 108 bytes for the path of a socket. */
const SOCKET_PATH_MAX_BYTES = 100
export const USER = 'sampan'
export const DATABASE = 'sampan'

export type Site = {
  dir: string
  cluster: Cluster
  socketDir: string
  logFile: string
  password: string
  account: Account
  binaries: Binaries
}

function socketDirFor(dir: string, name: string): string {
  const inside = path.join(dir, 'socket')
  if (Buffer.byteLength(path.join(inside, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_MAX_BYTES) return inside
  return path.join(os.tmpdir(), name)
}

/** Outside the data folder it may have been cleaned away, or be taken by another account of the machine. */
export function prepareSocketDir({ socketDir: folder, account }: Site): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stat = lstatSync(folder)
  const isOurs = [0, stat.uid].includes(process.getuid?.() ?? 0)
  if (!stat.isDirectory() || !isOurs) throw new Error(`${folder} belongs to somebody else.`)
  giveTo(account, folder)
  chmodSync(folder, 0o700)
}

/** Written whole under another name first, then linked: of two servers starting at once both read the same one. */
function readOrCreatePassword(dir: string, hasDatabase: boolean): string {
  const file = path.join(dir, 'password')
  if (!existsSync(file)) {
    if (hasDatabase) throw new Error(`${file} is missing: without it the database in ${dir} cannot be opened.`)
    const draft = `${file}.${randomUUID()}`
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    rmSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}

export async function prepareSite(folder: string): Promise<Site> {
  const binaries = await findBinaries()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const dir = realpathSync(folder)
  const pgDir = path.join(dir, 'pg')
  const tag = `sampan-${createHash('sha256').update(pgDir).digest('hex').slice(0, 16)}`
  const cluster = { folder: pgDir, tag }
  const account = chooseAccount(binaries.postgres, dir)
  // A database that outlived its server is met where it listens, should the folder for temporary files have changed.
  const socketDir = runningPostmaster(cluster)?.socketDir ?? socketDirFor(dir, tag)
  const password = readOrCreatePassword(dir, existsSync(path.join(pgDir, 'PG_VERSION')))
  return { dir, cluster, socketDir, logFile: path.join(dir, 'postgres.log'), password, account, binaries }
}

/** A folder among everybody's temporary files is not left behind. */
export function removeOutsideSocketDir({ dir, socketDir }: Site): void {
  if (path.dirname(socketDir) !== dir) rmSync(socketDir, { recursive: true, force: true })
}

/** Explicit in everything that the environment (PGPORT, PGSSLMODE) could otherwise change. */
export function connectionTo({ socketDir, password }: Site, database: string): pg.ClientConfig {
  return { host: socketDir, port: SOCKET_PORT, user: USER, password, database, ssl: false }
}
