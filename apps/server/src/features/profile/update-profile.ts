import { Problem } from '@sampan/contract/errors'
import type { updateProfile as route, User } from '@sampan/contract/routes/accounts'
import type { RouteInput } from '@sampan/contract/routes/route'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { findAccount, updateUser, userOf } from '../accounts/index.ts'
import { payerChanged } from '../billing/index.ts'

type Input = RouteInput<typeof route>['body']
type Needs = Pick<Services, 'db' | 'secrets' | 'config'>

/** The account as it is now. */
export async function userReply(needs: Needs, userId: string): Promise<{ user: User }> {
  const account = await findAccount(needs.db, { id: userId })
  if (!account) throw new Problem('signedOut')
  return { user: userOf(needs, account) }
}

/** Changes what was given and nothing else; the onboarding ends once and for all. */
export async function updateProfile(
  needs: Needs,
  actor: SignedIn,
  { userid, fullName, company, language, tellsDownloads, tellsExpiry, finished_onboarding }: Input,
): Promise<{ user: User }> {
  if (userid && userid !== actor.userId) throw new Problem('notYours')
  const set = {
    ...(fullName !== undefined && { fullName: fullName.trim() }),
    ...(company !== undefined && { company: company.trim() }),
    ...(language && { language }),
    ...(tellsDownloads !== undefined && { tellsDownloads }),
    ...(tellsExpiry !== undefined && { tellsExpiry }),
    ...(finished_onboarding && { isOnboarded: true }),
  }
  const isAsked = Object.keys(set).length > 0
  // A program may learn whose token it has, and change nothing.
  if (isAsked && actor.sessionKind === 'token') throw new Problem('sessionNeeded')
  if (isAsked)
    await inTransaction(needs.db, async (tx) => {
      await updateUser(tx, actor.userId, set)
      if (set.fullName !== undefined) await payerChanged(tx, actor.ownerId)
    })
  return userReply(needs, actor.userId)
}
