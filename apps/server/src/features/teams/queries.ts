/** SQL of teams, their members and invitations. */
import type { MemberRole } from '@sampan/contract/rules/teams'
import { and, asc, count, desc, eq, gt, inArray, or } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { pictures, teamInvitations, teamMembers } from '../../db/tables.ts'
import { accountRecord } from '../accounts/index.ts'

export type MemberRow = typeof teamMembers.$inferSelect
export type InvitationRow = typeof teamInvitations.$inferSelect

export type Person = { userId: string; email: string; fullName: string; pictureId: string | null }
const person = {
  userId: accountRecord.id,
  email: accountRecord.email,
  fullName: accountRecord.fullName,
  pictureId: pictures.id,
}

/** Whose account the team is. */
export async function ownerOf(db: Db, ownerId: string) {
  const { company, createdAt, language } = accountRecord
  const [row] = await db
    .select({ ...person, company, createdAt, language })
    .from(accountRecord)
    .leftJoin(pictures, eq(pictures.userId, accountRecord.id))
    .where(eq(accountRecord.ownerId, ownerId))
  return row
}

/** Of all who act under it already, the owner's too. */
export async function addressesOf(db: Db, ownerId: string): Promise<Set<string>> {
  const [owner, members] = [await ownerOf(db, ownerId), await membersOf(db, ownerId)]
  return new Set([...(owner ? [owner.email] : []), ...members.map(({ email }) => email)])
}

/** The one team that an account belongs to, beside its own. */
export const membershipOf = async (db: Db, userId: string): Promise<MemberRow | undefined> =>
  (await db.select().from(teamMembers).where(eq(teamMembers.userId, userId)))[0]

export const membersOf = (db: Db, ownerId: string) =>
  db
    .select({ ...person, role: teamMembers.role, joinedAt: teamMembers.joinedAt })
    .from(teamMembers)
    .innerJoin(accountRecord, eq(accountRecord.id, teamMembers.userId))
    .leftJoin(pictures, eq(pictures.userId, accountRecord.id))
    .where(isOwnedBy(teamMembers, ownerId))
    .orderBy(asc(teamMembers.joinedAt), asc(teamMembers.userId))

const isOpen = (now: Date) => and(eq(teamInvitations.state, 'invited'), gt(teamInvitations.expiresAt, now))

/** Of a team's plan what is taken: the owner is locked, so that the answer holds. */
export async function seatsTaken(tx: Transaction, ownerId: string, now: Date): Promise<{ members: number; invited: number }> {
  const [members] = await tx.select({ count: count() }).from(teamMembers).where(isOwnedBy(teamMembers, ownerId))
  const [invited] = await tx
    .select({ count: count() })
    .from(teamInvitations)
    .where(and(isOwnedBy(teamInvitations, ownerId), isOpen(now)))
  return { members: members!.count, invited: invited!.count }
}

/** Those that are not accepted or taken back, the newest first. */
export const invitationsOf = (db: Db, ownerId: string): Promise<InvitationRow[]> =>
  db
    .select()
    .from(teamInvitations)
    .where(and(isOwnedBy(teamInvitations, ownerId), inArray(teamInvitations.state, ['invited', 'declined'])))
    .orderBy(desc(teamInvitations.createdAt), desc(teamInvitations.id))

/** One for each address; what had run out or was declined makes way. */
export async function insertInvitation(tx: Transaction, row: typeof teamInvitations.$inferInsert): Promise<InvitationRow> {
  const former = and(
    isOwnedBy(teamInvitations, row.ownerId),
    eq(teamInvitations.email, row.email),
    or(eq(teamInvitations.state, 'declined'), eq(teamInvitations.state, 'invited')),
  )
  await tx.update(teamInvitations).set({ state: 'revoked', answeredAt: row.createdAt }).where(former)
  return (await tx.insert(teamInvitations).values(row).returning())[0]!
}

export const openAddresses = async (tx: Transaction, ownerId: string, now: Date): Promise<Set<string>> =>
  new Set(
    (
      await tx
        .select({ email: teamInvitations.email })
        .from(teamInvitations)
        .where(and(isOwnedBy(teamInvitations, ownerId), isOpen(now)))
    ).map(({ email }) => email),
  )

export const findByToken = async (db: Db, tokenHash: Buffer): Promise<InvitationRow | undefined> =>
  (await db.select().from(teamInvitations).where(eq(teamInvitations.tokenHash, tokenHash)))[0]

export const findInvitation = async (db: Db, id: string): Promise<InvitationRow | undefined> =>
  (await db.select().from(teamInvitations).where(eq(teamInvitations.id, id)))[0]

/** The team's owner is locked before: answers and revocations of one team wait for each other. */
export const lockInvitation = async (tx: Transaction, id: string): Promise<InvitationRow | undefined> =>
  (await tx.select().from(teamInvitations).where(eq(teamInvitations.id, id)).for('update'))[0]

export async function updateInvitation(tx: Transaction, id: string, set: Partial<InvitationRow>): Promise<void> {
  await tx.update(teamInvitations).set(set).where(eq(teamInvitations.id, id))
}

/** False where the account belongs to a team already. */
export async function insertMember(tx: Transaction, row: typeof teamMembers.$inferInsert): Promise<boolean> {
  return (await tx.insert(teamMembers).values(row).onConflictDoNothing().returning()).length === 1
}

export async function setMemberRole(tx: Transaction, ownerId: string, userId: string, role: MemberRole): Promise<boolean> {
  const which = and(isOwnedBy(teamMembers, ownerId), eq(teamMembers.userId, userId))
  return (await tx.update(teamMembers).set({ role }).where(which).returning()).length === 1
}

export async function deleteMember(tx: Transaction, ownerId: string, userId: string): Promise<MemberRow | undefined> {
  const which = and(isOwnedBy(teamMembers, ownerId), eq(teamMembers.userId, userId))
  return (await tx.delete(teamMembers).where(which).returning())[0]
}
