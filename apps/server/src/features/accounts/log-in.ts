/** /combinedAuth: limits first, then the password; what was right or not looked at does not count (A2, R19, R20). */
import { Problem } from '@sampan/contract/errors'
import type { Session } from '@sampan/contract/routes/accounts'
import { isPassword } from '../../adapters/passwords/passwords.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { enter } from './enter.ts'
import { halfLogInOf } from './half-log-in.ts'
import * as queries from './queries.ts'
import { isRemembered } from './queries-second-factor.ts'
import { refusePasswords } from './refuse-passwords.ts'
import { sessionReply, type Visit } from './sessions.ts'
import { hasSecondFactor } from './take-code.ts'
import { accountKey, releaseHits, takeTries } from './tries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>

/** The password was right, and a code is asked for as well: `half` is for this browser's cookie. */
export class CodeNeeded extends Problem {
  readonly half: string

  constructor(half: string) {
    super('secondFactorNeeded')
    this.half = half
  }
}

/** Of a browser that is not remembered. */
export const isCodeNeeded = async (tx: Transaction, userId: string, browserHash: string, now: Date): Promise<boolean> =>
  (await hasSecondFactor(tx, userId)) && !(await isRemembered(tx, userId, browserHash, now))

export async function logIn(needs: Needs, visit: Visit, input: { email: string; password: string }): Promise<Session> {
  const { db, config } = needs
  refusePasswords(config)
  const { loginNetwork, loginAccount } = config.rateLimits
  const { networkKey, browserHash } = visit.actor
  const account = await queries.findAccount(db, { email: input.email })
  const hits = await takeTries(needs, async (tx) => [
    { rule: loginNetwork, key: networkKey },
    { rule: loginAccount, key: await accountKey(tx, visit.actor, input.email, input.email) },
  ])
  const isRight = await isPassword('logIn', account?.user.passwordHash ?? null, input.password).catch(async (error) => {
    await releaseHits(db, hits)
    throw error
  })
  if (!account || !isRight) throw new Problem('loginFailed')
  const { user } = account
  const session = await inTransaction(db, async (tx) => {
    await releaseHits(tx, hits)
    if (await isCodeNeeded(tx, user.id, browserHash!, needs.clock())) return null
    if (!(await queries.countLogin(tx, user))) throw new Problem('loginFailed')
    return enter(tx, needs, visit, user.id, { proof: 'password' })
  })
  if (!session) throw new CodeNeeded(halfLogInOf(needs, user, browserHash!))
  return sessionReply(needs, (await queries.findAccount(db, { id: user.id }))!, session)
}
