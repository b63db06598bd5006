/** Sliding-window limits in Postgres (reliability, Decisions), exact also when requests race and across restarts. */
import { type ErrorCode, type ErrorDetails, Problem } from '@sampan/contract/errors'
import type { RateName } from '@sampan/contract/rate-limits'
import { addSeconds } from '../add-seconds.ts'
import type { Db, Transaction } from '../db/connect.ts'
import * as rateHits from '../db/rate-hits.ts'
import { noteRate } from './rate-told.ts'

export type RateRule = { name: RateName; max: number; windowSeconds: number }

/** The error by which a limit is refused, with what its text names. */
type Said = { code: ErrorCode; details: ErrorDetails }

/** The reply says the wait; the rule is for the log and the metrics. */
export class RateLimited extends Problem {
  readonly rule: RateName
  readonly max: number
  readonly windowSeconds: number

  constructor(rule: RateRule, waitSeconds: number, { code, details }: Said = { code: 'rateLimited', details: {} }) {
    super(code, { ...details, waitSeconds }, { retryAfterSeconds: waitSeconds })
    this.rule = rule.name
    this.max = rule.max
    this.windowSeconds = rule.windowSeconds
  }
}

const usedOf = (db: Db, { name, windowSeconds }: RateRule, key: string, now: Date) =>
  rateHits.hitsSince(db, name, key, addSeconds(now, -windowSeconds))

/** Throws rateLimited with the wait where fewer than `times` of `max` are left; takes none. What would be left then is told with the reply. */
export async function checkRate(db: Db, rule: RateRule, key: string, now: Date, times = 1): Promise<void> {
  weigh(rule, await usedOf(db, rule, key, now), now, times)
}

/** Throws where `times` more are too many, and else notes what is left then. */
function weigh(rule: RateRule, { count, oldest }: { count: number; oldest: Date | null }, now: Date, times: number): void {
  const { name, max, windowSeconds } = rule
  if (count + times > max) throw limited(rule, oldest ?? now, now)
  noteRate(name, { max, windowSeconds, left: max - count - times, resetSeconds: secondsUntilFree(rule, oldest ?? now, now) })
}

/** The wait lasts until the oldest hit that still counts leaves the window. */
function secondsUntilFree({ windowSeconds }: RateRule, oldest: Date, now: Date): number {
  const freeAt = addSeconds(new Date(oldest), windowSeconds)
  return Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000))
}

const limited = (rule: RateRule, oldest: Date, now: Date, said?: Said): RateLimited =>
  new RateLimited(rule, secondsUntilFree(rule, oldest, now), said)

/** Takes several at once, or none of them. */
export async function takeRates(tx: Transaction, rule: RateRule, key: string, now: Date, times: number): Promise<RateHit[]> {
  const { name, max, windowSeconds } = rule
  // By itself: what counts sees only what was there when it began.
  await rateHits.lockRate(tx, name, key)
  const [since, expiresAt] = [addSeconds(now, -windowSeconds), addSeconds(now, windowSeconds)]
  const { ids, ...used } = await rateHits.addHitsWithin(tx, name, key, { since, max, times, hitAt: now, expiresAt })
  weigh(rule, used, now, times)
  return ids.map((id) => ({ id }))
}

/**
 * Takes one of each key's for each time that it is named, or none of any: `say` words the refusal, told how many those have left that
 * have too few.
 */
export async function takeRateOfEach(
  tx: Transaction,
  rule: RateRule,
  keys: readonly string[],
  now: Date,
  say: (left: ReadonlyMap<string, number>) => Said,
): Promise<void> {
  const { name, max, windowSeconds } = rule
  await rateHits.lockRates(tx, name, keys)
  const short = await rateHits.keysTooShort(tx, name, keys, addSeconds(now, -windowSeconds), max)
  const left = () => new Map(short.map(({ key, taken }) => [key, Math.max(0, max - taken)]))
  if (short[0]) throw limited(rule, short[0].oldest ?? now, now, say(left()))
  await rateHits.addHits(tx, name, keys, now, addSeconds(now, windowSeconds))
}

/** Counts the hits of a key in the window. */
export const takenOf = async (db: Db, rule: RateRule, key: string, now: Date): Promise<number> =>
  (await usedOf(db, rule, key, now)).count

/** Whether the key has any hit in the window. */
export const isRateTaken = async (db: Db, rule: RateRule, key: string, now: Date): Promise<boolean> =>
  (await takenOf(db, rule, key, now)) > 0

/** A taken hit; returnRate gives it back. */
export type RateHit = { id: number }

/** Takes one of `max` per window for a key, or throws rateLimited with the wait. Call it in a transaction. */
export async function takeRate(tx: Transaction, rule: RateRule, key: string, now: Date): Promise<RateHit> {
  const [hit] = await takeRates(tx, rule, key, now, 1)
  return hit!
}

/** The same, but null where none is left. */
export const takeRateIfLeft = (tx: Transaction, rule: RateRule, key: string, now: Date): Promise<RateHit | null> =>
  takeRate(tx, rule, key, now).catch((error) => {
    if (error instanceof RateLimited) return null
    throw error
  })

/** Gives a hit back for what turned out not to count, such as a log-in that succeeded. */
export async function returnRate(db: Db, hit: RateHit): Promise<void> {
  await rateHits.deleteHit(db, hit.id)
}

/** Counts what was used up already, also beyond `max`: whoever asks isUsedUp decides what follows. */
export async function noteUse(db: Db, { name, windowSeconds }: RateRule, key: string, now: Date, times: number): Promise<void> {
  const keys = Array.from({ length: times }, () => key)
  if (times > 0) await rateHits.addHits(db, name, keys, now, addSeconds(now, windowSeconds))
}

export const isUsedUp = async (db: Db, rule: RateRule, key: string, now: Date): Promise<boolean> =>
  (await usedOf(db, rule, key, now)).count >= rule.max
