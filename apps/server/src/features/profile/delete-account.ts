/** The wish to have an account deleted, and the change of mind. Meanwhile it counts as suspended: its links are closed, it cannot send (A5). */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { changeOfMindSeconds } from '@sampan/contract/limits'
import type { User } from '@sampan/contract/routes/accounts'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { confirmPassword, lockUser, rootsOf, unmarkLeaving, updateUser } from '../accounts/index.ts'
import { settleStanding } from '../billing/index.ts'
import { tellPeople } from '../teams/index.ts'
import { accountKeptJob, deletionAskedJob } from './job-names.ts'
import { userReply } from './update-profile.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>

/** Whoever has the session alone, at a machine that was left open, deletes nothing. Repeating it keeps the first date. */
export async function deleteAccount(needs: Needs, actor: SignedIn, password: string): Promise<{ user: User }> {
  await confirmPassword(needs, actor, password)
  const { userId } = actor
  await inTransaction(needs.db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || user.deleteAt) return
    await updateUser(tx, userId, { deleteAt: addSeconds(needs.clock(), changeOfMindSeconds) })
    for (const root of await rootsOf(tx, user)) {
      await settleStanding(tx, root)
      await tellPeople(tx, root, 'ending')
    }
    await addJob(tx, deletionAskedJob, { mailId: randomUUID(), userId })
  })
  return userReply(needs, userId)
}

/** Keeping an account that is not to go changes nothing. */
export async function keepAccount(needs: Needs, { userId }: SignedIn): Promise<{ user: User }> {
  await inTransaction(needs.db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user?.deleteAt) return
    if (!(await unmarkLeaving(tx, userId, needs.clock()))) throw new Problem('keepTooLate')
    for (const root of await rootsOf(tx, user)) {
      await settleStanding(tx, root)
      await tellPeople(tx, root, 'goesOn')
    }
    await addJob(tx, accountKeptJob, { mailId: randomUUID(), userId })
  })
  return userReply(needs, userId)
}
