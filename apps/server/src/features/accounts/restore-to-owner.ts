/** An account that somebody took over goes back to its owner, as the operator was convinced of: whoever is in it is out (decisions/030). */
import { unknownPassword } from '../../adapters/passwords/passwords.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { payerChanged, settleStanding } from '../billing/index.ts'
import { forgetVerifications } from '../verification/index.ts'
import { findAccount, updateUser } from './queries.ts'
import * as queries from './queries-credentials.ts'
import { deletePasskeys } from './queries-passkeys.ts'
import { deleteIdentities } from './queries-providers.ts'
import { deleteFactor } from './queries-second-factor.ts'
import { type Adopting, claimSent } from './sessions.ts'

type Restored = 'done' | 'unknown' | 'taken' | 'tooLate'

export async function restoreToOwner(
  needs: Pick<Services, 'db' | 'clock'> & Adopting,
  from: string,
  to: string,
  note: (tx: Transaction, userId: string, now: Date) => Promise<void> = async () => {},
): Promise<Restored> {
  const { db, clock } = needs
  // Whoever took it knows the password: a forgotten password is the way in.
  const passwordHash = await unknownPassword()
  return inTransaction(db, async (tx) => {
    const found = await findAccount(tx, { email: from })
    const user = found && (await queries.lockUser(tx, found.user.id))
    if (user?.email !== from) return 'unknown'
    const now = clock()
    if (user.deleteAt && user.deleteAt <= now) return 'tooLate'
    if (!(await queries.changeEmail(tx, user.id, to))) return 'taken'
    await updateUser(tx, user.id, { passwordHash, deleteAt: null })
    await shutOut(tx, user.id, [from, to], now)
    await payerChanged(tx, user.ownerId)
    await claimSent(tx, needs, user.id, now)
    await settleStanding(tx, user.ownerId)
    await note(tx, user.id, now)
    return 'done'
  })
}

/** Sessions, tokens, programs that were allowed, links on their way, a second step, passkeys and providers that may be theirs, and what was verified of both addresses. */
async function shutOut(tx: Transaction, userId: string, addresses: string[], now: Date): Promise<void> {
  await queries.endSessions(tx, userId, null, now)
  await queries.endResets(tx, userId, now)
  await deleteFactor(tx, userId)
  await deletePasskeys(tx, userId, now)
  await deleteIdentities(tx, userId, now)
  for (const address of addresses) await forgetVerifications(tx, address)
}
