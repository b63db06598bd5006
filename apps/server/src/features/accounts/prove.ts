/** A fresh proof of who is there, by what the account has (A12): its password, or a code where the second step is on. */
import { Problem } from '@sampan/contract/errors'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isRepeated } from '../../http/request-key.ts'
import type { Services } from '../../services.ts'
import { confirmPassword } from './confirm-password.ts'
import { markProven } from './queries.ts'
import { takeCode } from './take-code.ts'
import { releaseHits, takeTries } from './tries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>
type Given = { password: string } | { code: string }

export async function prove(needs: Needs, actor: SignedIn, given: Given, requestKey: string | undefined): Promise<void> {
  // Nobody sits in front of a program.
  if (actor.sessionKind !== 'browser') throw new Problem('sessionNeeded')
  const isCode = 'code' in given
  if (isCode !== (actor.provesBy === 'code')) throw new Problem('proofNeeded', { by: actor.provesBy })
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
