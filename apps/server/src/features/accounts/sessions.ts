/** Opening a session, and what its owner is told of it (A3). */
import { picturePath } from '@sampan/contract/paths'
import { planRole } from '@sampan/contract/plans'
import type { Session, User } from '@sampan/contract/routes/accounts'
import { statusHere } from '@sampan/contract/rules/standing'
import type { SessionProof } from '@sampan/contract/states'
import type { Transaction } from '../../db/connect.ts'
import { issueAccessToken } from '../../http/access-token.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { type LogoNeeds, logoAddress } from './logo-address.ts'
import type { Account, SessionRow } from './queries.ts'
import * as queries from './queries.ts'
import { teamNameOf } from './queries-members.ts'
import { readRefreshToken, refreshTokenOf, sessionEnd } from './session-tokens.ts'

type Needs = Pick<Services, 'secrets' | 'clock' | 'config'>

/** What a browser brings along: who asks, and the refresh token that it has from before. */
export type Visit = { actor: Actor; refreshToken: string | null }

/** What let somebody in. `provenAt`: when they last showed who they are, where that was not just now (A12). */
export type EnteredBy = {
  proof: SessionProof
  passkeyId?: string
  identityId?: string
  providerSession?: string | null
  provenAt?: Date
}

/** A log-in replaces the session that the browser had. */
export async function openSession(
  tx: Transaction,
  { secrets }: Needs,
  { actor, refreshToken }: Visit,
  userId: string,
  now: Date,
  by: EnteredBy = { proof: 'password' },
): Promise<SessionRow> {
  const former = refreshToken && readRefreshToken(secrets.refresh, refreshToken)
  if (former) await queries.endSession(tx, former.sessionId, now)
  return queries.insertSession(tx, {
    userId,
    browserHash: actor.browserHash!,
    rotatedAt: now,
    createdAt: now,
    expiresAt: sessionEnd(now),
    provenAt: now,
    ...by,
    userAgent: actor.userAgent,
    ip: actor.ip,
  })
}

/** What was sent from an address becomes an account's; another feature's, so whoever composes them gives it. */
export type Adopting = {
  claimAddress: (tx: Transaction, adoption: { email: string; ownerId: string; userId: string; now: Date }) => Promise<void>
}
/** The same with one transfer that a sign-up is to save. */
export type Saving = Adopting & {
  /** Whether the transfer of this slug is the account's now. */
  claimSaved: (
    tx: Transaction,
    adoption: { slug: string; browserHash: string; ownerId: string; userId: string; now: Date },
  ) => Promise<boolean>
}

/** What was sent from the account's address without an account joins it (A7). Answers the account as it is then. */
export async function claimSent(tx: Transaction, { claimAddress }: Adopting, userId: string, now: Date): Promise<Account> {
  const { user, owner } = (await queries.findAccount(tx, { id: userId }))!
  await claimAddress(tx, { email: user.email, ownerId: owner.id, userId, now })
  return (await queries.findAccount(tx, { id: userId }))!
}

/** What an account shows of itself. */
export const picturesOf = (needs: LogoNeeds, { email, pictureId }: { email: string; pictureId: string | null }) => ({
  profilePic: pictureOf(pictureId),
  logoPic: logoAddress(needs, email),
})

/** What only whoever the owner is may know of it: a member acts under somebody else's. */
function paidBy({ user, owner, licenceHints }: Account): Pick<User, 'stripeId' | 'isSumo'> {
  const isOwn = owner.key === user.id
  const hints = isOwn ? licenceHints : []
  const code = (nth: number) => hints[nth] ?? ''
  return {
    stripeId: (isOwn && owner.customerId) || '',
    isSumo: {
      isSumo: hints.length > 0,
      ...{ code1: code(0), code2: code(1), code3: code(2), code4: code(3) },
      ...{ code5: code(4), code6: code(5), code7: code(6), code8: code(7) },
    },
  }
}

/** As the specification has it for who has no domain (§3). */
const withoutDomain = {
  region: 'cn-hongkong',
  contacts: null,
  ...{ pmDomain: null, domain_status: null, customDomainOption: null, typedDomain: null },
}

const pictureOf = (pictureId: string | null): string => (pictureId ? picturePath(pictureId) : '')

/** Of the one team that the account belongs to, or its own as soon as somebody is in it. */
function teamFieldsOf({
  team,
  teamOwner,
  head,
  people,
}: Account): Pick<User, 'isTeamMember' | 'parentAdmin' | 'parentAdminID' | 'team'> {
  const members = people.map(({ userId, email, fullName, pictureId, isOnboarded }) => ({
    _id: userId,
    ...{ email, fullName, profilePic: pictureOf(pictureId), finished_onboarding: isOnboarded },
  }))
  const parent = {
    parentAdminID: head.userId,
    parentEmail: head.email,
    parentAdminFullName: head.fullName,
    parentAdminProfilePic: pictureOf(head.pictureId),
  }
  return {
    isTeamMember: team !== null,
    parentAdmin: team && parent,
    parentAdminID: team && head.userId,
    team:
      people.length > 1
        ? {
            ...{ ownerId: teamOwner.id, name: teamNameOf(head), role: team?.role ?? ('owner' as const), members },
            ...{ plan: planRole(teamOwner.role), ownLimits: teamOwner.ownLimits, status: statusHere(teamOwner.status) },
            folderSize: teamOwner.usedBytes + teamOwner.reservedBytes,
          }
        : null,
  }
}

export const userOf = (needs: LogoNeeds, account: Account): User => {
  const { user, owner, pictureId } = account
  const role = planRole(owner.role)
  return {
    _id: user.id,
    email: user.email,
    fullName: user.fullName,
    company: user.company,
    role,
    plan: role === 'undefined' ? 'free' : role,
    ownLimits: owner.ownLimits,
    status: statusHere(owner.status),
    ...paidBy(account),
    language: user.language,
    hasPassword: user.passwordHash !== null,
    ...teamFieldsOf(account),
    isOperator: user.isOperator,
    finished_onboarding: user.isOnboarded,
    loginCount: user.loginCount,
    folderSize: owner.usedBytes + owner.reservedBytes,
    createdAt: user.createdAt.getTime(),
    ...picturesOf(needs, { email: user.email, pictureId }),
    tellsDownloads: user.tellsDownloads,
    tellsExpiry: user.tellsExpiry,
    deleteAt: user.deleteAt?.getTime() ?? null,
    suspendedFor: owner.revokedAt ? (owner.revokeReason ?? '') : null,
    transferSettings: user.transferSettings,
    requestSettings: user.requestSettings,
    endorsely_referral: user.referral,
    ...withoutDomain,
  }
}

/** Both tokens and the account; the refresh token is for the cookie, or for a command-line client. */
export async function sessionReply(needs: Needs, account: Account, session: SessionRow): Promise<Session> {
  const { secrets, clock } = needs
  const owned = { sessionId: session.id, userId: account.user.id }
  return {
    accessToken: await issueAccessToken(secrets.access, owned, clock()),
    refreshToken: refreshTokenOf(secrets.refresh, session),
    user: userOf(needs, account),
  }
}
