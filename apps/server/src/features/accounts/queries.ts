/** SQL of accounts and their sessions. */
import { planRole } from '@sampan/contract/plans'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { owners, sessions, users } from '../../db/tables.ts'
import type { Identity } from '../../http/actor.ts'

/** The account behind a session that lives, as its rows say now. */
export async function findIdentity(db: Db, sessionId: string, now: Date): Promise<Identity | null> {
  const [row] = await db
    .select({
      sessionId: sessions.id,
      userId: users.id,
      ownerId: owners.id,
      role: owners.role,
      status: owners.status,
      email: users.email,
      language: users.language,
    })
    .from(sessions)
    .innerJoin(users, eq(sessions.userId, users.id))
    .innerJoin(owners, eq(users.ownerId, owners.id))
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
  return row ? { ...row, role: planRole(row.role) } : null
}
