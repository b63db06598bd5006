/** /combinedAuth: limits first, then the password; what was right or not looked at does not count (A2, R19, R20). */
import { Problem } from '@sampan/contract/errors'
import type { Session } from '@sampan/contract/routes/accounts'
import { isPassword } from '../../adapters/passwords/passwords.ts'
import { type Db, inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { type RateHit, returnRate, takeRate } from '../../http/rate-limit.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { newDeviceJob } from './job-names.ts'
import * as queries from './queries.ts'
import { openSession, sessionReply, type Visit } from './sessions.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>

/** Strangers who try passwords lock the account for strangers: a browser that was signed in to it before has tries of its own. */
const takeTry = ({ db, clock, config }: Needs, actor: Actor, email: string): Promise<RateHit[]> =>
  inTransaction(db, async (tx) => {
    const { loginNetwork, loginAccount } = config.rateLimits
    const isKnown = await queries.isKnownBrowser(tx, email, actor.browserHash!)
    return [
      await takeRate(tx, loginNetwork, actor.networkKey, clock()),
      await takeRate(tx, loginAccount, isKnown ? `${email} ${actor.browserHash}` : email, clock()),
    ]
  })

const releaseHits = async (db: Db, hits: RateHit[]): Promise<void> => {
  for (const hit of hits) await returnRate(db, hit)
}

export async function logIn(needs: Needs, visit: Visit, input: { email: string; password: string }): Promise<Session> {
  const { db, clock } = needs
  const account = await queries.findAccount(db, { email: input.email })
  const hits = await takeTry(needs, visit.actor, input.email)
  const isRight = await isPassword('logIn', account?.user.passwordHash ?? null, input.password).catch(async (error) => {
    await releaseHits(db, hits)
    throw error
  })
  if (!account || !isRight) throw new Problem('loginFailed')
  const { id } = account.user
  const session = await inTransaction(db, async (tx) => {
    await releaseHits(tx, hits)
    if (!(await queries.countLogin(tx, account.user))) throw new Problem('loginFailed')
    const { browserHash, userAgent, ip } = visit.actor
    const isKnown = await queries.isKnownDevice(tx, id, { browserHash: browserHash!, userAgent, ip })
    const opened = await openSession(tx, needs, visit, id, clock())
    if (!isKnown) await addJob(tx, newDeviceJob, { mailId: opened.id, sessionId: opened.id })
    return opened
  })
  return sessionReply(needs, (await queries.findAccount(db, { id }))!, session)
}
