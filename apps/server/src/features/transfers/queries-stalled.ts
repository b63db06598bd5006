/** SQL of transfers whose upload has stalled, to be told to their senders. */
import { stalledSeconds, uploadKeptSeconds } from '@sampan/contract/limits'
import { sql } from 'drizzle-orm'
import { addSeconds } from '../../add-seconds.ts'
import type { Transaction } from '../../db/connect.ts'
import { transfers, uploads } from '../../db/tables.ts'

type Stalled = { id: string; slug: string; authorId: string; ownerId: string; fileName: string; fileCount: number }

/**
 * Those of accounts that count as stalled since a moment in (from, to]. Their uploads are locked: one of which a part comes in meanwhile
 * is looked at again, and goes on.
 */
export async function stalledBetween(tx: Transaction, from: Date, to: Date): Promise<Stalled[]> {
  // What was sent is kept so long after its last byte.
  const [after, until] = [from, to].map((at) => addSeconds(at, uploadKeptSeconds - stalledSeconds).toISOString())
  const { rows } = await tx.execute<Stalled>(sql`
    select t.id, t.slug, t.author_id as "authorId", t.owner_id as "ownerId", t.file_name as "fileName", t.file_count as "fileCount"
    from ${uploads} u join ${transfers} t on t.upload_id = u.id
    where u.state = 'open' and u.published_at is not null and u.received_bytes < u.declared_bytes
      and u.expires_at > ${after}::timestamptz and u.expires_at <= ${until}::timestamptz
      and t.state = 'uploading' and t.author_id is not null and t.request_slug is null
    order by u.id for share of u`)
  return rows
}
