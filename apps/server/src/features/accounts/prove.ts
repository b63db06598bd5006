/** A fresh proof of who is there, by what the account has (A12): its password, a code where the second step is on, or a passkey. */
import { Problem } from '@sampan/contract/errors'
import type { Assertion, RequestOptions } from '@sampan/contract/routes/passkeys'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isRepeated } from '../../http/request-key.ts'
import { proofOf } from '../../http/who-asks.ts'
import type { Services } from '../../services.ts'
import { confirmPassword } from './confirm-password.ts'
import { namedKeys } from './passkeys.ts'
import { markProven } from './queries.ts'
import { takeCode } from './take-code.ts'
import { questionFor, readAnswer, takeAnswer } from './take-passkey.ts'
import { releaseHits, takeTries } from './tries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>
type Given = { password: string } | { code: string } | { passkey: Assertion }

export async function prove(needs: Needs, actor: SignedIn, given: Given, requestKey: string | undefined): Promise<void> {
  // Nobody sits in front of a program.
  if (actor.sessionKind !== 'browser') throw new Problem('sessionNeeded')
  if ('passkey' in given) return proveByPasskey(needs, actor, given.passkey, requestKey)
  const isCode = 'code' in given
  // Without a password it is a provider alone, which is asked in a way of its own.
  if ((isCode ? 'code' : 'password') !== actor.provesBy) throw new Problem('proofNeeded', proofOf(actor))
  if (isCode) await proveByCode(needs, actor, given.code, requestKey)
  else await confirmPassword(needs, actor, given.password)
}

/** Tries of one session: whoever has come by another one does not use up the owner's. */
async function proveByCode(needs: Needs, actor: SignedIn, code: string, requestKey: string | undefined): Promise<void> {
  const { config, db, clock } = needs
  const { userId, sessionId, networkKey } = actor
  const { secondFactorNetwork, secondFactorAccount } = config.rateLimits
  const hits = await takeTries(needs, async () => [
    { rule: secondFactorNetwork, key: networkKey },
    { rule: secondFactorAccount, key: `${userId} ${sessionId}` },
  ])
  await inTransaction(db, async (tx) => {
    const now = clock()
    await releaseHits(tx, hits)
    // Asked again because the answer was lost: the code is used up by then.
    if (await isRepeated(tx, config, { of: `prove ${sessionId} ${code}`, requestKey }, now)) return
    await markProven(tx, sessionId, now, 'passwordAndCode')
    await takeCode(tx, needs, userId, code)
  })
}

const proofUse = ({ sessionId }: SignedIn) => ({ purpose: 'prove' as const, boundTo: sessionId })

export const beginPasskeyProof = async (needs: Needs, actor: SignedIn): Promise<RequestOptions> =>
  questionFor(needs, proofUse(actor), await namedKeys(needs.db, actor.userId))

/** As good as a code: whoever has the passkey was looked at by what it is kept in. */
async function proveByPasskey(needs: Needs, actor: SignedIn, given: Assertion, requestKey: string | undefined): Promise<void> {
  const { config, db, clock } = needs
  const { userId, sessionId, networkKey } = actor
  const hits = await takeTries(needs, async () => [{ rule: config.rateLimits.passkeyNetwork, key: networkKey }])
  const answer = await readAnswer(needs, proofUse(actor), given)
  if (answer.passkey.userId !== userId) throw new Problem('passkeyUnknown')
  const isGood = await inTransaction(db, async (tx) => {
    const now = clock()
    await releaseHits(tx, hits)
    const isAgain = await isRepeated(tx, config, { of: `prove ${sessionId} ${answer.challenge.text}`, requestKey }, now)
    if (!(await takeAnswer(tx, actor, answer, { isAgain, now }))) return false
    await markProven(tx, sessionId, now)
    return true
  })
  if (!isGood) throw new Problem('passkeyCopied')
}
