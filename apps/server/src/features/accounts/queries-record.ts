/** Accounts for the joins and copies of others: who is asked for here may be shown, without what they sign in with. */
import { asc, eq, getTableColumns, type SQLWrapper, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/connect.ts'
import { sessions, users } from '../../db/tables.ts'
import { ownerRecord } from '../owners/index.ts'

const { passwordHash: _, ...columns } = getTableColumns(users)

/** All of an account but its password: Postgres takes it for the table itself. */
export const accountRecord = new QueryBuilder().select(columns).from(users).as('account')

/** Whether an account has an address at this domain. */
export const isDomainOfAccount = (domain: SQLWrapper) =>
  sql`exists (select 1 from ${users} where substring(${users.email} from '[^@]*$') = ${domain})`

/** What a copy of an account's data tells of it and of its owner (A5). */
export async function accountForCopy(db: Db, userId: string) {
  const rows = db
    .select({ account: columns, owner: ownerRecord._.selectedFields })
    .from(users)
    .innerJoin(ownerRecord, eq(users.ownerId, ownerRecord.id))
    .where(eq(users.id, userId))
  const [row] = await rows
  if (!row) return undefined
  const { ownerId, ...account } = row.account
  const { role, status, usedBytes, reservedBytes, givenRole, ownLimits, trialUsedAt, revokedAt, revokeReason } = row.owner
  return {
    ownerId,
    account,
    standing: { role, status, givenRole, ownLimits, trialUsedAt, revokedAt, revokeReason, usedBytes, reservedBytes },
  }
}

export const sessionsForCopy = (db: Db, userId: string) => {
  const { id, kind, proof, provenAt, userAgent, ip, createdAt, rotatedAt, expiresAt, endedAt } = sessions
  return db
    .select({ id, kind, proof, provenAt, userAgent, ip, createdAt, lastUsedAt: rotatedAt, expiresAt, endedAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt))
}
