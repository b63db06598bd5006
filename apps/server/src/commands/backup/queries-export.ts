/** Every row of our tables and every job, as lines of JSON, of one moment. */
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import * as tables from '../../db/tables.ts'

const rowsPerFetch = 500

/** In an order in which none refers to a later one. */
export function tablesInOrder(): string[] {
  const all = Object.values(tables).flatMap((each): PgTable[] => (is(each, PgTable) ? [each] : []))
  const placed = new Set<string>()
  const place = (table: PgTable) => {
    if (placed.has(getTableName(table))) return
    for (const { reference } of getTableConfig(table).foreignKeys)
      if (reference().foreignTable !== table) place(reference().foreignTable)
    placed.add(getTableName(table))
  }
  for (const table of all) place(table)
  return [...placed]
}

/** One moment of the database for all that is read until `endMoment`. */
export const beginMoment = (client: pg.ClientBase): Promise<unknown> =>
  client.query('begin isolation level repeatable read read only')
export const endMoment = (client: pg.ClientBase): Promise<unknown> => client.query('commit')

async function* fetchAll<T extends pg.QueryResultRow>(client: pg.ClientBase, query: string): AsyncGenerator<T[]> {
  await client.query(`declare lines no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<T>(`fetch ${rowsPerFetch} from lines`)
    if (rows.length) yield rows
    if (rows.length < rowsPerFetch) break
  }
  await client.query('close lines')
}

async function* asLines(client: pg.ClientBase, query: string, count: (rows: number) => void): AsyncGenerator<Buffer> {
  for await (const rows of fetchAll<{ line: string }>(client, query)) {
    count(rows.length)
    yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
  }
}

export const tableLines = (client: pg.ClientBase, table: string, count: (rows: number) => void): AsyncGenerator<Buffer> =>
  asLines(client, `select to_jsonb(t)::text as line from "${table}" t`, count)

/** Jobs that are still to do, those under way among them, as they can be added anew. */
export const jobLines = (client: pg.ClientBase): AsyncGenerator<Buffer> =>
  asLines(
    client,
    `select jsonb_build_object('identifier', t.identifier, 'payload', j.payload, 'queueName', q.queue_name, 'runAt', j.run_at,
       'maxAttempts', j.max_attempts, 'key', j.key, 'priority', j.priority)::text as line
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.attempts < j.max_attempts or j.locked_at is not null order by j.id`,
    () => {},
  )

export type PlacedAttempt = { container: string; position: number; length: number; header: Buffer }

/** Container by container. */
export async function* attemptsByContainer(client: pg.ClientBase): AsyncGenerator<PlacedAttempt[]> {
  for await (const rows of fetchAll<{ container: string; position: string; length: string; header: Buffer }>(
    client,
    'select container, position, length, header from attempts order by container',
  ))
    yield rows.map((row) => ({ ...row, position: Number(row.position), length: Number(row.length) }))
}
