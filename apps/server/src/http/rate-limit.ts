/** Sliding-window limits in Postgres (reliability, Decisions), exact also when requests race and across restarts. */
import { Problem } from '@sampan/contract/errors'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/connect.ts'

export type RateRule = { name: string; max: number; windowSeconds: number }

/** Takes one of `max` per window for a key, or throws rateLimited with the wait. Call it in a transaction. */
export async function takeRate(tx: Transaction, rule: RateRule, key: string, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${rule.name}:${key}`}, 0))`)
  const since = new Date(now.getTime() - rule.windowSeconds * 1000).toISOString()
  const { rows } = await tx.execute<{ count: number; oldest: Date | null }>(
    sql`select count(*)::int as count, min(hit_at) as oldest from rate_hits where rule = ${rule.name} and key = ${key} and hit_at > ${since}::timestamptz`,
  )
  const { count, oldest } = rows[0]!
  if (count >= rule.max) {
    const waitSeconds = Math.max(
      1,
      Math.ceil((new Date(oldest ?? now).getTime() + rule.windowSeconds * 1000 - now.getTime()) / 1000),
    )
    throw new Problem('rateLimited', { waitSeconds }, { retryAfterSeconds: waitSeconds })
  }
  await tx.execute(
    sql`insert into rate_hits (rule, key, hit_at, expires_at) values (${rule.name}, ${key}, ${now.toISOString()}::timestamptz, ${new Date(now.getTime() + rule.windowSeconds * 1000).toISOString()}::timestamptz)`,
  )
}
