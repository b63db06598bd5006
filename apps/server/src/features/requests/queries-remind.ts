/** SQL of which requests have reminders to send. */
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { fileRequests } from '../../db/tables.ts'

/** Those with a day that is here and not noted yet. */
export const requestsToRemind = (db: Db, now: Date, max: number): Promise<{ id: string }[]> =>
  db
    .select({ id: fileRequests.id })
    .from(fileRequests)
    .where(
      and(
        eq(fileRequests.state, 'open'),
        isNotNull(fileRequests.dueAt),
        sql`exists (select from unnest(${fileRequests.remindDays}) as day
          where day <> all(${fileRequests.remindedDays}) and ${fileRequests.dueAt} + make_interval(days => day) <= ${now.toISOString()}::timestamptz)`,
      ),
    )
    .orderBy(asc(fileRequests.dueAt))
    .limit(max)
