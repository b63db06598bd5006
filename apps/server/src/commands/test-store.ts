/** For tests of commands: what lies in a store and in the rows, and things planted into both. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AdminAct } from '@sampan/contract/routes/admin'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { testClock } from '../../test/support/clock.ts'
import type { TestServer } from '../../test/support/test-server.ts'
import type { Config } from '../config/config.ts'
import type { Command, Given } from './command.ts'
import { showAudit } from './service/audit.ts'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Every file under a folder with its hash, by its path in it. */
export function filesIn(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(files.map(({ parentPath, name }) => [join(parentPath, name), hashOf(readFileSync(join(parentPath, name)))]))
}

export const storeOf = ({ services }: TestServer): Map<string, string> => filesIn(join(services.config.dataDir, 'blobs'))

/** The files of one transfer's blobs. */
export async function containersOfSlug(server: TestServer, slug: string): Promise<string[]> {
  const { rows } = await server.services.db.execute<{ container: string }>(
    sql`select distinct container from attempts where blob_id in (select b.id from blobs b join uploads u on u.id = b.upload_id where u.slug = ${slug})`,
  )
  return rows.map(({ container }) => pathOf(server, container))
}

const pathOf = ({ services }: TestServer, container: string): string => {
  const folder = createHash('sha256').update(container.split('.')[0]!).digest('hex').slice(0, 2)
  return join(services.config.dataDir, 'blobs/blobs', folder, container)
}

/** A container of a blob that has no row, last changed so long ago. */
export function plantOrphan(server: TestServer, ageHours: number): string {
  const path = pathOf(server, `${randomUUID()}.0123456789abcdef`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'bytes of nobody')
  age(path, ageHours)
  return path
}

export function age(path: string, hours: number): void {
  const at = new Date(testClock().getTime() - hours * 3_600_000)
  utimesSync(path, at, at)
}

/** Rows of everything that a repair could touch, but for the rows of some uploads. */
export async function rowsBut(server: TestServer, slugs: string[]): Promise<string> {
  const except = sql`(select id from uploads where slug = any(${`{${slugs.join(',')}}`}::text[]))`
  const dump = async (query: ReturnType<typeof sql>) => (await server.services.db.execute(query)).rows
  return JSON.stringify([
    await dump(sql`select * from uploads where id not in ${except} order by id`),
    await dump(sql`select * from blobs where upload_id not in ${except} order by id`),
    await dump(sql`select * from files where upload_id not in ${except} order by id`),
    await dump(sql`select * from transfers where upload_id not in ${except} order by id`),
    await dump(
      sql`select a.* from attempts a join blobs b on b.id = a.blob_id where b.upload_id not in ${except} order by a.seq`,
    ),
    await dump(sql`select * from owners where id not in (select owner_id from uploads where id in ${except}) order by id`),
  ])
}

/** The pool under a test server's query layer. */
export const poolOf = ({ services }: TestServer): pg.Pool => (services.db as unknown as { $client: pg.Pool }).$client

/** A command in this process, over a database of the tests; `out` gets its lines. */
export async function callCommand(
  { run }: Command,
  config: Config,
  to: pg.PoolConfig,
  given: Given,
  out: string[] = [],
): Promise<number> {
  const databaseUrl = `postgres://${to.user}:${to.password}@/${to.database}?host=${encodeURIComponent(to.host!)}`
  const ends: (() => Promise<void>)[] = []
  const context = {
    config: { ...config, databaseUrl },
    cwd: config.dataDir,
    clock: testClock,
    migrationsFolder: fileURLToPath(new URL('../db/migrations', import.meta.url)),
    out: (line: string) => void out.push(line),
    log: () => {},
    atEnd: (close: () => Promise<void>) => void ends.push(close),
  }
  return run(context, given).finally(async () => {
    for (const end of ends.reverse()) await end()
  })
}

/** What `sampan audit` shows of the command line, the latest first: the act, what it was about, and its detail. */
export async function commandActs(server: TestServer): Promise<string[]> {
  const out: string[] = []
  const given = { values: { json: true }, operands: [] }
  await callCommand(showAudit, server.services.config, poolOf(server).options, given, out)
  const acts = JSON.parse(out.join('\n')) as AdminAct[]
  return acts.filter(({ isByCommand }) => isByCommand).map(({ act, about, detail }) => `${act} ${about} ${detail}`.trim())
}
