/** Lets an installation come to rest and reads what there is then. */
import type { EndState } from './checker.ts'
import type { Sql } from './database.ts'
import { type Containers, mailsOf, storageBreaches, usageBreaches } from './recount.ts'
import { until } from './server-process.ts'

/** What was deleted can no longer be taken back. */
export const endDeletions = (sql: Sql): Promise<unknown> =>
  sql(
    `update transfers set deleted_at = deleted_at - interval '1 hour', restorable_until = deleted_at - interval '1 hour' where deleted_from is not null`,
  )

/** Deletions are carried out, and every job is done, also one that waits for its next try. */
export async function comeToRest(sql: Sql): Promise<void> {
  await endDeletions(sql)
  await until(async () => {
    await sql(
      `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where locked_at is null), run_at := now())`,
    )
    const [row] = await sql('select count(*) from graphile_worker.jobs where attempts < max_attempts or locked_at is not null')
    return row!.count === 0
  }, 100)
}

export async function readEndState(dataDir: string, sql: Sql): Promise<EndState> {
  const parts = await sql('select blob_id, "offset", length, crc32 from attempts')
  return {
    parts: parts.map(({ blob_id, offset, length, crc32 }) => ({
      blobId: blob_id,
      range: [offset, offset + length],
      crc: crc32.toString(16).padStart(8, '0'),
    })),
    uploads: (await sql('select id, state from uploads')) as EndState['uploads'],
    transfers: (await sql('select id, slug, state from transfers')) as EndState['transfers'],
    recipients: (await sql(
      'select id, email, transfer_id as "transferId", mail_state as state from recipients',
    )) as EndState['recipients'],
    blobIds: (await sql('select id from blobs')).map(({ id }) => id),
    mails: mailsOf(dataDir),
  }
}

/** What needs no journal: sums, rows without bytes, repeated beginnings, jobs that were given up. */
export async function restBreaches(stored: Containers, sql: Sql): Promise<string[]> {
  const doubled = await sql(
    `select request_key, count(*) from uploads where request_key is not null group by author_id, request_key having count(*) > 1`,
  )
  // One whose key was taken by a later one while it ran, and that was killed then, stays as if given up: nothing is owed to it. Timed work has one try, and comes up again by the clock.
  const given = await sql(
    `select task_identifier, last_error from graphile_worker.jobs where attempts >= max_attempts
     and not (key is null and last_error is null and task_identifier <> 'uploads:deleteBlobs') and coalesce(key, '') not like 'timed:%'`,
  )
  return [
    ...(await usageBreaches(sql)),
    ...(await storageBreaches(stored, sql)),
    ...doubled.map(({ request_key, count }) => `INV7 the beginning ${request_key} made ${count} uploads`),
    ...given.map(({ task_identifier, last_error }) => `INV7 the job ${task_identifier} was given up: ${last_error}`),
  ]
}
