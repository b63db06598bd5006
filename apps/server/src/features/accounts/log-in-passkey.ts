/** A log-in with a passkey, which is both steps in one: what it is kept in has looked at whoever uses it (A9). */
import { Problem } from '@sampan/contract/errors'
import type { Session } from '@sampan/contract/routes/accounts'
import type { Assertion, RequestOptions } from '@sampan/contract/routes/passkeys'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { isRepeated } from '../../http/request-key.ts'
import type { Services } from '../../services.ts'
import { enter } from './enter.ts'
import type { SessionRow } from './queries.ts'
import * as queries from './queries.ts'
import { sessionReply, type Visit } from './sessions.ts'
import { type Answer, questionFor, readAnswer, takeAnswer } from './take-passkey.ts'
import { releaseHits, takeTries } from './tries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>
type Input = { passkey: Assertion; requestKey: string | undefined }

const logInUse = ({ actor }: Visit) => ({ purpose: 'logIn' as const, boundTo: actor.browserHash! })

/** Whoever asks is nobody yet: no passkey is named. */
export const beginPasskeyLogIn = (needs: Needs, visit: Visit): RequestOptions => questionFor(needs, logInUse(visit), [])

/** Null where the passkey was copied. */
async function finish(
  tx: Transaction,
  needs: Needs,
  visit: Visit,
  answer: Answer,
  requestKey: string | undefined,
): Promise<SessionRow | null> {
  const { passkey, challenge } = answer
  const now = needs.clock()
  const call = { of: `logInPasskey ${passkey.id} ${visit.actor.browserHash} ${challenge.text}`, requestKey }
  const isAgain = await isRepeated(tx, needs.config, call, now)
  if (!(await takeAnswer(tx, visit.actor, answer, { isAgain, now }))) return null
  await queries.countOtherLogin(tx, passkey.userId)
  return enter(tx, needs, visit, passkey.userId, { proof: 'passkey', passkeyId: passkey.id })
}

/** Throws what readAnswer throws, passkeyCopied or rateLimited. */
export async function logInPasskey(needs: Needs, visit: Visit, { passkey, requestKey }: Input): Promise<Session> {
  const { db, config } = needs
  const hits = await takeTries(needs, async () => [{ rule: config.rateLimits.passkeyNetwork, key: visit.actor.networkKey }])
  const answer = await readAnswer(needs, logInUse(visit), passkey)
  const session = await inTransaction(db, async (tx) => {
    await releaseHits(tx, hits)
    return finish(tx, needs, visit, answer, requestKey)
  })
  if (!session) throw new Problem('passkeyCopied')
  return sessionReply(needs, (await queries.findAccount(db, { id: session.userId }))!, session)
}
