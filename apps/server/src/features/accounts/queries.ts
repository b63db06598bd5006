/** SQL of accounts and their sessions. */
import type { Language } from '@sampan/contract/paths'
import { planRole } from '@sampan/contract/plans'
import { statusHere } from '@sampan/contract/rules/standing'
import type { TeamRole } from '@sampan/contract/rules/teams'
import type { SessionProof } from '@sampan/contract/states'
import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { oncePerDatabase } from '../../db/asked-together.ts'
import type { Database, Db, Transaction } from '../../db/connect.ts'
import { headIdOf } from '../../db/permitted.ts'
import {
  licenceCodes,
  passkeys,
  pictures,
  providerIdentities,
  secondFactors,
  sessions,
  teamMembers,
  users,
} from '../../db/tables.ts'
import type { Identity } from '../../http/actor.ts'
import { findOwner, insertAccountOwner, type OwnerRow, ownerRecord, ownerStanding } from '../owners/index.ts'
import { headOfTeam, membersOf, type Person } from './queries-members.ts'

export type UserRow = typeof users.$inferSelect
export type SessionRow = typeof sessions.$inferSelect
/** An account with the owner whose root and limits it acts under. */
export type Account = {
  user: UserRow
  owner: OwnerRow
  pictureId: string | null
  /** Of its licence codes, in the order in which they were activated. */
  licenceHints: string[]
  team: { ownerId: string; role: TeamRole } | null
  /** Whose root and limits count for that team. */
  teamOwner: OwnerRow
  /** Whose account the team is, or the account itself. */
  head: Person & { company: string }
  /** Of that team, whose account it is first. */
  people: Person[]
}

const licenceHints = sql<
  string[]
>`array(select hint from ${licenceCodes} where ${licenceCodes.ownerId} = ${users.ownerId} and ${licenceCodes.revokedAt} is null order by ${licenceCodes.activatedAt}, ${licenceCodes.id})`

/** Nearly every call asks it. */
const identityQuestion = oncePerDatabase((db) => {
  const actsUnder = sql<string>`coalesce(${teamMembers.ownerId}, ${users.ownerId})`
  const isOfTeam = and(eq(teamMembers.userId, users.id), eq(teamMembers.ownerId, sql.placeholder('teamId')))
  return db
    .select({
      sessionId: sessions.id,
      sessionKind: sessions.kind,
      openedBy: sessions.proof,
      scopes: sessions.scopes,
      sessionEndsAt: sessions.expiresAt,
      provenAt: sessions.provenAt,
      provesBy: sql<
        'password' | 'code' | 'provider'
      >`case when exists (select 1 from ${secondFactors} where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null) then 'code' when ${users.passwordHash} is null then 'provider' else 'password' end`,
      providers: sql<
        string[]
      >`array(select ${providerIdentities.provider} from ${providerIdentities} where ${providerIdentities.userId} = ${users.id} order by 1)`,
      hasPasskey: sql<boolean>`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id} and ${passkeys.refusedAt} is null)`,
      userId: users.id,
      isOperator: users.isOperator,
      ownerId: actsUnder,
      teamRole: sql<TeamRole>`coalesce(${teamMembers.role}, 'owner')`,
      isMember: sql<boolean>`coalesce(${teamMembers.role} = 'member', false)`,
      role: ownerStanding.role,
      ownLimits: ownerStanding.ownLimits,
      status: ownerStanding.status,
      isLeaving: sql<boolean>`exists (select 1 from users head where head.id = ${headIdOf(sql`${ownerStanding.id}`)} and head.delete_at is not null)`,
      lacksProvider: sql<
        string | null
      >`case when ${teamMembers.role} <> 'owner' and ${ownerStanding.logInBy} is distinct from (select ${providerIdentities.provider} from ${providerIdentities} where ${providerIdentities.id} = ${sessions.identityId}) then ${ownerStanding.logInBy} end`,
      email: users.email,
      language: users.language,
    })
    .from(sessions)
    .innerJoin(users, eq(sessions.userId, users.id))
    .leftJoin(teamMembers, isOfTeam)
    .innerJoin(ownerStanding, eq(ownerStanding.id, actsUnder))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('identities')
})

/**
 * The account behind a session that lives, as its rows say now; for a team, which is named by its owner's id, as one of its people. Null
 * also for somebody who is none of them (any more).
 */
export async function findIdentity(db: Database, sessionId: string, teamId: string | null, now: Date): Promise<Identity | null> {
  const [row] = await identityQuestion(db).execute({ sessionId, teamId, now: now.toISOString() })
  // Of the own account as a team one is the owner.
  if (row && teamId && row.ownerId !== teamId) return null
  return row ? { ...row, role: planRole(row.role), status: statusHere(row.status) } : null
}

export async function findAccount(db: Db, by: { email: string } | { id: string }): Promise<Account | undefined> {
  const [row] = await db
    .select({
      user: users,
      owner: ownerRecord._.selectedFields,
      pictureId: pictures.id,
      licenceHints,
      team: { ownerId: teamMembers.ownerId, role: sql<TeamRole>`${teamMembers.role}` },
    })
    .from(users)
    .innerJoin(ownerRecord, eq(users.ownerId, ownerRecord.id))
    .leftJoin(pictures, eq(pictures.userId, users.id))
    .leftJoin(teamMembers, eq(teamMembers.userId, users.id))
    .where('email' in by ? eq(users.email, by.email) : eq(users.id, by.id))
    // Each page that is opened asks it: to plan it takes ten times as long as to answer it.
    .prepare('email' in by ? 'account_by_email' : 'account_by_id')
    .execute()
  if (!row) return undefined
  const ownerId = row.team?.ownerId ?? row.owner.id
  const [head, members] = [await headOfTeam(db, ownerId), await membersOf(db, ownerId)]
  const teamOwner = (row.team && (await findOwner(db, ownerId))) ?? row.owner
  return { ...row, teamOwner, head: head!, people: [head!, ...members] }
}

export const findUser = async (db: Db, id: string): Promise<UserRow | undefined> =>
  (await db.select().from(users).where(eq(users.id, id)))[0]

/** In which its mails are written; null where nobody has an account at this address. */
export async function languageOfAccount(db: Db, email: string): Promise<Language | null> {
  const [row] = await db.select({ language: users.language }).from(users).where(eq(users.email, email))
  return row?.language ?? null
}

/** A new account with an owner of its own; false where the address has one already. */
export async function insertAccount(
  tx: Transaction,
  user: Omit<typeof users.$inferInsert, 'ownerId'> & { id: string },
): Promise<boolean> {
  const values = { ...user, ownerId: await insertAccountOwner(tx, user.id, user.createdAt) }
  return (await tx.insert(users).values(values).onConflictDoNothing({ target: users.email }).returning()).length === 1
}

/** Whose an address is, and under whose root and limits it is told of. */
export const idsOfAccount = async (db: Db, email: string): Promise<{ userId: string; ownerId: string } | undefined> =>
  (await db.select({ userId: users.id, ownerId: users.ownerId }).from(users).where(eq(users.email, email)))[0]

export async function updateUser(db: Db, id: string, set: Partial<typeof users.$inferInsert>): Promise<void> {
  await db.update(users).set(set).where(eq(users.id, id))
}

/** False where the password has been changed since it was looked at: no session may begin with the old one. */
export async function countLogin(tx: Transaction, { id, passwordHash }: UserRow): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ loginCount: sql`${users.loginCount} + 1` })
    .where(and(eq(users.id, id), passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, passwordHash)))
    .returning({ id: users.id })
  return rows.length === 1
}

/** The same where no password was asked for. */
export async function countOtherLogin(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(users)
    .set({ loginCount: sql`${users.loginCount} + 1` })
    .where(eq(users.id, id))
}

/** Whether this browser has signed in to the account of an address before. */
export async function isKnownBrowser(db: Db, email: string, browserHash: string): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(sessions.userId, users.id))
    .where(and(eq(users.email, email), eq(sessions.browserHash, browserHash)))
    .limit(1)
  return rows.length > 0
}

/** Whether an account was used before in this browser, or by a program of the same name at the same network address. */
export async function isKnownDevice(
  db: Db,
  userId: string,
  { browserHash, userAgent, ip }: Pick<SessionRow, 'browserHash' | 'userAgent' | 'ip'>,
): Promise<boolean> {
  const isAlike = or(eq(sessions.browserHash, browserHash), and(eq(sessions.userAgent, userAgent), eq(sessions.ip, ip)))
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isAlike))
    .limit(1)
  return rows.length > 0
}

/** Whether the account of an address was made after `since`, and by this browser: its first session began with it. */
export async function isMadeByBrowser(db: Db, email: string, browserHash: string, since: Date): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(sessions.userId, users.id))
    .where(
      and(
        eq(users.email, email),
        gt(users.createdAt, since),
        eq(sessions.browserHash, browserHash),
        eq(sessions.createdAt, users.createdAt),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function insertSession(tx: Transaction, row: typeof sessions.$inferInsert): Promise<SessionRow> {
  return (await tx.insert(sessions).values(row).returning())[0]!
}

export const findSession = async (db: Db, id: string): Promise<SessionRow | undefined> =>
  (await db.select().from(sessions).where(eq(sessions.id, id)))[0]

/** Whoever sits in front of a session has proven anew who they are; by `proof`, where it is more than what it was opened by. */
export async function markProven(db: Db, id: string, now: Date, proof?: SessionProof): Promise<void> {
  const isOfPerson = and(eq(sessions.id, id), eq(sessions.kind, 'browser'))
  await db
    .update(sessions)
    .set({
      provenAt: now,
      ...(proof && {
        proof: sql`case when ${sessions.proof} in ('passkey', 'provider') then ${sessions.proof} else ${proof} end`,
      }),
    })
    .where(isOfPerson)
}

/** Refreshes that race wait here for each other. */
export const lockSession = async (tx: Transaction, id: string): Promise<SessionRow | undefined> =>
  (await tx.select().from(sessions).where(eq(sessions.id, id)).for('update'))[0]

export async function rotateSession(tx: Transaction, id: string, now: Date, expiresAt: Date): Promise<SessionRow> {
  const set = { generation: sql`${sessions.generation} + 1`, rotatedAt: now, expiresAt }
  return (await tx.update(sessions).set(set).where(eq(sessions.id, id)).returning())[0]!
}

/** False where it had ended before. */
export async function endSession(db: Db, id: string, now: Date): Promise<boolean> {
  const isOpen = and(eq(sessions.id, id), isNull(sessions.endedAt))
  return (await db.update(sessions).set({ endedAt: now }).where(isOpen).returning({ id: sessions.id })).length > 0
}

export async function deleteOldSessions(db: Db, before: Date): Promise<void> {
  await db.delete(sessions).where(or(lt(sessions.endedAt, before), lt(sessions.expiresAt, before)))
}

/** False where it was not to go, or it is too late. */
export async function unmarkLeaving(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const isStillThere = and(eq(users.id, id), gt(users.deleteAt, now))
  return (await tx.update(users).set({ deleteAt: null }).where(isStillThere).returning({ id: users.id })).length > 0
}

/** Whose date is not after `before`, in the order of their ids, after one. */
export const usersToHardDelete = (db: Db, before: Date, afterId: string | null, max: number): Promise<{ id: string }[]> =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(lte(users.deleteAt, before), afterId ? gt(users.id, afterId) : undefined))
    .orderBy(users.id)
    .limit(max)

/** Everybody is signed out, and stays so. */
export const endAllSessions = async (tx: Transaction, userId: string): Promise<void> =>
  void (await tx.delete(sessions).where(eq(sessions.userId, userId)))

/** Sessions, resets, picture and copy hang on the user and go with it. */
export const deleteUser = async (tx: Transaction, id: string): Promise<void> =>
  void (await tx.delete(users).where(eq(users.id, id)))
