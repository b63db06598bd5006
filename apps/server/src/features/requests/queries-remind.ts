/** SQL of which requests have reminders to send. */
import { and, asc, gt, isNull, lte } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { fileRequests } from '../../db/tables.ts'

/** Those of whom somebody is to be reminded now, in the order of their ids, after one of them. One that is taken down waits until it is back. */
export const requestsToRemind = async (db: Db, now: Date, afterId: string | null, max: number): Promise<string[]> =>
  (
    await db
      .select({ id: fileRequests.id })
      .from(fileRequests)
      .where(
        and(
          lte(fileRequests.nextRemindAt, now),
          isNull(fileRequests.takenDown),
          afterId === null ? undefined : gt(fileRequests.id, afterId),
        ),
      )
      .orderBy(asc(fileRequests.id))
      .limit(max)
  ).map(({ id }) => id)
