/** The second step of a log-in: a code, after the password was right in this browser, or a provider has said who it is (A10, A11). */
import { Problem } from '@sampan/contract/errors'
import { rememberedSeconds } from '@sampan/contract/limits'
import type { Session } from '@sampan/contract/routes/accounts'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { isRepeated } from '../../http/request-key.ts'
import type { Services } from '../../services.ts'
import { enter } from './enter.ts'
import { type ByProvider, isSamePassword, readHalfLogIn } from './half-log-in.ts'
import * as queries from './queries.ts'
import { touchIdentity } from './queries-providers.ts'
import { rememberBrowser } from './queries-second-factor.ts'
import { sessionReply, type Visit } from './sessions.ts'
import { hasSecondFactor, takeCode } from './take-code.ts'
import { accountKey, releaseHits, takeTries } from './tries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>
type Input = { code: string; remember: boolean; requestKey: string | undefined }
type First = { user: queries.UserRow; by: ByProvider | null }

async function finish(tx: Transaction, needs: Needs, visit: Visit, { user, by }: First, input: Input) {
  const [now, { browserHash }] = [needs.clock(), visit.actor]
  const isStill = (await queries.countLogin(tx, user)) && (!by || (await touchIdentity(tx, by.identityId, { lastUsedAt: now })))
  if (!isStill) throw new Problem('halfLogInOver')
  const { code, remember, requestKey } = input
  // Asked again because the answer was lost: the code is used up by then.
  const call = { of: `logInSecondFactor ${user.id} ${browserHash} ${code}`, requestKey }
  if (!(await isRepeated(tx, needs.config, call, now))) await takeCode(tx, needs, user.id, code)
  if (remember)
    await rememberBrowser(tx, { userId: user.id, browserHash: browserHash!, until: addSeconds(now, rememberedSeconds) })
  return enter(tx, needs, visit, user.id, by ? { proof: 'provider', ...by } : { proof: 'passwordAndCode' })
}

/** Throws halfLogInOver, secondFactorWrong or rateLimited. `half` is the browser's cookie of the first step. */
export async function logInSecondFactor(needs: Needs, visit: Visit, half: string | null, input: Input): Promise<Session> {
  const { db, config } = needs
  const { secondFactorNetwork, secondFactorAccount } = config.rateLimits
  const { userId, mark, by } = readHalfLogIn(needs, half, visit.actor.browserHash!)
  const user = await queries.findUser(db, userId)
  // Who is not asked any more logs in anew, with the password alone.
  if (!user || !isSamePassword(user, mark) || !(await hasSecondFactor(db, userId))) throw new Problem('halfLogInOver')
  const hits = await takeTries(needs, async (tx) => [
    { rule: secondFactorNetwork, key: visit.actor.networkKey },
    { rule: secondFactorAccount, key: await accountKey(tx, visit.actor, user.email, userId) },
  ])
  const session = await inTransaction(db, async (tx) => {
    await releaseHits(tx, hits)
    return finish(tx, needs, visit, { user, by }, input)
  })
  return sessionReply(needs, (await queries.findAccount(db, { id: userId }))!, session)
}
