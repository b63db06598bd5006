/** SQL of what people say of the service. */

import type { FeedbackRating } from '@sampan/contract/states'
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { feedbackAsks, feedbacks } from '../../db/tables.ts'
import { accountRecord } from '../accounts/index.ts'

/** Nothing where the same call was heard before. */
export const insertFeedback = async (tx: Transaction, row: typeof feedbacks.$inferInsert): Promise<string | undefined> =>
  (await tx.insert(feedbacks).values(row).onConflictDoNothing().returning({ id: feedbacks.id }))[0]?.id

type Which = { id: string } | { isMailed: false } | { rating?: FeedbackRating | undefined }
const isWhich = (which: Which) =>
  'id' in which
    ? eq(feedbacks.id, which.id)
    : 'isMailed' in which
      ? isNull(feedbacks.mailedAt)
      : which.rating && eq(feedbacks.rating, which.rating)

/** With who said it; the newest first, but the oldest of those that are to be mailed. */
export const feedbacksOf = (db: Db, which: Which, max: number) =>
  db
    .select({
      id: feedbacks.id,
      createdAt: feedbacks.createdAt,
      rating: feedbacks.rating,
      message: feedbacks.message,
      route: feedbacks.route,
      role: feedbacks.role,
      email: accountRecord.email,
      fullName: accountRecord.fullName,
      company: accountRecord.company,
    })
    .from(feedbacks)
    .innerJoin(accountRecord, eq(feedbacks.userId, accountRecord.id))
    .where(isWhich(which))
    .orderBy('isMailed' in which ? asc(feedbacks.createdAt) : desc(feedbacks.createdAt), asc(feedbacks.id))
    .limit(max)
export type Said = Awaited<ReturnType<typeof feedbacksOf>>[number]

export const markMailed = async (db: Db, ids: string[], mailedAt: Date): Promise<void> =>
  void (await db
    .update(feedbacks)
    .set({ mailedAt })
    .where(and(inArray(feedbacks.id, ids), isNull(feedbacks.mailedAt))))

export const takeAsk = async (db: Db, row: typeof feedbackAsks.$inferInsert): Promise<boolean> =>
  (await db.insert(feedbackAsks).values(row).onConflictDoNothing().returning({ at: feedbackAsks.askedAt })).length > 0

/** What a person said of the service, and when they were asked to. */
export async function feedbackForCopy(db: Db, userId: string) {
  const { rating, message, route, createdAt } = feedbacks
  const { askedAt, loginCount } = feedbackAsks
  return {
    said: await db
      .select({ rating, message, route, createdAt })
      .from(feedbacks)
      .where(eq(feedbacks.userId, userId))
      .orderBy(asc(createdAt)),
    asked: await db
      .select({ askedAt, loginCount })
      .from(feedbackAsks)
      .where(eq(feedbackAsks.userId, userId))
      .orderBy(asc(askedAt)),
  }
}
