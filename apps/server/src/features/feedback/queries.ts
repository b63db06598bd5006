/** SQL of what people say of the service. */
import { eq } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { feedbackAsks, feedbacks, users } from '../../db/tables.ts'

/** Nothing where the same call was heard before. */
export const insertFeedback = async (tx: Transaction, row: typeof feedbacks.$inferInsert): Promise<string | undefined> =>
  (await tx.insert(feedbacks).values(row).onConflictDoNothing().returning({ id: feedbacks.id }))[0]?.id

export const findFeedback = async (db: Db, id: string) =>
  (
    await db
      .select({ feedback: feedbacks, email: users.email, fullName: users.fullName, company: users.company })
      .from(feedbacks)
      .innerJoin(users, eq(feedbacks.userId, users.id))
      .where(eq(feedbacks.id, id))
  )[0]

export const loginCountOf = async (db: Db, userId: string): Promise<number> =>
  (await db.select({ loginCount: users.loginCount }).from(users).where(eq(users.id, userId)))[0]?.loginCount ?? 0

export const takeAsk = async (db: Db, row: typeof feedbackAsks.$inferInsert): Promise<boolean> =>
  (await db.insert(feedbackAsks).values(row).onConflictDoNothing().returning({ at: feedbackAsks.askedAt })).length > 0
