/** SQL of API tokens. Those whose session has ended are revoked. */
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { apiTokens, sessions } from '../../db/tables.ts'

export type TokenRow = typeof apiTokens.$inferSelect

const livesFor = (userId: string) => and(eq(sessions.userId, userId), isNull(sessions.endedAt))

export async function listTokens(db: Db, userId: string): Promise<TokenRow[]> {
  const rows = await db
    .select({ token: apiTokens })
    .from(apiTokens)
    .innerJoin(sessions, eq(apiTokens.sessionId, sessions.id))
    .where(livesFor(userId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
  return rows.map(({ token }) => token)
}

/** Revoked ones too: what was revoked twice was revoked. */
export async function findToken(db: Db, id: string, userId: string): Promise<TokenRow | undefined> {
  const [row] = await db
    .select({ token: apiTokens })
    .from(apiTokens)
    .innerJoin(sessions, eq(apiTokens.sessionId, sessions.id))
    .where(and(eq(apiTokens.id, id), eq(sessions.userId, userId)))
  return row?.token
}

export const insertToken = async (tx: Transaction, row: typeof apiTokens.$inferInsert): Promise<TokenRow> =>
  (await tx.insert(apiTokens).values(row).returning())[0]!

export const findByHash = async (db: Db, tokenHash: Buffer): Promise<TokenRow | undefined> =>
  (await db.select().from(apiTokens).where(eq(apiTokens.tokenHash, tokenHash)))[0]

/** A row is written once a minute at most, however many calls there are. */
export async function noteUse(db: Db, id: string, now: Date): Promise<void> {
  const isOld = lt(apiTokens.lastUsedAt, sql`${now.toISOString()}::timestamptz - interval '1 minute'`)
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), isOld)))
}

/** What a copy of an account’s data has of them (A5): their names, for the tokens themselves are kept nowhere. */
export const tokensForCopy = (db: Db, userId: string) =>
  db
    .select({ name: apiTokens.name, createdAt: apiTokens.createdAt, lastUsedAt: apiTokens.lastUsedAt })
    .from(apiTokens)
    .innerJoin(sessions, eq(apiTokens.sessionId, sessions.id))
    .where(livesFor(userId))
