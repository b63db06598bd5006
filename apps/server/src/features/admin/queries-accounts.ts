/** SQL of accounts as the operator sees and changes them. */
import { and, count, desc, eq, gt, ilike, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../db/containing.ts'
import { licenceCodes, sessions, subscriptions, transfers, uploads, users } from '../../db/tables.ts'
import { monthOf, type OwnerRow, ownerRecord, transfersInMonth } from '../owners/index.ts'

export type Account = { user: typeof users.$inferSelect; owner: OwnerRow }

const isBefore = (userId: string) =>
  sql`(${users.createdAt}, ${users.id}) < (select created_at, id from ${users} where id = ${userId})`

/** Newest first, from below one of them on; `search` is part of an address, a name or a company. */
export function findAccounts(db: Db, search: string | undefined, max: number, before?: string): Promise<Account[]> {
  const pattern = containing(search ?? '')
  return db
    .select({ user: users, owner: ownerRecord._.selectedFields })
    .from(users)
    .innerJoin(ownerRecord, eq(users.ownerId, ownerRecord.id))
    .where(
      and(
        search ? or(ilike(users.email, pattern), ilike(users.fullName, pattern), ilike(users.company, pattern)) : undefined,
        before === undefined ? undefined : isBefore(before),
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(max)
}

export async function findAccount(db: Db, by: { email: string } | { id: string }): Promise<Account | undefined> {
  const [row] = await db
    .select({ user: users, owner: ownerRecord._.selectedFields })
    .from(users)
    .innerJoin(ownerRecord, eq(users.ownerId, ownerRecord.id))
    .where('id' in by ? eq(users.id, by.id) : eq(users.email, by.email.trim().toLowerCase()))
  return row
}

export const countAccounts = (db: Db): Promise<number> => db.$count(users)

/** Who stores the most; whoever stores nothing is not among them. Owners are put in order before anything is joined to them, which few are. */
export function biggestAccounts(db: Db, max: number): Promise<Account[]> {
  const { id, usedBytes } = ownerRecord
  const biggest = db.select({ id, usedBytes }).from(ownerRecord).where(gt(usedBytes, 0)).orderBy(desc(usedBytes)).as('biggest')
  return db
    .select({ user: users, owner: ownerRecord._.selectedFields })
    .from(biggest)
    .innerJoin(users, eq(users.ownerId, biggest.id))
    .innerJoin(ownerRecord, eq(ownerRecord.id, biggest.id))
    .orderBy(desc(biggest.usedBytes), users.id)
    .limit(max)
}

const counted = async (rows: Promise<{ found: number }[]>): Promise<number> => (await rows)[0]!.found

/** What stands beside an account's own rows. */
export async function aroundAccount(db: Db, { user, owner }: Account, now: Date) {
  const isOwn = eq(uploads.ownerId, owner.id)
  const isLive = and(eq(sessions.userId, user.id), isNull(sessions.endedAt), gt(sessions.expiresAt, now))
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.ownerId, owner.id))
  const isActivated = and(eq(licenceCodes.ownerId, owner.id), isNull(licenceCodes.revokedAt))
  const isThere = and(eq(transfers.ownerId, owner.id), ne(transfers.state, 'deleted'))
  return {
    subscription,
    thisMonthsTransfers: await transfersInMonth(db, owner.id, monthOf(now)),
    licenceCodes: await counted(db.select({ found: count() }).from(licenceCodes).where(isActivated)),
    transfers: await counted(db.select({ found: count() }).from(transfers).where(isThere)),
    openUploads: await counted(
      db
        .select({ found: count() })
        .from(uploads)
        .where(and(isOwn, eq(uploads.state, 'open'))),
    ),
    sessions: await counted(db.select({ found: count() }).from(sessions).where(isLive)),
  }
}
