/** What counts against a limit of times in a window: rows, so that a limit holds over all processes and restarts. */
import type { RateName } from '@sampan/contract/rate-limits'
import { and, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Transaction } from './database.ts'
import { rateHits } from './tables.ts'

type Hits = { count: number; oldest: Date | null }

const countSince = (rule: string, key: string, since: Date) =>
  sql`select count(*)::int as count, min(hit_at) as oldest from rate_hits where rule = ${rule} and key = ${key} and hit_at > ${since.toISOString()}::timestamptz`

export const hitsSince = async (db: Db, rule: string, key: string, since: Date): Promise<Hits> =>
  (await db.execute<Hits>(countSince(rule, key, since))).rows[0]!

type Taking = { since: Date; max: number; times: number; hitAt: Date; expiresAt: Date }

/** Adds so many hits of a key, or none where more than `max`, which may be endless, would have come since; tells what there was before, and the ids of the new ones. */
export async function addHitsWithin(
  tx: Transaction,
  rule: string,
  key: string,
  taking: Taking,
): Promise<Hits & { ids: number[] }> {
  const { since, max, times, hitAt, expiresAt } = taking
  const { rows } = await tx.execute<Hits & { ids: string[] }>(
    sql`with used as (${countSince(rule, key, since)}), added as (
        insert into rate_hits (rule, key, hit_at, expires_at)
        select ${rule}, ${key}, ${hitAt.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz
        from used, generate_series(1, ${times}::int) where used.count + ${times}::int <= ${max}::float8 returning id
      ) select count, oldest, array(select id::text from added) as ids from used`,
  )
  const { ids, ...used } = rows[0]!
  return { ...used, ids: ids.map(Number) }
}

/** The hits of a key since a moment, for a statement that asks for more at once: what follows `from`. The rule is part of the text, as a prepared statement wants it. */
export const hitsOf = (rule: RateName, key: SQL, since: SQL): SQL =>
  sql`${rateHits} where ${rateHits.rule} = ${sql.raw(`'${rule}'`)} and ${rateHits.key} = ${key} and ${rateHits.hitAt} > ${since}`

/** Nobody else takes hits of this key until the transaction ends. */
export async function lockRate(tx: Transaction, rule: string, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${rule}:${key}`}, 0))`)
}

/** Locks of a rule with many keys at once: a transaction that has thousands of them must not fill the database's table of locks. */
const lockBuckets = 1024

const given = (keys: readonly string[]) => sql`unnest(${sql.param(keys)}::text[]) as given(key)`

/** Locks come in one order, so that two who want the same ones never wait in a circle. */
export async function lockRates(tx: Transaction, rule: string, keys: readonly string[]): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext(${rule}), bucket) from (select distinct hashtext(key) & ${lockBuckets - 1}::int as bucket from ${given(keys)} order by bucket) as ordered`,
  )
}

type Short = { key: string; taken: number; oldest: Date | null }

/** The keys that have fewer than they are named left of `max`, the one that was hit last at first. */
export async function keysTooShort(
  tx: Transaction,
  rule: string,
  keys: readonly string[],
  since: Date,
  max: number,
): Promise<Short[]> {
  const wanted = sql`(select key, count(*) as times from ${given(keys)} group by key) as wanted`
  const { rows } = await tx.execute<Short>(
    sql`select wanted.key, count(hits.hit_at)::int as taken, min(hits.hit_at) as oldest from ${wanted}
      left join rate_hits hits on hits.rule = ${rule} and hits.key = wanted.key and hits.hit_at > ${since.toISOString()}::timestamptz
      group by wanted.key, wanted.times having count(hits.hit_at) + wanted.times > ${max}::int order by oldest desc nulls last`,
  )
  return rows
}

/** Adds a hit for each time that a key is named, and returns their ids in no order. */
export async function addHits(tx: Db, rule: string, keys: readonly string[], hitAt: Date, expiresAt: Date): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`insert into rate_hits (rule, key, hit_at, expires_at) select ${rule}, key, ${hitAt.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz from ${given(keys)} returning id`,
  )
  return rows.map(({ id }) => Number(id))
}

export async function deleteHit(db: Db, id: number): Promise<void> {
  await db.delete(rateHits).where(eq(rateHits.id, id))
}

export async function deleteHitsOf(tx: Transaction, rule: string, keys: string[]): Promise<void> {
  await tx.delete(rateHits).where(and(eq(rateHits.rule, rule), inArray(rateHits.key, keys)))
}

/** Deletes the hits of a key under every rule, also where the key stands together with something else. */
export async function forgetHits(tx: Transaction, key: string): Promise<void> {
  await tx.delete(rateHits).where(or(eq(rateHits.key, key), sql`starts_with(${rateHits.key}, ${`${key} `})`))
}

export async function deleteExpiredHits(db: Db, now: Date): Promise<void> {
  await db.delete(rateHits).where(lte(rateHits.expiresAt, now))
}
