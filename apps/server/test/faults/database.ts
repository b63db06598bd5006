/** The embedded database of an installation, asked over its socket as an operator would. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Sizes and places are bigints, far below what a number holds. For these connections alone: other tests share the process. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

export type Row = Record<string, any>
export type Sql = (text: string, values?: unknown[]) => Promise<Row[]>

/** Not yet connected. */
export function databaseClient(dataDir: string): pg.Client {
  const password = readFileSync(join(dataDir, 'db/password'), 'utf8').trim()
  return new pg.Client({
    host: join(dataDir, 'db/socket'),
    port: 5432,
    user: 'sampan',
    database: 'sampan',
    password,
    ssl: false,
    types,
  })
}

/** A connection for each question, because the database is one of those that get killed. */
export const sqlOf =
  ({ seenDir }: { seenDir: () => string }): Sql =>
  async (text, values = []) => {
    const client = databaseClient(seenDir())
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
