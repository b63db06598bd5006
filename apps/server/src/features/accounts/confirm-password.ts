/** The current password, asked for once more before something that a borrowed device must not do. Only wrong ones count (R19), and the right one is a fresh proof (A12). */
import { Problem } from '@sampan/contract/errors'
import { isPassword } from '../../adapters/passwords/passwords.ts'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { returnRate, takeRate } from '../../http/rate-limit.ts'
import { isProven, proofOf } from '../../http/who-asks.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config'>

/**
 * Throws passwordNotYours; answers the account as it was looked at. `isAsGood` is asked of an account whose password it is not. Of an
 * account that has none, whoever asks has to have proven anew who they are: throws proofNeeded (A11).
 */
export async function confirmPassword(
  { db, clock, config }: Needs,
  actor: SignedIn,
  password: string,
  isAsGood: (passwordHash: string) => Promise<boolean> = async () => false,
): Promise<queries.Account> {
  const { userId, sessionId } = actor
  const account = await queries.findAccount(db, { id: userId })
  const passwordHash = account?.user.passwordHash ?? null
  if (account && passwordHash === null) {
    if (!isProven(actor, clock())) throw new Problem('proofNeeded', proofOf(actor))
    return account
  }
  if (password === '' && !(passwordHash && (await isAsGood(passwordHash))))
    throw new Problem('invalidInput', {}, { fields: { password: 'required' } })
  const hit = await inTransaction(db, (tx) => takeRate(tx, config.rateLimits.passwordConfirm, userId, clock()))
  const look = async () =>
    (await isPassword('logIn', passwordHash, password)) || (passwordHash !== null && (await isAsGood(passwordHash)))
  const isRight = await look().catch(async (error) => {
    await returnRate(db, hit)
    throw error
  })
  if (!account || !isRight) throw new Problem('passwordNotYours')
  await returnRate(db, hit)
  await queries.markProven(db, sessionId, clock())
  return account
}
