/** Fills an empty database with the lines of a backup. */
import type pg from 'pg'

const lineBytesPerInsert = 1024 * 1024

/** Is anything of ours in it? The tables themselves may be there. */
export async function hasRows(client: pg.Pool | pg.ClientBase, tables: readonly string[]): Promise<boolean> {
  for (const table of tables) {
    const { rows: there } = await client.query('select to_regclass($1) as name', [`public.${table}`])
    if (there[0].name && (await client.query(`select from public."${table}" limit 1`)).rowCount) return true
  }
  return false
}

export const begin = (client: pg.ClientBase): Promise<unknown> =>
  client.query('set idle_in_transaction_session_timeout = 0; begin')
export const commit = (client: pg.ClientBase): Promise<unknown> => client.query('commit')

export async function insertLines(client: pg.ClientBase, table: string, lines: AsyncIterable<string>): Promise<number> {
  let rows = 0
  let batch: string[] = []
  let bytes = 0
  const insert = async () => {
    if (batch.length)
      await client.query(
        `insert into public."${table}" select * from jsonb_populate_recordset(null::public."${table}", $1::jsonb)`,
        [`[${batch.join(',')}]`],
      )
    batch = []
    bytes = 0
  }
  for await (const line of lines) {
    rows++
    batch.push(line)
    bytes += line.length
    if (bytes >= lineBytesPerInsert) await insert()
  }
  await insert()
  return rows
}

/** Numbers go on behind those that were given. */
export async function continueSequences(client: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await client.query(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and column_default like 'nextval(%'",
    [table],
  )
  for (const { name } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence('public."${table}"', '${name}'), coalesce(max("${name}"), 1), max("${name}") is not null) from public."${table}"`,
    )
}

/**
 * The operator's log tells of the restore, in the transaction of its rows: neither is there without the other. Below its line stands
 * what was done before the backup. False where the backup is older than the log.
 */
export async function noteRestored(client: pg.Pool | pg.ClientBase, about: string, detail: string, at: Date): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('public.operator_log') as name")
  if (!rows[0].name) return false
  await client.query("insert into public.operator_log (at, act, about, detail) values ($1, 'backupRestored', $2, $3)", [
    at,
    about,
    detail,
  ])
  return true
}

/** What is restored lies in one store, whichever it lay in. */
export const forgetStores = (client: pg.ClientBase): Promise<unknown> =>
  client.query("delete from public.installation where name = 'stores'")

/** Who was to be deleted meanwhile, and may have changed their mind after the backup, can do so again. Old backups know of none. */
export async function giveTimeToKeep(client: pg.ClientBase, until: Date): Promise<void> {
  const { rowCount } = await client.query(
    "select 1 from information_schema.columns where table_schema = 'public' and table_name = 'users' and column_name = 'delete_at'",
  )
  if (rowCount)
    await client.query('update public.users set delete_at = greatest(delete_at, $1) where delete_at is not null', [until])
}

export async function addJobs(client: pg.ClientBase, lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) {
    await client.query(
      `select graphile_worker.add_job(j ->> 'identifier', (j -> 'payload')::json, queue_name := j ->> 'queueName',
         run_at := (j ->> 'runAt')::timestamptz, max_attempts := (j ->> 'maxAttempts')::int, job_key := j ->> 'key',
         priority := (j ->> 'priority')::int)
       from (select $1::jsonb as j) given`,
      [line],
    )
  }
}
