/** Opening a session, and what its owner is told of it (A3). */

import { planRole } from '@sampan/contract/plans'
import type { Session, User } from '@sampan/contract/routes/accounts'
import type { Transaction } from '../../db/connect.ts'
import { issueAccessToken } from '../../http/access-token.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { adoptAddress } from '../transfers/index.ts'
import type { Account, SessionRow } from './queries.ts'
import * as queries from './queries.ts'
import { readRefreshToken, refreshTokenOf, sessionEnd } from './session-tokens.ts'

type Needs = Pick<Services, 'secrets' | 'clock'>

/** What a browser brings along: who asks, and the refresh token that it has from before. */
export type Visit = { actor: Actor; refreshToken: string | null }

/** A log-in replaces the session that the browser had. */
export async function openSession(
  tx: Transaction,
  { secrets }: Needs,
  { actor, refreshToken }: Visit,
  userId: string,
  now: Date,
): Promise<SessionRow> {
  const former = refreshToken && readRefreshToken(secrets.refresh, refreshToken)
  if (former) await queries.endSession(tx, former.sessionId, now)
  return queries.insertSession(tx, {
    userId,
    browserHash: actor.browserHash!,
    rotatedAt: now,
    createdAt: now,
    expiresAt: sessionEnd(now),
    userAgent: actor.userAgent,
    ip: actor.ip,
  })
}

/** What was sent from the account's address without an account joins it (A7). Answers the account as it is then. */
export async function adoptSent(tx: Transaction, userId: string): Promise<Account> {
  const { user, owner } = (await queries.findAccount(tx, { id: userId }))!
  await adoptAddress(tx, { email: user.email, ownerId: owner.id, userId })
  return (await queries.findAccount(tx, { id: userId }))!
}

export const userOf = ({ user, owner }: Account): User => ({
  _id: user.id,
  email: user.email,
  fullName: user.fullName,
  company: user.company,
  role: planRole(owner.role),
  status: owner.status,
  language: user.language,
  isTeamMember: false,
  finished_onboarding: user.isOnboarded,
  loginCount: user.loginCount,
  folderSize: owner.usedBytes + owner.reservedBytes,
  createdAt: user.createdAt.getTime(),
})

/** Both tokens and the account; the refresh token is for the cookie, or for a command-line client. */
export async function sessionReply({ secrets, clock }: Needs, account: Account, session: SessionRow): Promise<Session> {
  const owned = { sessionId: session.id, userId: account.user.id }
  return {
    accessToken: await issueAccessToken(secrets.access, owned, clock()),
    refreshToken: refreshTokenOf(secrets.refresh, session),
    user: userOf(account),
  }
}
