/** The answer of a passkey is taken once, in the transaction of what it allows (A9). */
import { Problem } from '@sampan/contract/errors'
import { passkeySeconds } from '@sampan/contract/limits'
import type { Assertion, RequestOptions } from '@sampan/contract/routes/passkeys'
import { readAssertion } from '../../adapters/passkeys/passkeys.ts'
import type { Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { type Challenge, newChallenge, placeOf, readChallenge, takeChallenge, type Use } from './passkey-challenge.ts'
import { handleOf, tell } from './passkeys.ts'
import * as queries from './queries-passkeys.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>
export type Answer = { passkey: queries.PasskeyRow; counted: number; challenge: Challenge }

export const questionFor = (needs: Needs, use: Use, allowed: RequestOptions['allowCredentials']): RequestOptions => ({
  challenge: newChallenge(needs, use),
  rpId: placeOf(needs).host,
  timeout: passkeySeconds * 1000,
  allowCredentials: allowed,
  userVerification: 'required',
})

/** Throws passkeyOver, passkeyElsewhere, passkeyUnknown or passkeyWrong. */
export async function readAnswer(needs: Needs, use: Use, given: Assertion): Promise<Answer> {
  const challenge = await readChallenge(needs, use, given.response.clientDataJSON)
  const passkey = await queries.findPasskey(needs.db, given.id)
  if (!passkey) throw new Problem('passkeyUnknown')
  const { userHandle } = given.response
  const counted = await readAssertion(placeOf(needs), challenge.text, given, passkey.publicKey)
  if (counted === null || (userHandle && userHandle !== handleOf(passkey.userId))) throw new Problem('passkeyWrong')
  return { passkey, counted, challenge }
}

/**
 * False where it has not counted on: somebody has a copy, and which of the two it is cannot be told. It opens nothing any more, what it has
 * opened ends, and its owner is told; the caller throws passkeyCopied when that is kept. `isAgain`: its answer was lost, so that challenge
 * and count are taken already. Throws passkeyOver and passkeyUnknown.
 */
export async function takeAnswer(
  tx: Transaction,
  actor: Actor,
  { passkey, counted, challenge }: Answer,
  { isAgain, now }: { isAgain: boolean; now: Date },
): Promise<boolean> {
  const { id, userId, name } = passkey
  if (!isAgain && !(await takeChallenge(tx, challenge))) throw new Problem('passkeyOver')
  if (await (isAgain ? queries.takeAgain(tx, id, now) : queries.takeCount(tx, id, counted, now))) return true
  if (await queries.refusePasskey(tx, id, now)) {
    await queries.endSessionsOf(tx, [id], null, now)
    await tell(tx, { userAgent: actor.userAgent, ip: actor.ip, userId, sessionId: null }, 'copied', name, now)
  } else if (!(await queries.isThere(tx, id))) throw new Problem('passkeyUnknown')
  return false
}
