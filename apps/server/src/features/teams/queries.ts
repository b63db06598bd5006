/** SQL of invitations to teams. */
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import { teamInvitations } from '../../db/tables.ts'

export type InvitationRow = typeof teamInvitations.$inferSelect

const isOpen = (now: Date) => and(eq(teamInvitations.state, 'invited'), gt(teamInvitations.expiresAt, now))

/** How many hold a seat; the owner is locked, so that the answer holds. */
export const countOpen = (tx: Db, ownerId: string, now: Date): Promise<number> =>
  tx.$count(teamInvitations, and(isOwnedBy(teamInvitations, ownerId), isOpen(now)))

/** Those that are not accepted or taken back, the newest first. */
export const invitationsOf = (db: Db, ownerId: string): Promise<InvitationRow[]> =>
  db
    .select()
    .from(teamInvitations)
    .where(and(isOwnedBy(teamInvitations, ownerId), inArray(teamInvitations.state, ['invited', 'declined'])))
    .orderBy(desc(teamInvitations.createdAt), desc(teamInvitations.id))

/** One for each address; what had run out or was declined makes way. */
export async function insertInvitation(tx: Transaction, row: typeof teamInvitations.$inferInsert): Promise<void> {
  const former = and(
    isOwnedBy(teamInvitations, row.ownerId),
    eq(teamInvitations.email, row.email),
    inArray(teamInvitations.state, ['declined', 'invited']),
  )
  await tx.update(teamInvitations).set({ state: 'revoked', answeredAt: row.createdAt }).where(former)
  await tx.insert(teamInvitations).values(row)
}

export async function openAddresses(tx: Transaction, ownerId: string, now: Date): Promise<Set<string>> {
  const rows = await tx
    .select({ email: teamInvitations.email })
    .from(teamInvitations)
    .where(and(isOwnedBy(teamInvitations, ownerId), isOpen(now)))
  return new Set(rows.map(({ email }) => email))
}

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

/** What a copy of an account's data tells of whom it has invited (A5). */
export const invitationsForCopy = (db: Db, ownerId: string) => {
  const { email, role, state, createdAt, expiresAt, answeredAt } = teamInvitations
  return db
    .select({ email, role, state, createdAt, expiresAt, answeredAt })
    .from(teamInvitations)
    .where(isOwnedBy(teamInvitations, ownerId))
    .orderBy(desc(teamInvitations.createdAt))
}
