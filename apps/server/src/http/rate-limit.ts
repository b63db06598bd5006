/** Sliding-window limits in Postgres (reliability, Decisions), exact also when requests race and across restarts. */
import { type ErrorCode, type ErrorDetails, Problem } from '@sampan/contract/errors'
import type { RateName } from '@sampan/contract/limits'
import { sql } from 'drizzle-orm'
import { addSeconds } from '../add-seconds.ts'
import type { Db, Transaction } from '../db/connect.ts'

export type RateRule = { name: RateName; max: number; windowSeconds: number }

/** How a refusal is said. */
type Said = { code: ErrorCode; details: ErrorDetails }

/** The reply says the wait; the rule is for the log and the metrics. */
export class RateLimited extends Problem {
  readonly rule: RateName

  constructor(rule: RateName, waitSeconds: number, { code, details }: Said = { code: 'rateLimited', details: {} }) {
    super(code, { ...details, waitSeconds }, { retryAfterSeconds: waitSeconds })
    this.rule = rule
  }
}

async function usedOf(db: Db, rule: RateRule, key: string, now: Date): Promise<{ count: number; oldest: Date | null }> {
  const since = addSeconds(now, -rule.windowSeconds).toISOString()
  const { rows } = await db.execute<{ count: number; oldest: Date | null }>(
    sql`select count(*)::int as count, min(hit_at) as oldest from rate_hits where rule = ${rule.name} and key = ${key} and hit_at > ${since}::timestamptz`,
  )
  return rows[0]!
}

/** Throws rateLimited with the wait where fewer than `times` of `max` are left; takes none. */
export async function checkRate(db: Db, rule: RateRule, key: string, now: Date, times = 1): Promise<void> {
  const { count, oldest } = await usedOf(db, rule, key, now)
  if (count + times <= rule.max) return
  throw limited(rule, oldest ?? now, now)
}

/** Until the oldest that still counts does no more. */
function limited({ name, windowSeconds }: RateRule, oldest: Date, now: Date, said?: Said): RateLimited {
  const freeAt = addSeconds(new Date(oldest), windowSeconds)
  return new RateLimited(name, Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000)), said)
}

/** Takes several at once, or none of them. */
export async function takeRates(tx: Transaction, rule: RateRule, key: string, now: Date, times: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${rule.name}:${key}`}, 0))`)
  await checkRate(tx, rule, key, now, times)
  const expiresAt = addSeconds(now, rule.windowSeconds)
  await tx.execute(
    sql`insert into rate_hits (rule, key, hit_at, expires_at) select ${rule.name}, ${key}, ${now.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz from generate_series(1, ${times}::int)`,
  )
}

/** Locks of a rule with many keys at once: a transaction that has thousands of them must not fill the database's table of locks. */
const lockBuckets = 1024

/**
 * Takes one of each key's for each time that it is named, or none of any: `say` words the refusal, told how many those have left that
 * have too few.
 * Locks come in one order, so that two who want the same ones never wait in a circle.
 */
export async function takeRateOfEach(
  tx: Transaction,
  rule: RateRule,
  keys: readonly string[],
  now: Date,
  say: (left: ReadonlyMap<string, number>) => Said,
): Promise<void> {
  const given = sql`unnest(${sql.param(keys)}::text[]) as given(key)`
  const since = addSeconds(now, -rule.windowSeconds).toISOString()
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext(${rule.name}), bucket) from (select distinct hashtext(key) & ${lockBuckets - 1}::int as bucket from ${given} order by bucket) as ordered`,
  )
  const wanted = sql`(select key, count(*) as times from ${given} group by key) as wanted`
  const { rows } = await tx.execute<{ key: string; taken: number; oldest: Date | null }>(
    sql`select wanted.key, count(hits.hit_at)::int as taken, min(hits.hit_at) as oldest from ${wanted}
      left join rate_hits hits on hits.rule = ${rule.name} and hits.key = wanted.key and hits.hit_at > ${since}::timestamptz
      group by wanted.key, wanted.times having count(hits.hit_at) + wanted.times > ${rule.max}::int order by oldest desc nulls last`,
  )
  const left = () => new Map(rows.map(({ key, taken }) => [key, Math.max(0, rule.max - taken)]))
  if (rows[0]) throw limited(rule, rows[0].oldest ?? now, now, say(left()))
  const expiresAt = addSeconds(now, rule.windowSeconds)
  await tx.execute(
    sql`insert into rate_hits (rule, key, hit_at, expires_at) select ${rule.name}, key, ${now.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz from ${given}`,
  )
}

/** Whether any of a key's is taken. */
export const isRateTaken = async (db: Db, rule: RateRule, key: string, now: Date): Promise<boolean> =>
  (await usedOf(db, rule, key, now)).count > 0

/** A taken hit; returnRate gives it back. */
export type RateHit = { id: number }

/** Takes one of `max` per window for a key, or throws rateLimited with the wait. Call it in a transaction. */
export async function takeRate(tx: Transaction, rule: RateRule, key: string, now: Date): Promise<RateHit> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${rule.name}:${key}`}, 0))`)
  await checkRate(tx, rule, key, now)
  const expiresAt = addSeconds(now, rule.windowSeconds)
  const { rows } = await tx.execute<{ id: number }>(
    sql`insert into rate_hits (rule, key, hit_at, expires_at) values (${rule.name}, ${key}, ${now.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz) returning id`,
  )
  return { id: Number(rows[0]!.id) }
}

/** For what turned out not to count, such as a log-in that succeeded. */
export async function returnRate(db: Db, hit: RateHit): Promise<void> {
  await db.execute(sql`delete from rate_hits where id = ${hit.id}`)
}
