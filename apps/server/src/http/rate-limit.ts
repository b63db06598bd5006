/** Sliding-window limits in Postgres (reliability, Decisions), exact also when requests race and across restarts. */
import { Problem } from '@sampan/contract/errors'
import type { RateName } from '@sampan/contract/limits'
import { sql } from 'drizzle-orm'
import type { Db, Transaction } from '../db/connect.ts'
import { secondsAfter } from '../seconds-after.ts'

export type RateRule = { name: RateName; max: number; windowSeconds: number }

/** The reply says the wait; the rule is for the log and the metrics. */
export class RateLimited extends Problem {
  readonly rule: RateName

  constructor(rule: RateName, waitSeconds: number) {
    super('rateLimited', { waitSeconds }, { retryAfterSeconds: waitSeconds })
    this.rule = rule
  }
}

async function usedOf(db: Db, rule: RateRule, key: string, now: Date): Promise<{ count: number; oldest: Date | null }> {
  const since = secondsAfter(now, -rule.windowSeconds).toISOString()
  const { rows } = await db.execute<{ count: number; oldest: Date | null }>(
    sql`select count(*)::int as count, min(hit_at) as oldest from rate_hits where rule = ${rule.name} and key = ${key} and hit_at > ${since}::timestamptz`,
  )
  return rows[0]!
}

/** Throws rateLimited with the wait where all of `max` are taken; takes none. */
export async function checkRate(db: Db, rule: RateRule, key: string, now: Date): Promise<void> {
  const { count, oldest } = await usedOf(db, rule, key, now)
  if (count < rule.max) return
  const freeAt = secondsAfter(new Date(oldest ?? now), rule.windowSeconds)
  const waitSeconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000))
  throw new RateLimited(rule.name, waitSeconds)
}

/** A taken hit; returnRate gives it back. */
export type RateHit = { id: number }

/** Takes one of `max` per window for a key, or throws rateLimited with the wait. Call it in a transaction. */
export async function takeRate(tx: Transaction, rule: RateRule, key: string, now: Date): Promise<RateHit> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${rule.name}:${key}`}, 0))`)
  await checkRate(tx, rule, key, now)
  const expiresAt = secondsAfter(now, rule.windowSeconds)
  const { rows } = await tx.execute<{ id: number }>(
    sql`insert into rate_hits (rule, key, hit_at, expires_at) values (${rule.name}, ${key}, ${now.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz) returning id`,
  )
  return { id: Number(rows[0]!.id) }
}

/** For what turned out not to count, such as a log-in that succeeded. */
export async function returnRate(db: Db, hit: RateHit): Promise<void> {
  await db.execute(sql`delete from rate_hits where id = ${hit.id}`)
}
