/** SQL of API tokens, with the sessions that they are: what they may and until when, those say. Those whose session has ended are revoked. */
import { apiTokenWarningDays } from '@sampan/contract/limits'
import { and, desc, eq, getTableColumns, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { addSeconds } from '../../add-seconds.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { apiTokens, sessions } from '../../db/tables.ts'

const selected = {
  ...getTableColumns(apiTokens),
  scopes: sql<NonNullable<(typeof sessions.$inferSelect)['scopes']>>`${sessions.scopes}`,
  expiresAt: sessions.expiresAt,
  isRevoked: sql<boolean>`${sessions.endedAt} is not null`,
}
const joined = (db: Db) => db.select(selected).from(apiTokens).innerJoin(sessions, eq(apiTokens.sessionId, sessions.id))

export type TokenRow = Awaited<ReturnType<typeof joined>>[number]

const isTheirs = (userId: string) => eq(sessions.userId, userId)
const isKept = isNull(sessions.endedAt)

/** Those that have run out too, as long as their sessions are kept. */
export const listTokens = (db: Db, userId: string): Promise<TokenRow[]> =>
  joined(db)
    .where(and(isTheirs(userId), isKept))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))

export const countLiving = async (db: Db, userId: string, now: Date): Promise<number> =>
  (await joined(db).where(and(isTheirs(userId), isKept, gt(sessions.expiresAt, now)))).length

/** Revoked ones too: what was revoked twice was revoked. */
export const findToken = async (db: Db, id: string, userId: string): Promise<TokenRow | undefined> =>
  (await joined(db).where(and(eq(apiTokens.id, id), isTheirs(userId))))[0]

export const insertToken = async (tx: Transaction, row: typeof apiTokens.$inferInsert): Promise<string> =>
  (await tx.insert(apiTokens).values(row).returning({ id: apiTokens.id }))[0]!.id

export const findByHash = async (db: Db, tokenHash: Buffer): Promise<TokenRow | undefined> =>
  (await joined(db).where(eq(apiTokens.tokenHash, tokenHash)))[0]

type Use = { ip: string; program: string }

/** A row is written once a minute at most, however many calls there are. */
export async function noteUse(db: Db, sessionId: string, { ip, program }: Use, now: Date): Promise<void> {
  const isOld = lt(apiTokens.lastUsedAt, addSeconds(now, -60))
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now, lastUsedIp: ip, lastUsedProgram: program })
    .where(and(eq(apiTokens.sessionId, sessionId), or(isNull(apiTokens.lastUsedAt), isOld)))
}

const warningSeconds = apiTokenWarningDays * 86_400
/** Of one that lives no longer than that, the mail that it was made says all. */
const isLong = sql`${sessions.expiresAt} > ${apiTokens.createdAt} + make_interval(secs => ${warningSeconds})`

export type Ending = { id: string; userId: string }

/** Marks so many of those that run out soon and whose owner was not told of it. Another process takes others. */
export async function takeEnding(tx: Transaction, now: Date, max: number): Promise<Ending[]> {
  const endsSoon = and(gt(sessions.expiresAt, now), lte(sessions.expiresAt, addSeconds(now, warningSeconds)))
  const chosen = await tx
    .select({ id: apiTokens.id, userId: sessions.userId })
    .from(apiTokens)
    .innerJoin(sessions, eq(apiTokens.sessionId, sessions.id))
    .where(and(isNull(apiTokens.endingToldAt), isKept, endsSoon, isLong))
    .limit(max)
    .for('update', { of: apiTokens, skipLocked: true })
  const ids = chosen.map(({ id }) => id)
  if (ids.length) await tx.update(apiTokens).set({ endingToldAt: now }).where(inArray(apiTokens.id, ids))
  return chosen
}

/** What a copy of an account’s data has of them (A5): the tokens themselves are kept nowhere. */
export const tokensForCopy = (db: Db, userId: string) => {
  const { name, createdAt, lastUsedAt, lastUsedIp, lastUsedProgram } = apiTokens
  const { scopes, expiresAt } = sessions
  return db
    .select({ name, scopes, createdAt, expiresAt, lastUsedAt, lastUsedIp, lastUsedProgram })
    .from(apiTokens)
    .innerJoin(sessions, eq(apiTokens.sessionId, sessions.id))
    .where(and(isTheirs(userId), isKept))
}
