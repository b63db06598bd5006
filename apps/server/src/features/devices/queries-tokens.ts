/** SQL of API tokens. Those whose session has ended are revoked. */
import { and, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { apiTokens } from '../../db/tables.ts'
import { sessionIdsOf } from '../accounts/index.ts'

export type TokenRow = typeof apiTokens.$inferSelect

const livesFor = (db: Db, userId: string) => inArray(apiTokens.sessionId, sessionIdsOf(db, userId, { areLive: true }))

export const listTokens = (db: Db, userId: string): Promise<TokenRow[]> =>
  db.select().from(apiTokens).where(livesFor(db, userId)).orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))

/** Revoked ones too: what was revoked twice was revoked. */
export async function findToken(db: Db, id: string, userId: string): Promise<TokenRow | undefined> {
  const isTheirs = inArray(apiTokens.sessionId, sessionIdsOf(db, userId, { areLive: false }))
  return (
    await db
      .select()
      .from(apiTokens)
      .where(and(eq(apiTokens.id, id), isTheirs))
  )[0]
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
    .where(livesFor(db, userId))
