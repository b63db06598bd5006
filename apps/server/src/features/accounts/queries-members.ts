/** SQL of who acts under somebody else's root: the rows that decide for whom a session may speak. */
import type { MemberRole, TeamRole } from '@sampan/contract/rules/teams'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db, Transaction } from '../../db/connect.ts'
import { headIdOf, isOwnedBy } from '../../db/permitted.ts'
import { pictures, teamMembers, users } from '../../db/tables.ts'
import { insertAccountOwner } from '../owners/index.ts'

export type MemberRow = typeof teamMembers.$inferSelect
export type Person = { userId: string; email: string; fullName: string; pictureId: string | null; isOnboarded: boolean }
const person = {
  userId: users.id,
  email: users.email,
  fullName: users.fullName,
  pictureId: pictures.id,
  isOnboarded: users.isOnboarded,
}

/** Whose account the owner is. */
export async function headOfTeam(db: Db, ownerId: string) {
  const [row] = await db
    .select({ ...person, company: users.company, createdAt: users.createdAt })
    .from(users)
    .leftJoin(pictures, eq(pictures.userId, users.id))
    .where(eq(users.id, headIdOf(ownerId)))
    .prepare('head_of_team')
    .execute()
  return row
}

/** What a team is called: the company of whose account it is, else their name. */
export const teamNameOf = ({ company, fullName, email }: { company: string; fullName: string; email: string }): string =>
  company || fullName || email

/** The one team that an account belongs to, beside its own. */
export const membershipOf = async (db: Db, userId: string): Promise<MemberRow | undefined> =>
  (await db.select().from(teamMembers).where(eq(teamMembers.userId, userId)))[0]

/** Beside whose account it is. */
const isMemberOf = (ownerId: string) => and(isOwnedBy(teamMembers, ownerId), ne(teamMembers.role, 'owner'))

/** Without whose account it is. */
export const membersOf = (db: Db, ownerId: string) =>
  db
    .select({ ...person, role: sql<MemberRole>`${teamMembers.role}`, joinedAt: teamMembers.joinedAt })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .leftJoin(pictures, eq(pictures.userId, users.id))
    .where(isMemberOf(ownerId))
    .orderBy(asc(teamMembers.joinedAt), asc(teamMembers.userId))
    .prepare('members_of_team')
    .execute()

export const countMembers = (db: Db, ownerId: string): Promise<number> => db.$count(teamMembers, isMemberOf(ownerId))

/** How many came before somebody who belongs to a team: those have the seats of its plan first. */
export const cameBefore = (db: Db, { ownerId, userId }: Pick<MemberRow, 'ownerId' | 'userId'>): Promise<number> =>
  db.$count(
    teamMembers,
    and(
      isMemberOf(ownerId),
      sql`(${teamMembers.joinedAt}, ${teamMembers.userId}) < (select joined_at, user_id from team_members where user_id = ${userId})`,
    ),
  )

/** The ids of all who act under an owner, and of whose account it is. */
export async function peopleOfTeam(db: Db, ownerId: string): Promise<Set<string>> {
  const heads = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, headIdOf(ownerId)))
  const members = db.select({ id: teamMembers.userId }).from(teamMembers).where(isOwnedBy(teamMembers, ownerId))
  return new Set((await unionAll(heads, members)).map(({ id }) => id))
}

/** What accounts are called, in the order of their names. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ email: users.email, fullName: users.fullName })
    .from(users)
    .where(inArray(users.id, [...ids]))
  return rows.map(({ email, fullName }) => fullName || email).sort()
}

/** False where the account belongs to a team already. */
export async function insertMember(tx: Transaction, row: typeof teamMembers.$inferInsert): Promise<boolean> {
  return (await tx.insert(teamMembers).values(row).onConflictDoNothing().returning()).length === 1
}

const which = (ownerId: string, userId: string) => and(isOwnedBy(teamMembers, ownerId), eq(teamMembers.userId, userId))

export async function setMemberRole(tx: Transaction, ownerId: string, userId: string, role: TeamRole): Promise<void> {
  await tx.update(teamMembers).set({ role }).where(which(ownerId, userId))
}

export async function deleteMember(tx: Transaction, ownerId: string, userId: string): Promise<MemberRow | undefined> {
  return (await tx.delete(teamMembers).where(which(ownerId, userId)).returning())[0]
}

/** The roots that end with an account: its own, and that of a team which was handed to it. */
export async function rootsOf(db: Db, { id, ownerId }: { id: string; ownerId: string }): Promise<string[]> {
  const member = await membershipOf(db, id)
  return member?.role === 'owner' ? [ownerId, member.ownerId] : [ownerId]
}

/** An account whose root is somebody else's from now on gets one of its own, with nothing in it. */
export async function giveOwnRoot(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ ownerId: await insertAccountOwner(tx, userId, now) })
    .where(eq(users.id, userId))
}

/** Comes in the place of another in the order of who has a seat. */
export async function setJoinedAt(tx: Transaction, ownerId: string, userId: string, joinedAt: Date): Promise<void> {
  await tx.update(teamMembers).set({ joinedAt }).where(which(ownerId, userId))
}
