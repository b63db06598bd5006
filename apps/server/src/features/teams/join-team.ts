/** PATCH /teams: the account of an invited address, made and in the team in one transaction; the link in its mailbox has proved it (M1). */
import { Problem } from '@sampan/contract/errors'
import type { Session } from '@sampan/contract/routes/accounts'
import type { RouteInput } from '@sampan/contract/routes/route'
import type { joinTeam as route } from '@sampan/contract/routes/teams'
import { hashPassword, refuseCommonPassword } from '../../adapters/passwords/passwords.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import {
  createAccount,
  findAccount,
  refusePasswords,
  type Saving,
  sessionReply,
  updateUser,
  type Visit,
} from '../accounts/index.ts'
import { join, requireInvitation } from './answer.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config' | 'payments'> & Saving

export async function joinTeam(needs: Needs, visit: Visit, input: RouteInput<typeof route>['body']): Promise<Session> {
  const { db, clock } = needs
  const { token, newMemberEmail, password, fullName, company, language } = input
  refusePasswords(needs.config)
  const { id, email, state, expiresAt } = await requireInvitation(needs, token)
  if (newMemberEmail && newMemberEmail !== email) throw new Problem('invitationUnknown')
  // Its own password says who that is, and nothing else does.
  if (await findAccount(db, { email })) throw new Problem('emailTaken')
  if (state !== 'invited' || expiresAt <= clock()) throw new Problem('invitationOver')
  refuseCommonPassword(password)
  const passwordHash = await hashPassword(password)
  const person = { email, passwordHash, fullName, company, lang: language }
  const { userId, session } = await inTransaction(db, async (tx) => {
    const made = await createAccount(tx, needs, visit, person, clock())
    const userId = made.account.user.id
    await join(tx, needs, id, userId)
    // Who has told a name here is not asked for it again on arriving.
    if (made.account.user.fullName) await updateUser(tx, userId, { isOnboarded: true })
    return { userId, session: made.session }
  })
  return sessionReply(needs, (await findAccount(db, { id: userId }))!, session)
}
