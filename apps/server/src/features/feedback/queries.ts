/** SQL of what people say of the service. */

import type { FeedbackRating } from '@sampan/contract/states'
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { feedbackAsks, feedbacks } from '../../db/tables.ts'
import { accountRecord } from '../accounts/index.ts'

/** Nothing where the same call was heard before. */
export const insertFeedback = async (tx: Transaction, row: typeof feedbacks.$inferInsert): Promise<string | undefined> =>
  (await tx.insert(feedbacks).values(row).onConflictDoNothing().returning({ id: feedbacks.id }))[0]?.id

/** Further down the list, whose rows of one moment are in the order of their ids. */
const isAfter = (id: string) =>
  sql`(${feedbacks.createdAt} < (select created_at from ${feedbacks} where id = ${id}) or (${feedbacks.createdAt} = (select created_at from ${feedbacks} where id = ${id}) and ${feedbacks.id} > ${id}))`

type Which =
  | { id: string }
  | { isMailed: false }
  | { rating?: FeedbackRating | undefined; isOpen?: boolean; before?: string | undefined }
const isWhich = (which: Which) =>
  'id' in which
    ? eq(feedbacks.id, which.id)
    : 'isMailed' in which
      ? isNull(feedbacks.mailedAt)
      : and(
          which.rating && eq(feedbacks.rating, which.rating),
          which.isOpen ? isNull(feedbacks.handledAt) : undefined,
          which.before === undefined ? undefined : isAfter(which.before),
        )

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
      handledAt: feedbacks.handledAt,
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

/** Null again where it is open. False where it was so before. */
export async function markHandled(tx: Transaction, id: string, handledAt: Date | null): Promise<boolean> {
  const isOther = and(eq(feedbacks.id, id), handledAt ? isNull(feedbacks.handledAt) : isNotNull(feedbacks.handledAt))
  return (await tx.update(feedbacks).set({ handledAt }).where(isOther).returning({ id: feedbacks.id })).length > 0
}

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
