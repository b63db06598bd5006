import { Problem } from '@sampan/contract/errors'
import type { updateProfile as route, User } from '@sampan/contract/routes/accounts'
import type { RouteInput } from '@sampan/contract/routes/route'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'
import { userOf } from './sessions.ts'

type Input = RouteInput<typeof route>['body']

/** Changes what was given and nothing else; the onboarding ends once and for all. */
export async function updateProfile(
  { db }: Pick<Services, 'db'>,
  actor: SignedIn,
  { userid, fullName, company, language, finished_onboarding }: Input,
): Promise<{ user: User }> {
  if (userid && userid !== actor.userId) throw new Problem('notYours')
  const set = {
    ...(fullName !== undefined && { fullName: fullName.trim() }),
    ...(company !== undefined && { company: company.trim() }),
    ...(language && { language }),
    ...(finished_onboarding && { isOnboarded: true }),
  }
  if (Object.keys(set).length) await queries.updateUser(db, actor.userId, set)
  const account = await queries.findAccount(db, { id: actor.userId })
  if (!account) throw new Problem('signedOut')
  return { user: userOf(account) }
}
