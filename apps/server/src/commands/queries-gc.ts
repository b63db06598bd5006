import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { deleteBlobsJob } from '../features/content/index.ts'

export type Ended = { uploads: number; transfers: number }

/** What has ended for good, since ever. */
export const countEnded = async (db: Db): Promise<Ended> =>
  (
    await db.execute<Ended>(sql`
      select (select count(*)::int from uploads where state = 'discarded') as uploads,
        (select count(*)::int from transfers where state = 'deleted' and deleted_from is null) as transfers`)
  ).rows[0]!

export const countDeletionsWaiting = async (db: Db): Promise<number> =>
  (
    await db.execute<{ count: number }>(
      sql`select count(*)::int as count from graphile_worker.jobs where task_identifier = ${deleteBlobsJob.name}`,
    )
  ).rows[0]!.count
