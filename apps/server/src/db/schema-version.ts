/** Which migrations a database has, and which this program knows, by the times that name them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

type Journal = { entries: { when: number }[] }

export const knownMigrations = (folder: string): number[] =>
  (JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal).entries.map(({ when }) => when)

/** Empty where it has none. */
export async function appliedMigrations(client: pg.Pool | pg.ClientBase): Promise<number[]> {
  const { rows: there } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name")
  if (!there[0].name) return []
  const { rows } = await client.query('select created_at from drizzle.__drizzle_migrations order by created_at')
  return rows.map(({ created_at }) => Number(created_at))
}

/** Applied ones are the beginning of those that are known, or all. */
export function compareMigrations(applied: readonly number[], known: readonly number[]): 'equal' | 'older' | 'newer' {
  const latest = applied.at(-1) ?? 0
  const newest = known.at(-1) ?? 0
  return latest === newest ? 'equal' : latest < newest ? 'older' : 'newer'
}
