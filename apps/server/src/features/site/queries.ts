import { type Article, type Idea, ideas } from '@sampan/contract/site'
import { and, count, eq, lt, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { articleCounts, articleReaders, ideaVotes } from '../../db/tables.ts'

export type Reading = { article: Article; reader: string; day: string }

/** Whether this is the reader's first time today. */
export const insertReader = async (tx: Transaction, reading: Reading): Promise<boolean> =>
  (await tx.insert(articleReaders).values(reading).onConflictDoNothing().returning({ article: articleReaders.article })).length >
  0

export const addRead = (tx: Transaction, article: Article) =>
  tx
    .insert(articleCounts)
    .values({ article, reads: 1 })
    .onConflictDoUpdate({ target: articleCounts.article, set: { reads: sql`${articleCounts.reads} + 1` } })

export const findReads = (db: Db) => db.select().from(articleCounts)

export const deleteReadersBefore = (db: Db, day: string) => db.delete(articleReaders).where(lt(articleReaders.day, day))

export async function findVotes(db: Db, voter: string): Promise<{ idea: Idea; votes: number; isVoted: boolean }[]> {
  const rows = await db
    .select({ idea: ideaVotes.idea, votes: count(), isVoted: sql<boolean>`bool_or(${ideaVotes.voter} = ${voter})` })
    .from(ideaVotes)
    .groupBy(ideaVotes.idea)
  const byIdea = new Map(rows.map((row) => [row.idea, row]))
  return ideas.map((idea) => byIdea.get(idea) ?? { idea, votes: 0, isVoted: false })
}

/** Whether that is new. */
export const insertVote = async (tx: Transaction, vote: typeof ideaVotes.$inferInsert): Promise<boolean> =>
  (await tx.insert(ideaVotes).values(vote).onConflictDoNothing().returning({ idea: ideaVotes.idea })).length > 0

export const deleteVote = (tx: Transaction, idea: Idea, voter: string) =>
  tx.delete(ideaVotes).where(and(eq(ideaVotes.idea, idea), eq(ideaVotes.voter, voter)))
