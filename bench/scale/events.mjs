/** What the end of a month of events costs: the question whether their tables need partitions. */
import { timed } from '../growth/calls.mjs'

const tables = [
  ['transfer_events', 'at'],
  ['download_sessions', 'started_at'],
  ['download_events', 'at'],
]
const sizeOf = async (db, name) =>
  Number((await db.query('select pg_total_relation_size($1::regclass) as bytes', [name])).rows[0].bytes)

/** A twelfth goes in one statement, which is the worst way; the product lets them go with their transfer, a few at a time. */
export async function retention(db) {
  const rows = []
  for (const [name, at] of tables) {
    const bytes = await sizeOf(db, name)
    const count = Number(
      (await db.query('select reltuples::bigint as count from pg_class where oid = $1::regclass', [name])).rows[0].count,
    )
    const gone = await timed(() => db.query(`delete from ${name} where ${at} < now() - interval '335 days'`))
    const vacuum = await timed(() => db.query(`vacuum analyze ${name}`))
    rows.push({
      name,
      count,
      bytes,
      gone: gone.result.rowCount,
      goneMs: gone.ms,
      vacuumMs: vacuum.ms,
      after: await sizeOf(db, name),
    })
    console.log(rows.at(-1))
  }
  return rows
}
