/** Another password, by whoever knows the present one; every other session ends, API tokens too (A5, R24, R27). */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { hashPassword, isPassword, refuseCommonPassword } from '../../adapters/passwords/passwords.ts'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isRateTaken, takeRate } from '../../http/rate-limit.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { forgetVerifications } from '../verification/index.ts'
import { confirmPassword } from './confirm-password.ts'
import { passwordChangedJob } from './job-names.ts'
import { updateUser } from './queries.ts'
import * as queries from './queries-credentials.ts'
import { refusePasswords } from './refuse-passwords.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config'>
type Input = { password: string; newPassword: string }

export async function changePassword(needs: Needs, actor: SignedIn, { password, newPassword }: Input): Promise<void> {
  refusePasswords(needs.config)
  refuseCommonPassword(newPassword, 'newPassword')
  if (newPassword === password) throw new Problem('invalidInput', {}, { fields: { newPassword: 'passwordSame' } })
  const { passwordChange } = needs.config.rateLimits
  // Asked again because the answer was lost: the new password is the account's already. Of this session alone, and for some minutes:
  // to any other it would tell, uncounted, whether a guess is the account's password.
  let isDone = false
  const isAgain = async (passwordHash: string) => {
    if (!(await isRateTaken(needs.db, passwordChange, actor.sessionId, needs.clock()))) return false
    isDone = await isPassword('logIn', passwordHash, newPassword)
    return isDone
  }
  const { user } = await confirmPassword(needs, actor, password, isAgain)
  if (isDone) return
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(needs.db, async (tx) => {
    const now = needs.clock()
    const locked = await queries.lockUser(tx, user.id)
    if (locked?.passwordHash !== user.passwordHash) throw new Problem('passwordNotYours')
    await takeRate(tx, passwordChange, actor.sessionId, now)
    await updateUser(tx, user.id, { passwordHash })
    await queries.endSessions(tx, user.id, actor.sessionId, now)
    await queries.endResets(tx, user.id, now)
    await forgetVerifications(tx, locked.email)
    const origin = { userAgent: actor.userAgent, ip: actor.ip, at: now.toISOString() }
    await addJob(tx, passwordChangedJob, { mailId: randomUUID(), userId: user.id, isReset: false, ...origin })
  })
}
