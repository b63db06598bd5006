/** What somebody may try is taken before it is looked at, and given back where it was right or not looked at (R19). */
import { type Db, inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { type RateHit, type RateRule, returnRate, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { isKnownBrowser } from './queries.ts'

type Needs = Pick<Services, 'db' | 'clock'>
export type Try = { rule: RateRule; key: string }

/** Strangers who try an account out lock it for strangers: a browser that was signed in to it before has tries of its own. */
export const accountKey = async (db: Db, { browserHash }: Actor, email: string, key: string): Promise<string> =>
  (await isKnownBrowser(db, email, browserHash!)) ? `${key} ${browserHash}` : key

/** Throws rateLimited where one of them is used up. */
export const takeTries = ({ db, clock }: Needs, tries: (tx: Transaction) => Promise<Try[]>): Promise<RateHit[]> =>
  inTransaction(db, async (tx) => {
    const hits: RateHit[] = []
    for (const { rule, key } of await tries(tx)) hits.push(await takeRate(tx, rule, key, clock()))
    return hits
  })

export const releaseHits = async (db: Db, hits: RateHit[]): Promise<void> => {
  for (const hit of hits) await returnRate(db, hit)
}
