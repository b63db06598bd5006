/** A database to which nothing can be written is refused at the start, in words that an operator knows what to do with. */
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildServer, installForTest } from '../../test/faults/server-process.ts'
import type { EmbeddedPostgres } from '../db/embedded-postgres/index.ts'
import { ask, newFolder, startIn } from '../db/embedded-postgres/test-folder.ts'

vi.setConfig({ testTimeout: 120_000 })
beforeAll(buildServer, 180_000)

async function refusalOf({ connection }: EmbeddedPostgres): Promise<string> {
  const { host, user, password, database } = connection
  const address = `postgres://${user}:${password}@127.0.0.1/${database}?host=${encodeURIComponent(String(host))}`
  const here = await installForTest({ DATABASE_URL: address })
  const refusal = await here.start().catch(({ message }) => message)
  expect(await here.life!.ended).toBe(1)
  return refusal
}

const tablesOf = async (database: EmbeddedPostgres) =>
  (await ask(database, "select count(*)::int as count from pg_tables where schemaname in ('public', 'drizzle')"))[0]!.count

test('O3 R52 a start on a standby is refused, and says what to name instead', async () => {
  const dir = newFolder()
  const primary = await startIn(dir)
  await primary.stop()
  const signal = join(dir, 'pg/standby.signal')
  writeFileSync(signal, '')
  const { uid, gid } = statSync(join(dir, 'pg'))
  chownSync(signal, uid, gid)
  const standby = await startIn(dir)
  expect(await ask(standby, 'select pg_is_in_recovery() as is_standby')).toEqual([{ is_standby: true }])
  expect(await refusalOf(standby)).toMatch(/^DATABASE_URL: this Postgres is a standby, .* name the primary instead/m)
})

test('O3 R52 a start with a role that may only read is refused', async () => {
  const database = await startIn(newFolder())
  await ask(database, 'alter role current_user set default_transaction_read_only = on')
  expect(await refusalOf(database)).toMatch(
    /^DATABASE_URL: this Postgres is read-only for this role \(default_transaction_read_only is on\)/m,
  )
  expect(await tablesOf(database)).toBe(0)
})
