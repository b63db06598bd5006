/** Every row of the tables that a refused call might have changed: equal before and after, nothing happened. */
import { sql } from 'drizzle-orm'
import type { TestServer } from './test-server.ts'

const tables = ['users', 'owners', 'sessions', 'verifications', 'verified_addresses', 'rate_hits', 'uploads', 'transfers']

export async function stateOf({ services }: TestServer): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {}
  for (const table of tables) state[table] = (await services.db.execute(sql.raw(`select * from ${table} order by 1`))).rows
  return state
}
